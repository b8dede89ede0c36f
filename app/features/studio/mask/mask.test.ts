import { expect, test } from 'vitest'
import { blurPlane } from './blur-plane.ts'
import { addStep, emptyHistory, redoStep, undoStep } from './mask-history.ts'

test('steps are undone and redone in order, and a new step discards what was undone', () => {
  const two = addStep(addStep(emptyHistory, { kind: 'invert' }), { kind: 'clear' })
  const none = undoStep(undoStep(undoStep(two)))
  expect(none.done).toEqual([])
  expect(redoStep(redoStep(none))).toEqual(two)
  expect(addStep(undoStep(two), { kind: 'invert' })).toEqual({ done: [{ kind: 'invert' }, { kind: 'invert' }], undone: [] })
})

test('a soft edge rises evenly around the edge of the selection and leaves the rest as it was', () => {
  const [width, height] = [40, 6]
  const plane = Uint8ClampedArray.from({ length: width * height }, (_, at) => (at % width < 20 ? 255 : 0))
  blurPlane(plane, { width, height, radius: 4 })
  const row = [...plane.subarray(width * 3, width * 4)]
  expect(row.toSorted((a, b) => b - a)).toEqual(row)
  expect([row[0], row[11], row[28], row[39]]).toEqual([255, 255, 0, 0])
  expect(Math.abs((row[19] ?? 0) + (row[20] ?? 0) - 255)).toBeLessThanOrEqual(2)
})
