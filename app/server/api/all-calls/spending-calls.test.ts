import { expect, test } from 'vitest'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import { endpoints } from '../api.ts'
import { openaiEndpoints } from '../endpoints/protocols/openai.ts'

/** Errors that only calls have which spend tokens or money, or give them. */
const spending: readonly ApiErrorCode[] = ['not_enough_tokens', 'payment_unavailable', 'not_refundable', 'over_grant_limit']

/** Calls with such an error that need no key, and why. */
const keyless: Readonly<Record<string, string>> = {
  '/v1/subscription/portal': 'only links to the page of the payment service',
  '/v1/generations/{id}/go-on': 'starts the step after an answer once, because the answer has its id',
  '/v1/calls/allow': 'makes the run of a call once, because the run has its id',
  '/v1/operator/orders/{id}/check': 'only asks the payment service',
  '/v1/payments/{provider}/webhook': 'is delivered by the payment service, which numbers its events',
  '/v1/run-requests/{id}/allow': 'makes the call of a request once, because the request is its key',
  '/v1/run-requests/{id}/allow-and-raise': 'makes the call of a request once, because the request is its key',
  '/v1/operator/runs/{id}/refund': 'refunds a run once, which the ledger ensures',
}

const calls = [...endpoints, ...openaiEndpoints].map(({ call }) => call)

test('every POST that spends takes an idempotency key, and refuses another request with it', () => {
  const spends = calls.filter(
    ({ method, path, errors = [] }) => method === 'POST' && !(path in keyless) && errors.some((code) => spending.includes(code)),
  )
  expect(spends.length).toBeGreaterThan(10)
  const without = spends.filter(({ idempotency, errors = [] }) => idempotency === undefined || !errors.includes('idempotency_conflict'))
  expect(without.map(({ path }) => path)).toEqual([])
})
