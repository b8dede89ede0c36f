import { expect, test } from 'vitest'
import { localFailure } from '#app/contract/base/api-result.ts'
import { maySucceedLater, retryDelay } from './save-retry.ts'

test('a failed save is repeated ever more rarely, and at least every two minutes', () => {
  expect([1, 2, 3, 4, 5, 6, 50, 5_000].map(retryDelay)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000])
})

test('a save without an answer is repeated', () => {
  expect(maySucceedLater(localFailure('offline'))).toBe(true)
})

test.each([
  [500, true],
  [503, true],
  [429, true],
  [422, false],
  [413, false],
  [401, false],
] as const)('whether a save answered with %i is repeated: %s', (statusCode, expected) => {
  expect(maySucceedLater({ statusCode, statusMessage: '', detail: '', code: 'internal' })).toBe(expected)
})
