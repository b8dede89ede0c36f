import { expect, test } from 'vitest'
import { readRange } from './range.ts'

test.each([
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-100', { start: 8, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=0-1', undefined],
  ['bytes=-', undefined],
  [undefined, undefined],
] as const)('the range %s of ten bytes is %o', (header, range) => {
  expect(readRange(header, 10)).toEqual(range)
})
