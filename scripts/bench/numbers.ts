/** Returns a quantile of the values; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Formats milliseconds. */
export function duration(ms: number): string {
  if (Number.isNaN(ms)) return '–'
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`
}

export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`
export const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
