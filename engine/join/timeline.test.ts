import { expect, test } from 'vitest'
import { shareAt, timelineOf } from './timeline.ts'

test('with cuts, the films follow each other', () => {
  expect(timelineOf([2, 3], 0)).toEqual({
    parts: [
      { start: 0, end: 2 },
      { start: 2, end: 5 },
    ],
    fade: 0,
    seconds: 5,
  })
})

test('a cross-fade overlaps neighbours and shortens the whole', () => {
  const timeline = timelineOf([4, 4, 4], 1)
  expect(timeline.seconds).toBe(10)
  expect([2.9, 3, 3.5, 4, 5].map((moment) => shareAt(timeline, 1, moment))).toEqual([0, 0, 0.5, 1, 1])
  expect(shareAt(timeline, 0, 0)).toBe(1)
})

test('a cross-fade takes at most half of the shortest film', () => {
  expect(timelineOf([10, 1], 2)).toMatchObject({ fade: 0.5, seconds: 10.5 })
})
