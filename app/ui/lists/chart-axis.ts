/** Returns the index of the highest value, and of several equal ones the latest. */
export function peakOf(values: readonly number[]): number {
  return values.reduce<number>((best, value, index) => (value >= (values[best] ?? 0) ? index : best), 0)
}

/** Returns three to six ticks from 0 to at least `most`, at round whole numbers. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(1, most / 5)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => Math.round(factor * power)).find((round) => round >= rough) ?? rough
  return Array.from({ length: Math.max(2, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}
