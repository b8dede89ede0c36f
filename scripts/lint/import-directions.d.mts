/** The path that a specifier names, relative to the project's root; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined
/** The reason why the file at `path` may not import `specifier`, or undefined. Paths are relative to the project's root. */
export function findForbidden(path: string, specifier: string, isType: boolean): string | undefined
