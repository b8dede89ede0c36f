import { describe, expect, test } from 'vitest'
import { cameraPath, viewAt } from './camera.ts'
import type { CameraPath } from './camera.ts'
import { lightAt, lightsBetween } from './daylight.ts'

const moves: CameraPath['move'][] = ['pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit', 'still', 'swing']
const frames = 150

describe('camera', () => {
  test.each(moves)('%s stays within its room and never jumps', (move) => {
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

  test.each(moves.filter((move) => move !== 'still' && move !== 'swing'))('%s sets off and arrives gently', (move) => {
    const speedAt = (share: number) => {
      const [a, b] = [viewAt({ move, direction: 1 }, share), viewAt({ move, direction: 1 }, share + 0.002)]
      return Math.hypot(a.camera - b.camera, a.tilt - b.tilt, a.zoom - b.zoom)
    }
    expect(speedAt(0)).toBeLessThan(speedAt(0.5) / 4)
    expect(speedAt(0.998)).toBeLessThan(speedAt(0.5) / 4)
  })

  test('a swing ends where it began', () => {
    const [start, end] = [viewAt({ move: 'swing', direction: 1 }, 0), viewAt({ move: 'swing', direction: 1 }, 1)]
    expect(end.camera).toBeCloseTo(start.camera, 9)
  })

  test('the option goes before the words, and the words before the seed', () => {
    expect(cameraPath({ asked: 'tilt', named: 'pan', seed: 1 }).move).toBe('tilt')
    expect(cameraPath({ asked: 'auto', named: 'orbit', seed: 1 }).move).toBe('orbit')
    const chosen = new Set(Array.from({ length: 40 }, (_, seed) => cameraPath({ asked: 'auto', named: null, seed }).move))
    expect(chosen.size).toBeGreaterThan(3)
  })
})

describe('light', () => {
  test('goes forwards in time, so that a sunset lies between day and night', () => {
    expect(lightsBetween('day', 'night')).toEqual(['day', 'dusk', 'night'])
    expect(lightsBetween('night', 'day')).toEqual(['night', 'dawn', 'day'])
    expect(lightsBetween(null, 'night')).toEqual(['day', 'dusk', 'night'])
    expect(lightsBetween('dusk', 'night')).toEqual(['dusk', 'night'])
    expect(lightsBetween('day', null)).toEqual([])
    expect(lightsBetween('night', 'night')).toEqual([])
  })

  test('begins with the first alone, ends with the last alone, and each comes in between', () => {
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
