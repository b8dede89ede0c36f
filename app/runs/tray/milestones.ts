const marks = [0.75, 0.5, 0.25] as const

/** The highest quarter between two states of a run, if any. */
export function quarterPassed(before: number | null, after: number | null): number | null {
  if (after === null) return null
  return marks.find((mark) => (before ?? 0) < mark && after >= mark) ?? null
}

/** Combined progress; queued runs count as 0. Null if none is known. */
export function overallProgress(runs: readonly { progress: number | null }[]): number | null {
  const known = runs.filter(({ progress }) => progress !== null)
  if (known.length === 0) return null
  return runs.reduce((sum, { progress }) => sum + (progress ?? 0), 0) / runs.length
}
