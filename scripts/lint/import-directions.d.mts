/** Why the file at `path` may not import `specifier`, or undefined when it may. Paths are relative to the project's root. */
export function findFault(path: string, specifier: string, isType: boolean): string | undefined
