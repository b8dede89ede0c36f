import { expect, test, vi } from 'vitest'
import { oncePer } from './once-per.ts'

test('a value is computed once per object, even if it is undefined', () => {
  const compute = vi.fn((_key: object) => undefined)
  const once = oncePer(compute)
  const [first, second] = [{}, {}]
  for (const key of [first, second, first, second]) once(key)
  expect(compute.mock.calls).toEqual([[first], [second]])
})
