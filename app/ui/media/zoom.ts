/** View of an image: scale 1 fits it into its stage; `x` and `y` are the offset of its center from the stage's, in CSS pixels. */
export type View = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }
/** The size of the stage, and of the image in it at scale 1. */
export type Fit = { stage: Size; picture: Size; /** The largest scale. */ most: number }
/** A position relative to the center of the stage. */
export type Point = { x: number; y: number }

export const wholeView: View = { scale: 1, x: 0, y: 0 }

/** Clamps a view: no smaller than the stage, no larger than useful, never out of sight. */
export function clampView({ scale, x, y }: View, { stage, picture, most }: Fit): View {
  const kept = Math.min(most, Math.max(1, scale))
  const reach = (pictureLength: number, stageLength: number) => Math.max(0, (pictureLength * kept - stageLength) / 2)
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))
  return { scale: kept, x: within(x, reach(picture.width, stage.width)), y: within(y, reach(picture.height, stage.height)) }
}

/** Scales by a factor while the point under the pointer stays in place. */
export function zoomAt(view: View, factor: number, point: Point, fit: Fit): View {
  const scale = Math.min(fit.most, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return clampView({ scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }, fit)
}

export const panBy = (view: View, dx: number, dy: number, fit: Fit): View => clampView({ ...view, x: view.x + dx, y: view.y + dy }, fit)
