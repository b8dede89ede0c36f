import { expect, test } from 'vitest'
import { fillRows } from './fill-rows.ts'

test.each([
  { count: 9, atMost: 3, columns: 3, first: 1 },
  { count: 9, atMost: 6, columns: 5, first: 2 },
  { count: 9, atMost: 9, columns: 9, first: 1 },
  { count: 9, atMost: 12, columns: 9, first: 1 },
  { count: 6, atMost: 4, columns: 3, first: 1 },
  { count: 13, atMost: 2, columns: 2, first: 2 },
  { count: 13, atMost: 5, columns: 5, first: 3 },
  { count: 1, atMost: 4, columns: 1, first: 1 },
])('$count tiles of which $atMost fit in a row stand in $columns columns', ({ count, atMost, ...rows }) => {
  expect(fillRows(count, atMost)).toEqual(rows)
})

test('every row is full, whatever the number of tiles and the width', () => {
  for (let count = 1; count <= 40; count += 1)
    for (let atMost = 1; atMost <= 12; atMost += 1) {
      const { columns, first } = fillRows(count, atMost)
      expect((count - 1 + first) % columns, `${count} in ${atMost}`).toBe(0)
      expect(columns).toBeLessThanOrEqual(atMost)
      expect(first).toBeLessThanOrEqual(columns)
    }
})
