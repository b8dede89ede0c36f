import { expect, test } from 'vitest'
import { columnsOf } from './columns-of.ts'

test.each([
  [2, 1, 2],
  [2, 21 / 9, 2],
  [3, 1, 3],
  [3, 21 / 9, 1],
  [4, 1, 2],
  [4, 16 / 9, 2],
  [4, 9 / 16, 4],
])('%i images of the ratio %d are laid out in %i columns', (count, ratio, columns) => {
  expect(columnsOf(count, ratio)).toBe(columns)
})
