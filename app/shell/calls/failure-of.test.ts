import { expect, test } from 'vitest'
import { ApiError } from '#app/contract/base/api-result.ts'
import { failureOf } from './failure-of.ts'

test('the message of an unexpected error is never shown to people', () => {
  // A string, because an Error would be logged, which needs a request.
  const failure = failureOf('connect ECONNREFUSED /run/secret.sock')
  expect(failure).toMatchObject({ statusCode: 500, code: 'internal', detail: '' })
  expect(JSON.stringify(failure)).not.toContain('secret')
})

test('a failure that the API has described keeps its message', () => {
  const described = { statusCode: 404, statusMessage: 'NotFound', detail: 'There is no such work.', code: 'not_found' } as const
  expect(failureOf(new ApiError(described))).toBe(described)
})
