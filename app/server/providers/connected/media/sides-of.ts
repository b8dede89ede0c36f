import type { OptionValues } from '#app/contract/runs/generations.ts'

const sides = ['left', 'right', 'up', 'down'] as const
export type Sides = Record<(typeof sides)[number], number>

/** Returns the pixels to add on each side of the picture that is sent, which is `factor` times as large as the given one. */
export function sidesOf(options: OptionValues, factor: number): Sides | undefined {
  if (!sides.some((side) => side in options)) return undefined
  const added = (side: (typeof sides)[number]) => Math.round(Number(options[side] ?? 0) * factor)
  return { left: added('left'), right: added('right'), up: added('up'), down: added('down') }
}
