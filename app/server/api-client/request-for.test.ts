import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ApiError } from '#app/contract/base/api-result.ts'
import { byId, defineCall } from '#app/contract/base/call.ts'
import { createGenerationCall, listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { getSessionCall } from '#app/contract/account/auth.calls.ts'
import { renameThreadCall } from '#app/contract/studio/threads.calls.ts'
import { requestFor } from './request-for.ts'

const failureOf = (call: Parameters<typeof requestFor>[0], data: unknown) => {
  try {
    requestFor(call, data)
  } catch (error) {
    if (error instanceof ApiError) return [error.statusCode, error.failure.code]
    throw error
  }
  return undefined
}

describe('the input of a call', () => {
  test('the input of a call fills the path, encoded, and leaves the rest for the body', () => {
    expect(requestFor(renameThreadCall, { id: 'a/../b ?#é', title: 'x' })).toEqual({
      method: 'PATCH',
      path: '/v1/threads/a%2F..%2Fb%20%3F%23%C3%A9',
      body: { title: 'x' },
    })
  })

  test('the input of a GET call becomes its query', () => {
    expect(requestFor(listGenerationsCall, { limit: '5', q: undefined })).toEqual({
      method: 'GET',
      path: '/v1/generations',
      query: { limit: '5', q: undefined },
    })
  })

  test('the input of a call carries the idempotency key, which is sent as a header', () => {
    expect(requestFor(createGenerationCall, { model: 'm', prompt: 'p', idempotency_key: 'k' })).toEqual({
      method: 'POST',
      path: '/v1/generations',
      body: { model: 'm', prompt: 'p' },
      headers: { 'idempotency-key': 'k' },
    })
  })

  test('an idempotency key is not sent by a call that takes none', () => {
    expect(requestFor(getSessionCall, undefined)).toEqual({ method: 'GET', path: '/v1/auth/session' })
    expect(requestFor(getSessionCall, { id: 'x' })).toEqual({ method: 'GET', path: '/v1/auth/session' })
  })

  test('the input of a call cannot add properties to the request by a prototype', () => {
    const data: unknown = JSON.parse('{"id":"x","__proto__":{"title":"y"}}')
    expect(requestFor(renameThreadCall, data).body).not.toHaveProperty('title')
  })

  test.each([undefined, null, 7, true, ['x'], { toString: 'x' }, '\ud800'])(
    'an input with %j for a path parameter is a typed 422',
    (id) => {
      expect(failureOf(renameThreadCall, { id, title: 'x' })).toEqual([422, 'invalid_input'])
    },
  )

  test.each(['.', '..'])('an input with %j for a path parameter leads to no other call', (id) => {
    expect(failureOf(renameThreadCall, { id, title: 'x' })).toEqual([404, 'not_found'])
  })

  test.each([7, null, ['x'], { toString: 'x' }])('an input with %j in a query is a typed 422', (limit) => {
    expect(failureOf(listGenerationsCall, { limit })).toEqual([422, 'invalid_input'])
  })

  test.each([undefined, 7, 'half \ud800'])('an input with %j for an idempotency key is a typed 422', (idempotency_key) => {
    expect(failureOf(createGenerationCall, { model: 'm', prompt: 'p', idempotency_key })).toEqual([422, 'invalid_input'])
  })

  test.each(['text', 7, true, null, ['x']])('an input that is no object is a typed 422: %j', (data) => {
    expect(failureOf(createGenerationCall, data)).toEqual([422, 'invalid_input'])
  })
})

test('every parameter of a path is filled', () => {
  const call = defineCall({
    method: 'GET',
    path: '/v1/a/{id}/b/{place}',
    summary: '',
    tag: '',
    auth: 'public',
    status: 200,
    input: { params: v.object({ ...byId.entries, place: v.string() }) },
    response: v.unknown(),
  })
  expect(requestFor(call, { id: '1', place: '2' }).path).toBe('/v1/a/1/b/2')
})
