import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('items that come during a batch are the next one, each gets its own result, and a failure is that of its batch', async () => {
  const batches: (readonly number[])[] = []
  let ended = Promise.withResolvers<void>()
  const double = inBatches(async (items: readonly number[]) => {
    batches.push(items)
    await ended.promise
    if (items.includes(4)) throw new Error('four')
    return items.map((item) => item * 2)
  })
  const first = [double(1), double(2), double(3)]
  expect(batches).toEqual([[1]])
  ended.resolve()
  expect(await Promise.all(first)).toEqual([2, 4, 6])
  expect(batches).toEqual([[1], [2, 3]])
  ended = Promise.withResolvers()
  const later = [double(5), double(4), double(6)]
  ended.resolve()
  expect((await Promise.allSettled(later)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await double(7)).toBe(14)
})
