import { expect, test } from 'vitest'
import { joinWork, openSharedWork, splitRows } from './workshare.ts'
import type { Workshare } from './workshare.ts'

const size = { width: 20, height: 10 }

/** Sums, and how many rows were computed for them here. */
function compute(share: Workshare, length = 40): { sums: number[]; computed: number } {
  const sums = share.floats(length)
  let computed = 0
  splitRows(share, length, (from, to) => {
    for (let row = from; row < to; row += 1) sums[row] = row * 2
    computed += to - from
  })
  return { sums: [...sums], computed }
}

test('who comes later finds what has been computed, and computes none of it again', () => {
  const memory = openSharedWork(size)
  const first = compute(joinWork(memory, () => {}))
  const second = compute(joinWork(memory, () => {}))
  expect(first.computed).toBe(40)
  expect(second).toEqual({ sums: first.sums, computed: 0 })
})

test('what finds no room any more is computed by each for itself', () => {
  const memory = openSharedWork(size)
  const tooLong = memory.byteLength
  for (const share of [joinWork(memory, () => {}), joinWork(memory, () => {})]) {
    expect(compute(share, tooLong).computed).toBe(tooLong)
    expect(compute(share).computed).toBe(40)
  }
})

test('a cancel is heard of while the other thread is waited for', () => {
  const memory = openSharedWork(size)
  // Somebody takes a part and does not finish it.
  const stuck = joinWork(memory, () => {})
  expect(() =>
    stuck.split(2, () => {
      throw new Error('died')
    }),
  ).toThrow('died')
  const share = joinWork(memory, () => {
    throw new Error('canceled')
  })
  expect(() => share.split(2, () => {})).toThrow('canceled')
})
