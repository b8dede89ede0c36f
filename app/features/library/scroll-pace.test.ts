import { expect, test } from 'vitest'
import { isFastFor, paceAfter } from './scroll-pace.ts'
import type { Pace } from './scroll-pace.ts'

const windowHeight = 900

/** The pace after these steps, each `[pixels, milliseconds]`. */
const after = (steps: readonly (readonly [number, number])[]) =>
  steps.reduce<Pace>((pace, [pixels, ms]) => paceAfter(pace, { y: pace.y + pixels, at: pace.at + ms }), { y: 0, at: 1_000, speed: 0 })

const frames = (count: number, pixels: number, ms = 16) => Array.from({ length: count }, () => [pixels, ms] as const)

test.each([
  ['four windows a second', frames(20, 60), true],
  ['upwards as well', frames(20, -60), true],
  ['one window a second', frames(20, 15), false],
  ['a frame that is late, in mid-flight', [...frames(20, 60), [60, 70]], true],
  ['a flight that has slowed down', [...frames(20, 60), ...frames(5, 10)], false],
  ['one leap from a stand, as to the end of the page', [[40_000, 5_000]], false],
  ['a page that halts in mid-flight, and is farther on then', [...frames(20, 60), [700, 200]], true],
] as const)('the pace is judged as fast or not: %s', (_, steps, expected) => {
  expect(isFastFor(windowHeight, after(steps))).toBe(expected)
})

test('the limit grows with the height of the screen', () => {
  const pace = after(frames(20, 24))
  expect(isFastFor(800, pace)).toBe(true)
  expect(isFastFor(2_000, pace)).toBe(false)
})
