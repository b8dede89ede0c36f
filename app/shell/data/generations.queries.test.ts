import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { quoteGeneration } from './generations.functions.ts'
import { quoteQuery } from './generations.queries.ts'

vi.mock('./generations.functions.ts', () => ({ quoteGeneration: vi.fn() }))
vi.mock('./uploads.functions.ts', () => ({}))

const model: Parameters<typeof quoteQuery>[0] = {
  id: 'sketch-image',
  type: 'image',
  price: { base: 5, per: null },
  prompt: { placeholder: '', max_length: 100, examples: [] },
  options: { type: 'object', properties: {}, additionalProperties: false },
}
const priced = (price: number) =>
  ({
    ok: true,
    data: {
      price,
      price_milli: price * 1_000,
      hold: price,
      available: 100,
      missing: 0,
      over_limit: null,
      email_not_verified: false,
      understood: null,
      advice: null,
    },
  }) as const
const refused = (failure: Pick<ApiFailure, 'statusCode' | 'code' | 'retry_after'>) =>
  ({ ok: false, error: { statusMessage: '', detail: '', ...failure } }) as const

let client: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(quoteGeneration).mockReset()
  client = new QueryClient()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

/** Shows the price of one prompt and then of another, as a page does. */
async function watch() {
  vi.mocked(quoteGeneration).mockResolvedValueOnce(priced(5))
  const observer = new QueryObserver(client, quoteQuery(model, {}, 'a lake'))
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return observer
}

test('a refused quote keeps the earlier price, waits for the retry time and then has the new one', async () => {
  const observer = await watch()
  vi.mocked(quoteGeneration).mockResolvedValueOnce(refused({ statusCode: 429, code: 'too_many_attempts', retry_after: 7 }))
  vi.mocked(quoteGeneration).mockResolvedValueOnce(priced(6))
  observer.setOptions(quoteQuery(model, {}, 'a lake at dusk'))
  await vi.advanceTimersByTimeAsync(6_900)
  expect(quoteGeneration).toHaveBeenCalledTimes(2)
  expect(observer.getCurrentResult()).toMatchObject({ data: { price: 5 }, isPlaceholderData: true })
  await vi.advanceTimersByTimeAsync(200)
  expect(observer.getCurrentResult()).toMatchObject({ data: { price: 6 }, isPlaceholderData: false })
})

test('a quote that is refused again and again is requested three more times', async () => {
  const observer = await watch()
  vi.mocked(quoteGeneration).mockResolvedValue(refused({ statusCode: 429, code: 'too_many_attempts', retry_after: 7 }))
  observer.setOptions(quoteQuery(model, {}, 'a lake at dusk'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(quoteGeneration).toHaveBeenCalledTimes(1 + 1 + 3)
})

test('any other failure is final', async () => {
  const observer = await watch()
  vi.mocked(quoteGeneration).mockResolvedValue(refused({ statusCode: 422, code: 'invalid_input' }))
  observer.setOptions(quoteQuery(model, {}, 'a lake at dusk'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(quoteGeneration).toHaveBeenCalledTimes(2)
})
