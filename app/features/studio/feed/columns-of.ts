/** Returns the number of columns for which the whole is neither too wide nor too tall. */
export function columnsOf(count: number, ratio: number): number {
  if (count < 4) return ratio > 2 && count > 2 ? 1 : count
  return ratio < 0.8 ? 4 : 2
}
