/** Returns a hash of everything that the engine's tests depend on. */
export function engineKey(root: string): string
