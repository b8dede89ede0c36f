import { expect, test } from 'vitest'
import type { OptionValues } from './generations.ts'
import { runUnits } from './run-units.ts'

const none = { promptCharacters: 0 }

test('an image is measured by its pixels, a video also by its frames', () => {
  expect(runUnits({ type: 'image', options: { size: '1024', aspect: '16:9', count: 2 }, ...none })).toBeCloseTo((2 * 1024 * 1024 * 9) / 16)
  const film = { resolution: '720p', aspect: '9:16', fps: '30' }
  expect(runUnits({ type: 'video', options: { ...film, duration: 4 }, ...none })).toBeCloseTo(720 * 1280 * 30 * 4)
})

test('speech is measured by its characters, music by its seconds, a text as one', () => {
  expect(runUnits({ type: 'audio', options: { voice: 'en', speed: 1 }, promptCharacters: 120 })).toBe(120)
  expect(runUnits({ type: 'audio', options: { duration: 45 }, promptCharacters: 120 })).toBe(45)
  expect(runUnits({ type: 'text', options: {}, promptCharacters: 5_000 })).toBe(1)
})

test('a length left to the model, or an unknown shape, still gives a positive size', () => {
  const odd: OptionValues[] = [{}, { voice: 'x' }, { duration: 0, aspect: 'auto', size: '', resolution: 'auto', fps: 'x', count: -1 }]
  for (const type of ['image', 'video', 'audio', 'text'] as const)
    for (const options of odd) expect(runUnits({ type, options, ...none })).toBeGreaterThan(0)
})
