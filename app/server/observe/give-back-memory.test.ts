import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { isWorthIt, openCollection } from './give-back-memory.ts'

const megabytes = (count: number) => count * 1_048_576
const left = { processorMs: 300, heapBytes: megabytes(270), usedBytes: megabytes(140) }

test.each([
  ['collects when a process is idle with much empty memory', left, true],
  ['leaves a process with work alone', { ...left, processorMs: 1_600 }, false],
  ['makes no pause for little empty memory', { ...left, usedBytes: megabytes(207) }, false],
])('the server %s', (_what, look, expected) => {
  expect(isWorthIt(look)).toBe(expected)
})

test('a collection returns the memory of a burst to the system', () => {
  const collect = openCollection()
  let burst: number[][] | undefined = Array.from({ length: 2_000 }, (_, at) => Array.from({ length: 4_000 }, () => at + 0.5))
  expect(burst.length).toBe(2_000)
  const during = getHeapStatistics().total_heap_size
  burst = undefined
  collect()
  expect(during - getHeapStatistics().total_heap_size).toBeGreaterThan(megabytes(48))
})
