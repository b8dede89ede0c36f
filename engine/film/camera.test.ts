import { describe, expect, test } from 'vitest'
import { cameraPath, viewAt, windowAt } from './camera.ts'
import type { CameraPath, Window } from './camera.ts'
import { lightAt, lightsBetween } from './daylight.ts'
import { readPrompt } from '../understanding/read-prompt.ts'

const moves: CameraPath['move'][] = ['pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit', 'still', 'swing']
const frames = 150

/** The share of the larger window that the other window shows too. */
function shareSeenAgain(a: Window, b: Window): number {
  const across = Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left))
  const down = Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top))
  return (across * down) / Math.max(a.width * a.height, b.width * b.height)
}

describe('camera', () => {
  test.each(moves)('the camera move %s stays within its bounds and never jumps', (move) => {
    for (const direction of [1, -1] as const) {
      let before = viewAt({ move, direction }, 0)
      for (let index = 1; index < frames; index += 1) {
        const view = viewAt({ move, direction }, index / (frames - 1))
        for (const value of [view.camera, view.tilt]) expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-9)
        expect(view.zoom).toBeGreaterThanOrEqual(-1e-9)
        expect(view.zoom).toBeLessThanOrEqual(1 + 1e-9)
        for (const part of ['camera', 'tilt', 'zoom'] as const) expect(Math.abs(view[part] - before[part])).toBeLessThan(0.05)
        before = view
      }
    }
  })

  test.each(moves.filter((move) => move !== 'still' && move !== 'swing'))('the camera move %s starts and ends gently', (move) => {
    const speedAt = (share: number) => {
      const [a, b] = [viewAt({ move, direction: 1 }, share), viewAt({ move, direction: 1 }, share + 0.002)]
      return Math.hypot(a.camera - b.camera, a.tilt - b.tilt, a.zoom - b.zoom)
    }
    expect(speedAt(0)).toBeLessThan(speedAt(0.5) / 4)
    expect(speedAt(0.998)).toBeLessThan(speedAt(0.5) / 4)
  })

  test.each(moves.filter((move) => move !== 'still' && move !== 'swing'))(
    'the camera move %s changes the view by at least a quarter of the frame',
    (move) => {
      for (const frame of [
        { width: 854, height: 480 },
        { width: 480, height: 854 },
        { width: 720, height: 720 },
      ]) {
        for (const direction of [1, -1] as const) {
          const path = { move, direction }
          const seen = (share: number) => windowAt(path, frame, viewAt(path, share))
          expect(shareSeenAgain(seen(0), seen(1))).toBeLessThanOrEqual(0.75)
        }
      }
    },
  )

  test.each([
    ['a lake, the camera glides', 'pan'],
    ['камера облетает замок', 'orbit'],
    ['zoom in on a lighthouse', 'zoom-in'],
    ['pan left over the sea', 'pan'],
    ['the camera flies over the mountains', 'zoom-in'],
    ['пролёт над горами', 'zoom-in'],
    ['a lake, still camera', 'still'],
    ['озеро, неподвижно', 'still'],
  ])('the prompt sets the camera: %s: %s', (prompt, camera) => {
    expect(readPrompt(prompt).camera).toBe(camera)
  })

  test('a swing ends where it began', () => {
    const [start, end] = [viewAt({ move: 'swing', direction: 1 }, 0), viewAt({ move: 'swing', direction: 1 }, 1)]
    expect(end.camera).toBeCloseTo(start.camera, 9)
  })

  test('the camera option takes precedence over the prompt, and the prompt over the seed', () => {
    expect(cameraPath({ asked: 'tilt', named: 'pan', seed: 1 }).move).toBe('tilt')
    expect(cameraPath({ asked: 'auto', named: 'orbit', seed: 1 }).move).toBe('orbit')
    const chosen = new Set(Array.from({ length: 40 }, (_, seed) => cameraPath({ asked: 'auto', named: null, seed }).move))
    expect(chosen.size).toBeGreaterThan(3)
  })
})

describe('light', () => {
  test('light goes forward in time, so that a sunset lies between day and night', () => {
    expect(lightsBetween('day', 'night')).toEqual(['day', 'dusk', 'night'])
    expect(lightsBetween('night', 'day')).toEqual(['night', 'dawn', 'day'])
    expect(lightsBetween(null, 'night')).toEqual(['day', 'dusk', 'night'])
    expect(lightsBetween('dusk', 'night')).toEqual(['dusk', 'night'])
    expect(lightsBetween('day', null)).toEqual([])
    expect(lightsBetween('night', 'night')).toEqual([])
  })

  test('light begins with the first color alone, ends with the last alone, and each comes in between', () => {
    expect(lightAt(3, 0)).toEqual({ index: 0, next: 0 })
    expect(lightAt(3, 1)).toEqual({ index: 1, next: 1 })
    let before = 0
    for (let index = 0; index <= frames; index += 1) {
      const light = lightAt(3, index / frames)
      const position = light.index + light.next
      expect(position).toBeGreaterThanOrEqual(before)
      expect(position - before).toBeLessThan(0.05)
      before = position
    }
  })
})
