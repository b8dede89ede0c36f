import { describe, expect, test } from 'vitest'
import { readExpiry, readPointer, readTokens } from './read-tokens.ts'

const good = { token: 'access', refresh_token: 'refresh', expires_in: 900, device_token: 'device' }

describe('the answer to a sign-in', () => {
  test('a sign-in gives both tokens from the configured locations, with their lifetime', () => {
    expect(readTokens({ ok: true, data: good })).toEqual({ ok: true, data: good })
  })

  test.each([
    [undefined],
    [null],
    ['access'],
    [[]],
    [{}],
    [{ ...good, token: undefined }],
    [{ ...good, token: '' }],
    [{ ...good, token: 'null' }],
    [{ ...good, token: 'undefined' }],
    [{ ...good, token: 7 }],
    [{ ...good, token: { value: 'access' } }],
    [{ ...good, token: ['access'] }],
    [{ ...good, refresh_token: undefined }],
    [{ ...good, refresh_token: null }],
    [{ ...good, refresh_token: 7 }],
    [{ data: good }],
    [Object.create(good)],
  ])('a sign-in whose answer lacks a string token at the configured location is a typed internal error: %j', (data) => {
    const reported: string[] = []
    const result = readTokens({ ok: true, data }, (_error, what) => {
      reported.push(what)
      return 'id-1'
    })
    expect(result).toEqual({
      ok: false,
      error: {
        statusCode: 500,
        statusMessage: 'InternalError',
        message: 'The answer holds no string token at the configured location',
        detail: '',
        code: 'token_missing',
        error_id: 'id-1',
      },
    })
    expect(reported).toHaveLength(1)
    expect(reported.join()).not.toMatch(/access"|refresh"/)
  })

  test('a failed sign-in keeps its failure', () => {
    const failure = { ok: false, error: { statusCode: 401, statusMessage: 'No.', detail: 'No.', code: 'bad_credentials' } } as const
    expect(readTokens(failure)).toBe(failure)
  })

  test('a sign-in at an API that knows of no devices gives no device token', () => {
    expect(readTokens({ ok: true, data: { ...good, device_token: undefined } })).toEqual({
      ok: true,
      data: { ...good, device_token: null },
    })
  })

  test('tokens without a lifetime get the configured one', () => {
    expect(readTokens({ ok: true, data: { ...good, expires_in: 'soon' } })).toMatchObject({ ok: true, data: { expires_in: 900 } })
  })
})

test.each([
  ['', { a: 1 }],
  ['/a', 1],
  ['/b/0', 'x'],
  ['/c~1d/e~0f', 2],
  ['/b/1', undefined],
  ['/a/b', undefined],
  ['/toString', undefined],
  ['/__proto__', undefined],
])('the JSON pointer %j reads %j', (pointer, value) => {
  const document = pointer === '' ? { a: 1 } : { a: 1, b: ['x'], 'c/d': { 'e~f': 2 } }
  expect(readPointer(document, pointer)).toEqual(value)
})

describe('the end of an access token', () => {
  const jwt = (claims: string) => `x.${Buffer.from(claims).toString('base64url')}.y`

  test('the end of an access token is read from the token', () => {
    expect(readExpiry(jwt('{"exp":1800000000}'))).toEqual(new Date(1_800_000_000_000))
  })

  test.each(['', 'opaque', 'a.b.c', jwt('{}'), jwt('{"exp":"soon"}'), jwt('{"exp":null}'), jwt('null')])(
    'the end of an access token is unknown for %j',
    (token) => {
      expect(readExpiry(token)).toBeNull()
    },
  )
})
