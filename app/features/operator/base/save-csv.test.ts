import { expect, test } from 'vitest'
import { readAllPages, toCell } from './save-csv.ts'

test.each([
  ['a, "b"', '"a, ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['@a', "'@a"],
  [-5, '-5'],
  [null, ''],
  [true, 'true'],
])('the cell %j is written as %j, so that no spreadsheet runs it', (value, written) => {
  expect(toCell(value)).toBe(written)
})

test('all pages of a list are read', async () => {
  const pages = new Map([
    ['', { items: [1, 2], next_cursor: 'b' }],
    ['b', { items: [3], next_cursor: null }],
  ])
  expect(await readAllPages(async (cursor) => pages.get(cursor) ?? expect.fail('an unknown cursor'))).toEqual([1, 2, 3])
})
