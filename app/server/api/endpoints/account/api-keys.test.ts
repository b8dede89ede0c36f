import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysSchema, type ApiKeyScope, newApiKeySchema } from '#app/contract/account/api-keys.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { auditPageSchema } from '#app/contract/operator/operator.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { errorBody, read, refusal } from '#tests/fixtures/read-response.ts'
import { assignRoleByEmail } from '#app/server/core/operation/operators/assign-role.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { endpoints } from '../../api.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

const send = (...call: Parameters<TestApi['send']>) => server.send(...call)

const person = () => server.signIn({ tokens: 100 })
const makeKey = (token: string, settings: { scopes?: ApiKeyScope[]; expires_in_days?: number } = {}) =>
  read(newApiKeySchema, send('POST', '/v1/me/api-keys', { token, body: { name: 'A script', scopes: ['read', 'generate'], ...settings } }))
const listKeys = async (token: string) => (await read(apiKeysSchema, send('GET', '/v1/me/api-keys', { token }))).items

test('a key is returned once, and only its SHA-256 is stored', async () => {
  const { user, token } = await person()
  const { key, api_key } = await makeKey(token)

  expect(key).toMatch(/^qk_[\w-]{43}$/)
  expect(api_key).toMatchObject({ name: 'A script', hint: key.slice(-4), scopes: ['read', 'generate'], expires_at: null })
  const { rows } = await server.db.execute(sql`select * from ${apiKeys} where user_id = ${user.id}`)
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(await (await send('GET', '/v1/me/api-keys', { token })).text()).not.toContain(key)
})

test('a run of a key is charged to its owner and counted for the key', async () => {
  const { token } = await person()
  const { key, api_key } = await makeKey(token)
  const run = await read(generationSchema, send('POST', '/v1/generations', { token: key, body: { model: 'image-10', prompt: 'a lake' } }))
  await read(generationSchema, send('POST', '/v1/generations', { token, body: { model: 'image-10', prompt: 'a lake' } }))
  await server.db.update(generations).set({ charged: 10, chargedMilli: 10_000 }).where(eq(generations.id, run.id))

  const [listed] = await listKeys(token)
  expect(listed).toMatchObject({ id: api_key.id, month: { runs: 1, tokens: 10 } })
  expect(listed?.last_used_at).not.toBeNull()
  const [row] = await server.db.select({ by: generations.apiKeyId }).from(generations).where(eq(generations.id, run.id))
  expect(row?.by).toBe(api_key.id)
})

test('a key can call what its scopes allow, nothing else', async () => {
  const { token } = await person()
  const onlyReads = (await makeKey(token, { scopes: ['read'] })).key
  const onlyRuns = (await makeKey(token, { scopes: ['generate'] })).key
  const run = { model: 'text-1', prompt: 'a word' }

  expect((await send('GET', '/v1/generations', { token: onlyReads })).status).toBe(200)
  expect(await refusal(send('POST', '/v1/generations', { token: onlyReads, body: run }))).toMatchObject({
    status: 403,
    code: 'key_not_allowed',
  })
  const made = await read(generationSchema, send('POST', '/v1/generations', { token: onlyRuns, body: run }))
  expect(await refusal(send('GET', '/v1/generations', { token: onlyRuns }))).toMatchObject({ status: 403, code: 'key_not_allowed' })
  expect(await refusal(send('DELETE', `/v1/generations/${made.id}`, { token: onlyRuns }))).toMatchObject({
    status: 403,
    code: 'key_not_allowed',
  })
})

