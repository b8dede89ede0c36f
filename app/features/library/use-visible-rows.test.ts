import { expect, test } from 'vitest'
import { justify } from './justify.ts'
import { rowBelow } from './use-visible-rows.ts'

test('a binary search finds the first row that ends below a position', () => {
  const rows = justify(
    Array.from({ length: 57 }, (_, index) => 0.5 + (index % 7) / 4),
    { width: 700, rowHeight: 100, gap: 8 },
  )
  const last = rows.at(-1)
  for (let y = -50; last && y < last.top + last.height + 50; y += 7) {
    const found = rows.findIndex(({ top, height }) => top + height > y)
    expect(rowBelow(rows, y)).toBe(found === -1 ? rows.length : found)
  }
  expect(rowBelow([], 0)).toBe(0)
})
