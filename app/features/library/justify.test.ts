import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { justify, leftOf, maxStretch, neighbour } from './justify.ts'

const grid = { width: 1000, rowHeight: 200, gap: 10 }
const ratios = fc.array(fc.double({ min: 0.5, max: 2.4, noNaN: true }), { maxLength: 60 })

describe('rows of tiles', () => {
  test('rows hold every tile once, in order', () => {
    fc.assert(
      fc.property(ratios, (given) => {
        const rows = justify(given, grid)
        expect(rows.flatMap(({ first, count }) => Array.from({ length: count }, (_, index) => first + index))).toEqual(
          given.map((_, index) => index),
        )
      }),
    )
  })

  test('rows are never wider than the page, fill it unless they would be too tall, and lie below each other', () => {
    fc.assert(
      fc.property(ratios, (given) => {
        const rows = justify(given, grid)
        for (const [index, row] of rows.entries()) {
          const end = leftOf(row, given, row.first + row.count, grid.gap) - grid.gap
          expect(end).toBeLessThanOrEqual(grid.width + 0.001)
          const last = index === rows.length - 1
          if (!last && row.height < grid.rowHeight * maxStretch) expect(end).toBeCloseTo(grid.width, 3)
          expect(row.height).toBeLessThanOrEqual(grid.rowHeight * maxStretch)
          const before = rows[index - 1]
          expect(row.top).toBeCloseTo(before ? before.top + before.height + grid.gap : 0, 6)
        }
      }),
    )
  })

  test('the last row is not stretched', () => {
    expect(justify([1, 1], grid)).toEqual([{ first: 0, count: 2, top: 0, height: 200 }])
  })

  test('a tile that is wider than the page is made to fit', () => {
    expect(justify([2.4], { ...grid, width: 240 })).toEqual([{ first: 0, count: 1, top: 0, height: 100 }])
  })
})

describe('arrow keys', () => {
  // Four squares, stretched; then a wide tile and an almost square one.
  const given = [1, 1, 1, 1, 2.2, 1.2]
  const rows = justify(given, grid)
  const from = (index: number, key: string) => neighbour(rows, given, index, key, grid.gap)

  test('the arrow keys lead to the neighbours, across the ends of rows, and not out of the grid', () => {
    expect(rows.map(({ count }) => count)).toEqual([4, 2])
    expect([from(3, 'ArrowRight'), from(4, 'ArrowLeft')]).toEqual([4, 3])
    expect([from(0, 'ArrowLeft'), from(5, 'ArrowRight'), from(1, 'ArrowUp'), from(4, 'ArrowDown')]).toEqual(Array(4).fill(undefined))
  })

  test('the up and down keys move to the tile above or below the middle', () => {
    expect([0, 1, 2, 3].map((index) => from(index, 'ArrowDown'))).toEqual([4, 4, 5, 5])
    expect([from(4, 'ArrowUp'), from(5, 'ArrowUp')]).toEqual([0, 2])
  })

  test('the Home and End keys lead to the first and the last tile', () => {
    expect([from(2, 'Home'), from(2, 'End')]).toEqual([0, 5])
  })
})
