import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiKeySchema } from '#app/contract/account/api-keys.ts'
import { config } from '#config'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { createApi } from '../api.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

const { session, person, heavy } = config.api.limits
const send = (...call: Parameters<TestApi['send']>) => server.send(...call)
const balance = async (token: string) => (await send('GET', '/v1/tokens', { token })).status
const quote = async (token: string) =>
  (await send('POST', '/v1/generations/quote', { token, body: { model: 'image-10', prompt: 'a lake' } })).status

test('a session over its limit gets a retry time and can still sign out, and other sessions are not affected', async () => {
  const { user, token } = await server.signIn()
  const other = (await createSession(server, server.keys, user)).token
  // The embedded database refuses a query that waits long for others, which hundreds of queries would on a busy machine.
  const atOnce = 20
  for (let sent = 0; sent < session.calls; sent += atOnce)
    expect(new Set(await Promise.all(Array.from({ length: atOnce }, () => balance(token))))).toEqual(new Set([200]))

  const refused = await send('GET', '/v1/tokens', { token })
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(session.per)
  expect(await errorBody(refused)).toMatchObject({
    code: 'too_many_attempts',
    retry_after: wait,
    detail: expect.stringMatching(/^Too many requests\. Wait \d+ (?:seconds?|minutes) and try again\.$/),
  })
  expect(await balance(other)).toBe(200)
  expect((await send('POST', '/v1/auth/sign-out', { token, body: {} })).status).toBe(204)
})

test('a person with many sessions has one allowance', async () => {
  const { user } = await server.signIn()
  const { callsByPerson } = server.allowances
  for (let count = 1; count < person.calls; count += 1) await callsByPerson.take(user.id)
  const fresh = (await createSession(server, server.keys, user)).token
  expect([await balance(fresh), await balance(fresh)]).toEqual([200, 429])
  expect(await balance((await server.signIn()).token)).toBe(200)
})

test('quotes, searches and statistics have a smaller allowance, shared with the person’s API keys; other calls are not affected', async () => {
  const { user, token } = await server.signIn()
  const body = { name: 'A script', scopes: ['read', 'generate'] }
  const { key } = v.parse(newApiKeySchema, await (await send('POST', '/v1/me/api-keys', { token, body })).json())
  const { heavyByPerson } = server.allowances
  for (let count = 1; count < heavy.calls; count += 1) await heavyByPerson.take(user.id)
  expect([await quote(token), await quote(token), await quote(key)]).toEqual([200, 429, 429])
  for (const path of ['/v1/generations?q=lake', '/v1/threads?q=lake', '/v1/tokens/entries?q=lake', '/v1/statistics'])
    expect((await send('GET', path, { token })).status, path).toBe(429)
  for (const path of ['/v1/generations', '/v1/threads', '/v1/tokens/entries', '/v1/auth/session'])
    expect((await send('GET', path, { token })).status, path).toBe(200)
})

test('nothing is counted when our limits are switched off', async () => {
  const open = createApi({ ...server, env: { ...server.env, SESSION_LIMITS: false } })
  const { user, token } = await server.signIn()
  const { callsByPerson } = server.allowances
  for (let count = 0; count < person.calls; count += 1) await callsByPerson.take(user.id)
  expect(await balance(token)).toBe(429)
  expect((await callApi(open, 'GET', '/v1/tokens', { token })).status).toBe(200)
})
