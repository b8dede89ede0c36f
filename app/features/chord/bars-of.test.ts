import { expect, test } from 'vitest'
import { heightOf } from './chord-bars.tsx'
import { barsOf } from './bars-of.ts'

test('a chord without parts has four bars that are off', () => {
  expect(barsOf([]).map(({ kind, on }) => ({ kind, on }))).toEqual([
    { kind: 'video', on: false },
    { kind: 'image', on: false },
    { kind: 'audio', on: false },
    { kind: 'text', on: false },
  ])
})

test('a bar grows from off to on to done', () => {
  const heights = [
    { on: false, done: 0 },
    { on: true, done: 0 },
    { on: true, done: 0.5 },
    { on: true, done: 1 },
  ].map((state) => heightOf({ kind: 'image', ...state }))
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
  expect(heights.at(-1)).toBe(100)
})
