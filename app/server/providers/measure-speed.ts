/** Milliseconds over which the speed is measured. */
const windowMs = 10_000

/** Measures a speed over the last seconds. */
export function measureSpeed(now: () => number = () => performance.now()) {
  const points: { at: number; bytes: number }[] = []
  return {
    /** Returns bytes per second; null at the first call. */
    add(bytes: number): number | null {
      const at = now()
      points.push({ at, bytes })
      while (points.length > 2 && at - (points[0]?.at ?? at) > windowMs) points.shift()
      const [first = { at, bytes }] = points
      return at > first.at ? Math.max(0, Math.round(((bytes - first.bytes) / (at - first.at)) * 1_000)) : null
    },
  }
}
