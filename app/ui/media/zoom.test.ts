import { expect, test } from 'vitest'
import { type Fit, clampView, panBy, wholeView, zoomAt } from './zoom.ts'

const fit: Fit = { stage: { width: 800, height: 600 }, picture: { width: 600, height: 600 }, most: 8 }

test('the point under the pointer stays in place while zooming', () => {
  const point = { x: 120, y: -40 }
  const view = zoomAt(wholeView, 3, point, fit)
  // The point of the picture under the pointer, before and after.
  expect((point.x - view.x) / view.scale).toBeCloseTo(point.x)
  expect((point.y - view.y) / view.scale).toBeCloseTo(point.y)
})

test('an image grows to the largest scale and shrinks to the whole image, which is in the middle again', () => {
  const largest = zoomAt(wholeView, 1_000, { x: 200, y: 200 }, fit)
  expect(largest.scale).toBe(8)
  expect(zoomAt(largest, 0.0001, { x: 200, y: 200 }, fit)).toEqual(wholeView)
})

test('an image cannot be pushed out of sight', () => {
  const view = zoomAt(wholeView, 2, { x: 0, y: 0 }, fit)
  expect(panBy(view, 10_000, -10_000, fit)).toEqual({ scale: 2, x: (600 * 2 - 800) / 2, y: -(600 * 2 - 600) / 2 })
  expect(panBy(wholeView, 50, 50, fit)).toEqual(wholeView)
})

test('an image that is narrower than the stage stays in its middle until it is wider', () => {
  expect(clampView({ scale: 1.2, x: 90, y: 0 }, fit).x).toBe(0)
})
