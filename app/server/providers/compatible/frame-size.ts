/** Shapes that a model with free width and height offers. */
export const shapes = ['1:1', '4:3', '3:4', '16:9', '9:16'] as const

export type Frame = { width: number; height: number }

/** Returns the size in pixels with this shape and about the given area, in multiples of `step`. */
export function frameWithin(aspect: string, { area, step }: { area: number; step: number }): Frame {
  const [wide = 1, high = 1] = aspect.split(':').map(Number)
  const ratio = wide > 0 && high > 0 ? wide / high : 1
  const round = (pixels: number) => Math.max(step, Math.round(pixels / step) * step)
  return { width: round(Math.sqrt(area * ratio)), height: round(Math.sqrt(area / ratio)) }
}

/** Returns the offered shape that is nearest to a size. */
export function shapeOf({ width, height }: Frame): string {
  const distance = (aspect: string) => {
    const [wide = 1, high = 1] = aspect.split(':').map(Number)
    return Math.abs(Math.log((wide / high) * (height / width)))
  }
  return shapes.toSorted((one, other) => distance(one) - distance(other))[0] ?? '1:1'
}
