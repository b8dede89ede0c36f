import { expect, test } from 'vitest'
import { peakOf, ticksOf } from './chart-axis.ts'

test('the peak is the latest of equal values', () => {
  expect(peakOf([1, 3, 0, 3, 0])).toBe(3)
  expect(peakOf([0, 0, 0])).toBe(2)
})

test('an axis has few ticks, at round numbers, and holds the highest value', () => {
  expect([0, 1, 4, 7, 23, 100, 101, 4_321].map(ticksOf)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2, 3, 4],
    [0, 2, 4, 6, 8],
    [0, 5, 10, 15, 20, 25],
    [0, 20, 40, 60, 80, 100],
    [0, 50, 100, 150],
    [0, 1_000, 2_000, 3_000, 4_000, 5_000],
  ])
})
