export function findBacktracking(source: string, flags: string): string | undefined
