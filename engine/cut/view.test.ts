import { expect, test } from 'vitest'
import { cutCameras, framings } from '../protocol/cut.ts'
import { sweepOf, travelAt, windowOf } from './view.ts'

const place = { width: 1_366, height: 768 }

test('the camera never leaves the place, in any framing and move', () => {
  for (const framing of framings)
    for (const camera of cutCameras) {
      const { left, top, width, height } = sweepOf(camera, windowOf(framing, place))
      expect.soft(Math.min(left, top), `${framing} ${camera}`).toBeGreaterThanOrEqual(-0.01)
      expect.soft(left + width, `${framing} ${camera}`).toBeLessThanOrEqual(place.width + 0.01)
      expect.soft(top + height, `${framing} ${camera}`).toBeLessThanOrEqual(place.height + 0.01)
    }
})

test('a closer framing lies within a wider one, around the same middle', () => {
  const windows = framings.map((framing) => windowOf(framing, place))
  for (const { left, width } of windows) expect(left + width / 2).toBeCloseTo(place.width / 2, 5)
  windows.slice(1).forEach((inner, index) => {
    const outer = windows[index]
    expect(inner.left).toBeGreaterThanOrEqual(outer?.left ?? Infinity)
    expect(inner.left + inner.width).toBeLessThanOrEqual((outer?.left ?? 0) + (outer?.width ?? 0))
  })
})

test('moves go where their names say', () => {
  const rest = windowOf('medium', place)
  const moved = (camera: (typeof cutCameras)[number]) => {
    const [first, last] = [travelAt(camera, rest, 0), travelAt(camera, rest, 1)]
    return [Math.sign(last.left - first.left), Math.sign(last.top - first.top), Math.sign(last.width - first.width)]
  }
  expect(Object.fromEntries(cutCameras.map((camera) => [camera, moved(camera)]))).toEqual({
    still: [0, 0, 0],
    push_in: [1, 1, -1],
    pull_out: [-1, -1, 1],
    pan_left: [-1, 0, 0],
    pan_right: [1, 0, 0],
    tilt_up: [0, -1, 0],
    tilt_down: [0, 1, 0],
  })
})
