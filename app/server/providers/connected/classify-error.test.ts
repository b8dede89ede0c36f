import { describe, expect, test } from 'vitest'
import { classifyError, classifyFailure, type Failure } from './classify-error.ts'
import { final } from './media/operations.ts'
import { answerLost } from './saved-start.ts'

const error = (code: string, message = 'UPSTREAM-WORDS') => ({ error: { message, type: 'error', code } })

describe('a failed answer', () => {
  test.each<[string, Failure, string, boolean]>([
    ['401', { status: 401, body: error('invalid_api_key') }, 'provider_auth', false],
    ['403', { status: 403, body: error('permission_denied') }, 'provider_auth', false],
    ['an invalid key at 400', { status: 400, body: error('bad', 'API key not valid') }, 'provider_auth', false],
    ['402', { status: 402, body: '' }, 'provider_auth', false],
    ['an exhausted quota at 429', { status: 429, body: error('insufficient_quota') }, 'provider_auth', false],
    ['a low balance at 400', { status: 400, body: error('bad', 'Your credit balance is too low') }, 'provider_auth', false],
    [
      'too few credits at 400',
      { status: 400, body: { error: 'You do not have enough credits to run this task.' } },
      'provider_auth',
      false,
    ],
    ['404', { status: 404, body: '' }, 'model_gone', false],
    ['410', { status: 410, body: '' }, 'model_gone', false],
    ['an unknown model at 400', { status: 400, body: error('model_not_found') }, 'model_gone', false],
    ['405', { status: 405, body: '' }, 'provider_auth', false],
    ['413', { status: 413, body: '' }, 'too_long', false],
    ['400', { status: 400, body: error('invalid_value') }, 'invalid_input', false],
    ['422', { status: 422, body: '' }, 'invalid_input', false],
    ['451', { status: 451, body: '' }, 'refused', false],
    ['moderation at 400', { status: 400, body: error('moderation_blocked') }, 'refused', false],
    ['a safety message at 403', { status: 403, body: error('x', 'Rejected by our safety system') }, 'refused', false],
    ['a failed safety check at 422', { status: 422, body: { detail: 'The prompt did not pass safety checks' } }, 'refused', false],
    ['429', { status: 429, body: error('rate_limit_exceeded') }, 'rate_limited', true],
    ['408', { status: 408, body: '' }, 'temporary', true],
    ['409', { status: 409, body: '' }, 'temporary', true],
    ['500', { status: 500, body: error('server_error') }, 'temporary', true],
    ['a server error with words about a key', { status: 500, body: error('x', 'invalid api key') }, 'temporary', true],
    ['502 with a page', { status: 502, body: '<html>UPSTREAM-WORDS</html>' }, 'temporary', true],
    ['overload within a stream', { body: error('overloaded_error') }, 'temporary', true],
    ['a rate limit within a stream', { body: error('rate_limit_error') }, 'rate_limited', true],
    ['a refused key within a stream', { body: error('authentication_error') }, 'provider_auth', false],
    ['invalid input within a stream', { body: error('invalid_request_error') }, 'invalid_input', false],
    ['an unknown error within a stream', { body: error('other') }, 'temporary', true],
  ])('a failed answer is classified: %s', (_name, failure, code, retryable) => {
    const classified = classifyFailure('desk', failure)
    expect(classified).toMatchObject({ code, retryable })
    expect(classified.message).not.toContain('UPSTREAM')
    expect(classified.cause).toBeUndefined()
  })

  test.each<[string, Failure, number | null]>([
    ['seconds', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
    ['milliseconds', { status: 503, headers: { 'retry-after-ms': '250' } }, 250],
    ['a delay in the body', { status: 429, body: { error: { details: [{ retryDelay: '3.5s' }] } } }, 3_500],
    ['more than an hour', { status: 429, headers: { 'retry-after': '999999' } }, 3_600_000],
    ['nothing readable', { status: 429, headers: { 'retry-after': 'soon' } }, null],
    ['a delay for an error that is not retried', { status: 401, headers: { 'retry-after': '7' } }, null],
  ])('a failed answer gives its retry time in %s', (_name, failure, retryAfterMs) => {
    expect(classifyFailure('desk', failure).retryAfterMs).toBe(retryAfterMs)
  })
})

describe('an error of a call', () => {
  const named = (name: string, more: object = {}) => Object.assign(new Error('UPSTREAM-WORDS'), { name, ...more })

  test.each<[string, unknown, string]>([
    ['the SDK’s API error', named('AI_APICallError', { url: 'https://x', statusCode: 401, responseBody: '{}' }), 'provider_auth'],
    ['a broken answer after status 200', named('AI_APICallError', { url: 'https://x', statusCode: 200 }), 'temporary'],
    ['an error event of a stream', named('AI_StreamProviderError', { type: 'rate_limit_error' }), 'rate_limited'],
    [
      'the last error of several attempts',
      named('AI_RetryError', { lastError: named('AI_APICallError', { url: 'x', statusCode: 400 }) }),
      'invalid_input',
    ],
    ['a reset connection', named('TypeError', { message: 'fetch failed', cause: named('Error', { code: 'ECONNRESET' }) }), 'temporary'],
    ['a missing setting', named('AI_LoadAPIKeyError'), 'provider_auth'],
    ['a prompt that the SDK rejects', named('AI_InvalidPromptError'), 'invalid_input'],
    ['a mistake of our own', named('RangeError'), 'internal'],
    ['a thrown string', 'UPSTREAM-WORDS', 'internal'],
  ])('an error of a call is classified: %s', (_name, thrown, code) => {
    const classified = classifyError('desk', thrown)
    expect(classified).toMatchObject({ code })
    expect(classified.message).not.toContain('UPSTREAM')
  })

  const fetchFailed = (code: string) => named('TypeError', { message: 'fetch failed', cause: named('Error', { code }) })
  const answer = (more: object) => named('AI_APICallError', { url: 'https://ann:secret@desk.example', ...more })
  const terminated = named('TypeError', { message: 'terminated', cause: named('SocketError', { code: 'UND_ERR_SOCKET' }) })
  test.each<[string, unknown, { status: number | null; phase: string | null; errno: string | null }]>([
    ['a refused connection', answer({ cause: fetchFailed('ECONNREFUSED') }), { status: null, phase: 'connect', errno: 'ECONNREFUSED' }],
    ['an unknown name', fetchFailed('ENOTFOUND'), { status: null, phase: 'connect', errno: 'ENOTFOUND' }],
    ['an expired certificate', fetchFailed('CERT_HAS_EXPIRED'), { status: null, phase: 'connect', errno: 'CERT_HAS_EXPIRED' }],
    ['a reset before the answer', fetchFailed('ECONNRESET'), { status: null, phase: 'headers', errno: 'ECONNRESET' }],
    ['no answer in time', fetchFailed('UND_ERR_HEADERS_TIMEOUT'), { status: null, phase: 'headers', errno: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['a status', answer({ statusCode: 500, responseBody: 'UPSTREAM' }), { status: 500, phase: 'headers', errno: null }],
    ['a broken stream', terminated, { status: null, phase: 'stream', errno: 'UND_ERR_SOCKET' }],
    [
      'a stream that the SDK reports',
      answer({ statusCode: 200, cause: terminated }),
      { status: null, phase: 'stream', errno: 'UND_ERR_SOCKET' },
    ],
    ['an error event', named('AI_StreamProviderError', { type: 'rate_limit_error' }), { status: null, phase: 'stream', errno: null }],
    ['an answer that is no JSON', named('AI_JSONParseError'), { status: null, phase: 'stream', errno: null }],
    ['a mistake of our own', named('RangeError'), { status: null, phase: null, errno: null }],
  ])('an error of a call names how far it came: %s', (_name, thrown, place) => {
    const classified = classifyError('desk', thrown)
    expect(classified).toMatchObject(place)
    expect(JSON.stringify({ ...classified, message: classified.message })).not.toMatch(/UPSTREAM|secret/)
  })

  test('an error that replaces another keeps its place', () => {
    const cause = classifyError('desk', fetchFailed('ECONNREFUSED'))
    for (const replaced of [final(cause), answerLost(cause)]) expect(replaced).toMatchObject({ phase: 'connect', errno: 'ECONNREFUSED' })
  })
})
