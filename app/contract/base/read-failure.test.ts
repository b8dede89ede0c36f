import { describe, expect, test } from 'vitest'
import { readFailure } from './read-failure.ts'

const answer = (status: number, statusText = '') => ({ status, statusText })

describe('a failed call of the API', () => {
  test('a failed call is rethrown with statusCode from the response status', () => {
    expect(readFailure(answer(409), { detail: 'Taken.', code: 'email_taken' })).toMatchObject({ statusCode: 409, code: 'email_taken' })
    expect(readFailure(answer(502), undefined).statusCode).toBe(502)
  })

  test('a failed call has the body’s detail as its statusMessage, Russian text included', () => {
    expect(readFailure(answer(401), { detail: 'Войдите, чтобы продолжить.', code: 'unauthorized' })).toMatchObject({
      statusMessage: 'Войдите, чтобы продолжить.',
      detail: 'Войдите, чтобы продолжить.',
    })
  })

  test.each([
    [['Too short.', 'No digit.'], 'Too short.; No digit.'],
    [
      [{ loc: ['body', 'email'], msg: 'field required', type: 'missing' }, { msg: 'value is not valid' }],
      'field required; value is not valid',
    ],
    [['Same.', 'Same.', { msg: 'Same.' }], 'Same.'],
    [{ msg: 'One alone.' }, 'One alone.'],
    [[null, 7, {}, '', { msg: 3 }, 'Left.'], 'Left.'],
  ])('a failed call flattens the list %j into its statusMessage', (detail, words) => {
    expect(readFailure(answer(422), { detail }).statusMessage).toBe(words)
  })

  test('a failed call without a detail has the error’s own message', () => {
    expect(readFailure(answer(418), { message: 'A teapot' }).statusMessage).toBe('A teapot')
    expect(readFailure(answer(502, 'Bad Gateway'), '<html>…').statusMessage).toBe('Bad Gateway')
  })

  test('a failed call has the body’s detail rather than the error’s own message, and that rather than the status text', () => {
    expect(readFailure(answer(502, 'Bad Gateway'), { detail: 'Taken.', message: 'A conflict' }).statusMessage).toBe('Taken.')
    expect(readFailure(answer(502, 'Bad Gateway'), { message: 'A conflict' }).statusMessage).toBe('A conflict')
  })

  test('a failed call without any message is an InternalError', () => {
    for (const body of [undefined, null, '', 'text', 7, [], {}, { detail: '' }, { detail: {} }, { detail: [] }, { message: '  ' }])
      expect(readFailure(answer(500), body)).toMatchObject({ statusMessage: 'InternalError', detail: '', code: 'internal' })
  })

  test.each([
    'request to http://10.0.0.7:3999/api/v1/me failed',
    'connect ECONNREFUSED 127.0.0.1:3999',
    'getaddrinfo ENOTFOUND api.internal',
    'connect ECONNREFUSED [::1]:3999',
    'upstream quartet-api:8080 timed out',
    'https://api.example.com',
  ])('a failed call never shows the API’s address: %s', (message) => {
    expect(readFailure(answer(500), { message }).statusMessage).toBe('InternalError')
  })

  test.each([
    [401, 'unauthorized'],
    [404, 'not_found'],
    [413, 'payload_too_large'],
    [418, 'invalid_input'],
    [429, 'too_many_attempts'],
    [503, 'internal'],
  ])('a failed call with status %i and no code of ours is taken for %s', (status, code) => {
    expect(readFailure(answer(status), { code: 'something_foreign' }).code).toBe(code)
  })

  test('a refused sign-up is the internal error "signUp is disabled"', () => {
    expect(readFailure(answer(403), { detail: 'Новых аккаунтов нет.', code: 'sign_up_disabled' }).message).toBe('signUp is disabled')
  })

  test('a failed call keeps its field errors, the missing amount and the error id', () => {
    const fields = { email: { code: 'required', detail: 'Fill this in.' } }
    expect(readFailure(answer(422), { detail: 'x', code: 'invalid_input', fields }).fields).toEqual(fields)
    expect(readFailure(answer(402), { detail: 'x', code: 'not_enough_tokens', missing: 5 }).missing).toBe(5)
    expect(readFailure(answer(500), { detail: 'x', code: 'internal', error_id: 'abc' }).error_id).toBe('abc')
    expect(readFailure(answer(422), { detail: 'x', code: 'invalid_input', fields: 'odd' })).not.toHaveProperty('fields')
  })
})
