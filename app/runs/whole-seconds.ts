/** Rounds milliseconds to seconds, of which there is at least one. */
export const wholeSeconds = (ms: number): number => Math.max(1, Math.round(ms / 1_000)) * 1_000