test('no key reaches a call that concerns the account itself', async () => {
  const { token } = await person()
  const { key } = await makeKey(token, { scopes: ['read', 'generate', 'library'] })
  const closed = endpoints.map(({ call }) => call).filter(({ auth }) => auth === 'session')
  const paths = new Set(closed.map(({ path }) => path))
  for (const path of ['/v1/me', '/v1/me/sessions', '/v1/me/api-keys', '/v1/auth/password/change']) expect(paths).toContain(path)

  for (const { method, path } of closed) {
    const answer = await send(method, path.replaceAll(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000000'), { token: key })
    expect({ path, ...(await refusal(answer)) }).toMatchObject({ path, status: 403, code: 'key_not_allowed' })
  }
})

describe('a key with the scope `operator`', () => {
  const body = { name: 'A monitor', scopes: ['read'], expires_in_days: 30 }
  const password = 'tangerine kettle'
  const lead = (role: Role) => server.signIn({ role, password })
  const makeOperatorKey = async (token: string) =>
    (await read(newApiKeySchema, send('POST', '/v1/operator/api-keys', { token, body: { ...body, password } }))).key

  test('the key needs a role, a proof of identity and an end, and no other call gives the scope', async () => {
    const { token } = await lead('operator')
    const fieldsOf = async (settings: object) =>
      Object.keys((await errorBody(send('POST', '/v1/operator/api-keys', { token, body: settings }))).fields ?? {})
    expect(await fieldsOf(body)).toEqual(['password'])
    expect(await fieldsOf({ ...body, password: 'wrong' })).toEqual(['password'])
    expect(await fieldsOf({ ...body, password, expires_in_days: 366 })).toEqual(['expires_in_days'])
    expect(await fieldsOf({ name: 'x', password })).toEqual(['expires_in_days'])
    const plain = await send('POST', '/v1/me/api-keys', { token, body: { name: 'x', scopes: ['operator'] } })
    expect(plain.status).toBe(422)
    const member = await lead('member')
    expect(await refusal(send('POST', '/v1/operator/api-keys', { token: member.token, body: { ...body, password } }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    await makeOperatorKey(token)
    expect(await listKeys(token)).toMatchObject([{ scopes: ['read', 'operator'] }])
  })

  test('the key acts within the role, the audit log names the key, and acts that need a person refuse it', async () => {
    const [support, owner, ann] = [await lead('support'), await lead('owner'), await person()]
    const [weak, strong] = [await makeOperatorKey(support.token), await makeOperatorKey(owner.token)]
    expect((await send('GET', '/v1/operator/people', { token: weak })).status).toBe(200)
    expect(await refusal(send('GET', '/v1/operator/audit', { token: weak }))).toMatchObject({ status: 404, code: 'not_found' })
    const note = { text: 'seen by a program' }
    expect((await send('POST', `/v1/operator/people/${ann.user.id}/notes`, { token: strong, body: note })).status).toBe(200)
    const { items } = await read(auditPageSchema, send('GET', `/v1/operator/audit?person=${ann.user.id}`, { token: strong }))
    expect(items).toMatchObject([{ action: 'note_written', actor: { id: owner.user.id }, api_key: { name: 'A monitor' } }])
    const role = { role: 'operator', reason: 'none' }
    expect(await refusal(send('PUT', `/v1/operator/people/${ann.user.id}/role`, { token: strong, body: role }))).toMatchObject({
      status: 403,
      code: 'key_not_allowed',
    })
  })

  test('the key ends with the role, and a later role does not revive it', async () => {
    const { user, token } = await lead('operator')
    const usual = await createKey(server, user)
    const key = await makeOperatorKey(token)
    await assignRoleByEmail(server.db, { email: user.email, role: 'member' })
    expect(await refusal(send('GET', '/v1/operator', { token: key }))).toMatchObject({ status: 404, code: 'not_found' })
    await assignRoleByEmail(server.db, { email: user.email, role: 'operator' })
    expect(await refusal(send('GET', '/v1/operator', { token: key }))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await send('GET', '/v1/tokens', { token: usual })).status).toBe(200)
  })
})

test('a revoked, expired or unknown key opens nothing', async () => {
  const { token } = await person()
  const revoked = await makeKey(token)
  const ended = await makeKey(token, { expires_in_days: 30 })
  expect((await send('DELETE', `/v1/me/api-keys/${revoked.api_key.id}`, { token })).status).toBe(204)
  await server.db
    .update(apiKeys)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(apiKeys.id, ended.api_key.id))

  for (const key of [revoked.key, ended.key, 'qk_made-up'])
    expect(await refusal(send('GET', '/v1/tokens', { token: key }))).toMatchObject({ status: 401, code: 'unauthorized' })
  expect(await listKeys(token)).toMatchObject([{ id: ended.api_key.id, expired: true }])
})

test('only its owner sees and revokes a key', async () => {
  const [ann, bob] = [await person(), await person()]
  const { api_key } = await makeKey(ann.token)
  expect(await listKeys(bob.token)).toEqual([])
  expect(await refusal(send('DELETE', `/v1/me/api-keys/${api_key.id}`, { token: bob.token }))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('a stolen session alone makes no key', async () => {
  const body = { name: 'A script', scopes: ['read'] }
  const { token } = await server.signIn({ password: 'tangerine kettle' })
  const make = (bearer: string, more: object = {}) => send('POST', '/v1/me/api-keys', { token: bearer, body: { ...body, ...more } })
  const fieldsOf = async (answer: Response | Promise<Response>) => Object.keys((await errorBody(answer)).fields ?? {})
  expect(await fieldsOf(make(token))).toEqual(['password'])
  expect(await fieldsOf(make(token, { password: 'another kettle' }))).toEqual(['password'])
  expect((await make(token, { password: 'tangerine kettle' })).status).toBe(201)
  expect(await listKeys(token)).toHaveLength(1)

  // Without a password, the sign-in has to be recent.
  const passwordless = await server.signIn()
  const createdAt = new Date(Date.now() - (config.auth.recentSignIn + 1) * 1000)
  await server.db.update(sessions).set({ createdAt }).where(eq(sessions.userId, passwordless.user.id))
  expect(await refusal(make(passwordless.token))).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
})

test('a key without a name, a scope or a possible end is refused at the field', async () => {
  const { token } = await person()
  const answer = await send('POST', '/v1/me/api-keys', { token, body: { name: ' ', scopes: [], expires_in_days: 0.5 } })
  const { fields } = await errorBody(answer)
  expect(Object.entries(fields ?? {}).map(([name, { code }]) => [name, code])).toEqual([
    ['name', 'required'],
    ['scopes', 'scopes_missing'],
    ['expires_in_days', 'invalid'],
  ])
})

test('each key has an allowance of calls per minute of its own', async () => {
  const { token } = await person()
  const [busy, quiet] = [await makeKey(token), await makeKey(token)]
  const ask = (key: string) => send('GET', '/v1/tokens', { token: key })
  const answers = await Promise.all(Array.from({ length: config.apiKeys.limit.calls + 1 }, () => ask(busy.key)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(quiet.key)).status).toBe(200)
})

test('parallel requests make no more keys than an account may have', async () => {
  const { user, token } = await person()
  const tries = await Promise.allSettled(Array.from({ length: config.apiKeys.maxPerAccount + 3 }, () => createKey(server, user)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(config.apiKeys.maxPerAccount)
  expect(await refusal(send('POST', '/v1/me/api-keys', { token, body: { name: 'One too many', scopes: ['read'] } }))).toMatchObject({
    status: 409,
    code: 'too_many_api_keys',
  })
})
