/** A point of the image, in its own pixels. */
export type Point = { x: number; y: number }

/** A stroke with a round brush. `size`: its diameter in pixels of the image. */
export type Stroke = { kind: 'stroke'; erases: boolean; size: number; points: Point[] }
/** A change of the selection. */
export type MaskStep = Stroke | { kind: 'invert' } | { kind: 'clear' }

/** The steps that make up the selection, and those that were undone. */
export type MaskHistory = { done: readonly MaskStep[]; undone: readonly MaskStep[] }

export const emptyHistory: MaskHistory = { done: [], undone: [] }

/** Adds a step. What was undone before can no longer be redone. */
export const addStep = ({ done }: MaskHistory, step: MaskStep): MaskHistory => ({ done: [...done, step], undone: [] })

export function undoStep(history: MaskHistory): MaskHistory {
  const last = history.done.at(-1)
  return last ? { done: history.done.slice(0, -1), undone: [...history.undone, last] } : history
}

export function redoStep(history: MaskHistory): MaskHistory {
  const last = history.undone.at(-1)
  return last ? { done: [...history.done, last], undone: history.undone.slice(0, -1) } : history
}
