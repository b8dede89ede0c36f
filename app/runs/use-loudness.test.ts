import { expect, test } from 'vitest'
import { peaksOf } from './use-loudness.ts'

test('the bars of a sound are its loudest samples, whichever their sign, as shares of the loudest', () => {
  expect(peaksOf([0, 0.1, -0.4, 0.2, 0, 0, 0.05, -0.2], 4)).toEqual([0.25, 1, 0, 0.5])
  expect(peaksOf([0, 0, 0], 3)).toEqual([0, 0, 0])
  expect(peaksOf([], 2)).toEqual([0, 0])
})
