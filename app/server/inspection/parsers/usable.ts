/** Returns the size of a picture or film. A damaged file may claim any. */
export function usableSize(size: { width: number; height: number }): { width: number; height: number } {
  const [width, height] = [Math.round(size.width), Math.round(size.height)]
  const isUsable = [width, height].every((side) => Number.isSafeInteger(side) && side > 0)
  if (!isUsable) throw new Error('no size')
  return { width, height }
}

/** Twelve days; what a damaged file may claim does not fit into the database. */
const longestSeconds = 1_000_000

export function usableLength(seconds: number): number {
  if (!(seconds > 0) || seconds > longestSeconds) throw new Error('no length')
  return seconds
}
