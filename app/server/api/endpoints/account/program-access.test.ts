import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysSchema, ownKeySchema } from '#app/contract/account/api-keys.ts'
import { authorizationSchema } from '#app/contract/account/programs.ts'
import { runRequestSchema } from '#app/contract/runs/run-requests.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { callback, challengeOf, makeVerifier, openProgramServer } from '#tests/fixtures/program-server.ts'
import { serveOnLoopback } from '#tests/fixtures/serve-on-loopback.ts'
import { sweepPrograms } from '#app/server/core/identity/programs/sweep-programs.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { accessCodes, programClients, programTokens } from '#app/server/db/schema/programs.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { users } from '#app/server/db/schema/users.ts'

/** Programs that people give access in the browser, with the official client where it can do what is asked. */

const scripted = scriptedProvider()
let server: Awaited<ReturnType<typeof openProgramServer>>
let ownOrigin: Awaited<ReturnType<typeof serveOnLoopback>>
let document: (url: URL) => Response
beforeAll(async () => {
  ownOrigin = await serveOnLoopback((request) => document(new URL(request.url)))
  server = await openProgramServer({ provider: scripted, env: { MCP_CLIENT_ORIGINS: ownOrigin.url } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ownOrigin[Symbol.asyncDispose]()
})

async function newPerson({ signedInAt, ...overrides }: UserOverrides & { signedInAt?: Date } = {}) {
  const user = await createUser(server.runtime, { tokens: 100, ...overrides })
  const { token } = await createSession(server.runtime, server.runtime.keys, user, signedInAt ? { now: signedInAt } : {})
  return { ...user, token }
}
type Person = Awaited<ReturnType<typeof newPerson>>
const keysOf = async (person: Person) => v.parse(apiKeysSchema, await (await server.send('GET', '/v1/me/api-keys', person)).json()).items
const read = async (person: Person, request: string) =>
  v.parse(
    authorizationSchema,
    await (await server.send('GET', `/v1/authorization?${new URLSearchParams({ request }).toString()}`, person)).json(),
  )
const errorOf = async (answer: Response) => v.parse(v.looseObject({ error: v.string() }), await answer.json()).error
/** Moves the use of a code or token back, beyond the time for repetitions. */
const later = async (table: typeof accessCodes | typeof programTokens) =>
  void (await server.runtime.db.update(table).set({ usedAt: sql`${table.usedAt} - interval '11 seconds'` }))

describe('the official client', () => {
  test('registers, signs in through the browser, spends within the budget, and ends with one press', async () => {
    scripted.script = (request, context) => makesAFile(server.runtime.scratchDir)(request, context)
    const person = await newPerson()
    const { client, provider } = await server.connect(person, { budget: { tokens_per_day: 12 } })
    const balance = await client.callTool({ name: 'get_balance', arguments: {} })
    expect(balance.isError).toBeUndefined()
    const make = () => client.callTool({ name: 'generate', arguments: { model: 'image-10', prompt: 'a lake' } })
    expect((await make()).isError).toBeUndefined()
    // A run beyond the budget starts only if the person allows it.
    await make()
    const [access, ...others] = await keysOf(person)
    expect(others).toEqual([])
    expect(access).toMatchObject({ name: 'An agent', client: { host: null, is_verified: false }, budget: { tokens_per_day: 12 } })
    expect(access?.spent?.today.tokens).toBe(10)
    expect(access?.last_used_at).not.toBeNull()

    // An access token that has expired is replaced without the person.
    await server.runtime.db
      .update(programTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(programTokens.kind, 'access'))
    expect((await client.callTool({ name: 'get_balance', arguments: {} })).isError).toBeUndefined()

    expect((await server.send('DELETE', '/v1/me/api-keys', person)).status).toBe(200)
    expect(await keysOf(person)).toEqual([])
    await expect(client.callTool({ name: 'get_balance', arguments: {} })).rejects.toThrow()
    expect((await server.call(provider.tokens()?.access_token)).status).toBe(401)
  })

  test('identifies itself by the address of its description', async () => {
    const id = 'https://agent.example/client.json'
    await server.runtime.db.insert(programClients).values({ id, name: 'Described agent', redirectUris: [callback], readAt: sql`now()` })
    const person = await newPerson()
    const { client } = await server.connect(person, { metadataUrl: id })
    expect((await client.callTool({ name: 'get_balance', arguments: {} })).isError).toBeUndefined()
    expect(await keysOf(person)).toMatchObject([{ name: 'Described agent', client: { host: 'agent.example', is_verified: true } }])
  })
})

describe('the way to sign in', () => {
  test('a client without a token learns it, but never one with a key: a wrong one is said to be wrong', async () => {
    const person = await newPerson()
    const none = await server.call(undefined)
    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${server.url('/.well-known/oauth-protected-resource/mcp')}"`,
    )
    const wrong = await server.call('qk_wrong')
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await wrong.text()).toContain('Incorrect API key')
    expect((await server.call('qa_wrong')).headers.get('www-authenticate')).toContain('error="invalid_token", resource_metadata=')
    expect((await server.call(await createKey(server.runtime, person))).status).toBe(200)
  })

  test('metadata name only what is offered', async () => {
    const read = async (path: string) => (await fetch(server.url(`/.well-known/${path}`))).json()
    expect(await read('oauth-protected-resource/mcp')).toEqual(await read('oauth-protected-resource'))
    expect(await read('oauth-protected-resource/mcp')).toMatchObject({
      resource: server.url('/mcp'),
      authorization_servers: [server.url('')],
    })
    expect(await read('oauth-authorization-server')).toMatchObject({
      issuer: server.url(''),
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      registration_endpoint: server.url('/oauth/register'),
    })
  })
})

describe('a request is refused in words, and leads nowhere that is not registered', () => {
  test.each([
    ['an unknown program', { client_id: 'qc_unknown' }, 'client'],
    ['no program', { client_id: '' }, 'client'],
    ['another address', { redirect_uri: 'https://evil.example/callback' }, 'redirect'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'redirect'],
  ])('%s is refused', async (_name, differs, broken) => {
    const [person, clientId] = [await newPerson(), await server.register()]
    const request = server.requestOf(clientId, makeVerifier(), differs)
    expect(await read(person, request)).toMatchObject({ state: 'broken', broken, return_to: null })
    expect((await server.send('POST', '/v1/authorization', person, { request, allow: true })).status).toBe(404)
  })

  test('a parameter that is sent twice is refused', async () => {
    const [person, clientId] = [await newPerson(), await server.register()]
    const request = `${server.requestOf(clientId, makeVerifier())}&redirect_uri=https%3A%2F%2Fevil.example`
    expect(await read(person, request)).toMatchObject({ state: 'broken', broken: 'request', return_to: null })
  })

  test.each([
    ['no challenge', { code_challenge: '' }, 'challenge', 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'challenge', 'invalid_request'],
    ['a challenge without a method, which is plain', { code_challenge_method: undefined }, 'challenge', 'invalid_request'],
    ['another server', { resource: 'https://other.example/mcp' }, 'resource', 'invalid_target'],
    ['another answer', { response_type: 'token' }, 'request', 'unsupported_response_type'],
  ])('%s: the program learns it only if the person goes back', async (_name, differs, broken, error) => {
    const [person, clientId] = [await newPerson(), await server.register()]
    const answer = await read(person, server.requestOf(clientId, makeVerifier(), differs))
    expect(answer).toMatchObject({ state: 'broken', broken })
    const back = new URL((answer.state === 'broken' && answer.return_to) || '')
    expect(`${back.origin}${back.pathname}`).toBe(callback)
    expect(Object.fromEntries(back.searchParams)).toEqual({ error, state: 'a state', iss: server.url('') })
  })

  test('the port of an address on the own device may differ', async () => {
    const [person, clientId] = [await newPerson(), await server.register()]
    const request = server.requestOf(clientId, makeVerifier(), { redirect_uri: 'http://localhost:51234/callback' })
    expect(await read(person, request)).toMatchObject({ state: 'asks', returns_to: null, scopes: ['read', 'generate', 'library'] })
  })

  test('a person who refuses is sent back with nothing', async () => {
    const [person, clientId] = [await newPerson(), await server.register()]
    const to = await server.decide(person, server.requestOf(clientId, makeVerifier()), { allow: false })
    expect(Object.fromEntries(to.searchParams)).toEqual({ error: 'access_denied', state: 'a state', iss: server.url('') })
    expect(await keysOf(person)).toEqual([])
  })
})

describe('registrations', () => {
  test.each(['http://evil.example/callback', 'javascript:alert(1)//a.b'])('%s is no address to return to', async (uri) => {
    const answer = await fetch(server.url('/oauth/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [uri] }),
    })
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('registrations from one address are limited', async () => {
    const post = () =>
      fetch(server.url('/oauth/register'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-test-address': '203.0.113.7' },
        body: JSON.stringify({ redirect_uris: [callback] }),
      })
    const answers = await Promise.all(Array.from({ length: 32 }, post))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429).map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([
      true,
      true,
    ])
  })

  test('a registered program is public, and its name is one line', async () => {
    const answer = await fetch(server.url('/oauth/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: ' Claude\n<b>', redirect_uris: ['com.example.agent:/callback'] }),
    })
    expect(await answer.json()).toMatchObject({ client_name: 'Claude <b>', token_endpoint_auth_method: 'none' })
  })

  test('unused registrations are deleted after a day, and access that programs have not used for long ends', async () => {
    const person = await newPerson()
    const [unused, used] = [await server.register(), (await server.tokens(person)).client_id]
    await server.runtime.db.update(programClients).set({ createdAt: sql`now() - interval '25 hours'` })
    await sweepPrograms(server.runtime.db)
    const known = (await server.runtime.db.select({ id: programClients.id }).from(programClients)).map(({ id }) => id)
    expect(known).not.toContain(unused)
    expect(known).toContain(used)
    expect(await keysOf(person)).toHaveLength(1)
    await server.runtime.db.update(programTokens).set({ expiresAt: sql`now()` })
    await sweepPrograms(server.runtime.db)
    expect(await keysOf(person)).toEqual([])
  })
})

describe('the description of a program', () => {
  const described = (id: string, more: object = {}) =>
    Response.json({ client_id: id, client_name: 'Own agent', redirect_uris: [callback], ...more })
  const idAt = (path: string) => `${ownOrigin.url}${path}`
  const ask = async (id: string) => read(await newPerson(), server.requestOf(id, makeVerifier()))

  test('a description is read at its address, and not again for a while', async () => {
    let asked = 0
    document = ({ href }) => {
      asked += 1
      return described(href)
    }
    const id = idAt('/good')
    expect(await ask(id)).toMatchObject({ state: 'asks', client: { name: 'Own agent', host: new URL(id).host } })
    await ask(id)
    expect(asked).toBe(1)
  })

  test.each([
    ['names another id', () => described('https://other.example/client')],
    ['is too long', ({ href }: URL) => described(href, { padding: 'x'.repeat(20_000) })],
    ['is no JSON', () => new Response('<p>', { headers: { 'content-type': 'application/json' } })],
    ['is a page', ({ href }: URL) => new Response(JSON.stringify({ client_id: href }), { headers: { 'content-type': 'text/html' } })],
    ['has moved', ({ pathname }: URL) => (pathname === '/good' ? described(idAt('/has moved')) : Response.redirect(idAt('/good')))],
    ['is missing', () => new Response(null, { status: 404 })],
    ['demands a secret', ({ href }: URL) => described(href, { token_endpoint_auth_method: 'private_key_jwt' })],
    ['returns to a script', ({ href }: URL) => described(href, { redirect_uris: ['javascript:alert(1)'] })],
  ])('a description that %s is not taken', async (name, answer) => {
    document = answer
    expect(await ask(idAt(`/${encodeURIComponent(name)}`))).toMatchObject({ state: 'broken', broken: 'client' })
  })

  test.each(['https://169.254.169.254/latest/meta-data', 'http://agent.example/client.json'])(
    '%s is never asked for a description',
    async (id) => {
      expect(await ask(id)).toMatchObject({ state: 'broken', broken: 'client' })
    },
  )
})

describe('a code', () => {
  test('one of parallel exchanges gets tokens', async () => {
    const person = await newPerson()
    const form = await server.allow(person)
    const answers = await Promise.all(Array.from({ length: isFull ? 40 : 12 }, () => server.post('/oauth/token', form)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(answers.length - 1)
    for (const answer of refused) expect(await errorOf(answer)).toBe('invalid_grant')
    expect(await keysOf(person)).toHaveLength(1)
  })

  test.each([
    ['another verifier', () => ({ code_verifier: makeVerifier() })],
    ['the challenge as verifier', (verifier: string) => ({ code_verifier: challengeOf(verifier) })],
    ['another address', () => ({ redirect_uri: 'http://localhost:8977/callback' })],
    ['another program', () => ({ client_id: 'qc_other' })],
  ])('an exchange with %s uses the code up', async (_name, differs) => {
    const person = await newPerson()
    const form = await server.allow(person)
    expect(await errorOf(await server.post('/oauth/token', { ...form, ...differs(form.code_verifier) }))).toBe('invalid_grant')
    expect(await errorOf(await server.post('/oauth/token', form))).toBe('invalid_grant')
    expect(await keysOf(person)).toEqual([])
  })

  test('a code that is used again after a while has been copied: its access ends', async () => {
    const person = await newPerson()
    const form = await server.allow(person)
    expect((await server.post('/oauth/token', form)).status).toBe(200)
    expect(await errorOf(await server.post('/oauth/token', form))).toBe('invalid_grant')
    expect(await keysOf(person)).toHaveLength(1)
    await later(accessCodes)
    expect(await errorOf(await server.post('/oauth/token', form))).toBe('invalid_grant')
    expect(await keysOf(person)).toEqual([])
  })

  test('a code lasts a minute, and ends with everything else that acts for the person', async () => {
    const person = await newPerson()
    const [old, given] = [await server.allow(person), await server.allow(person)]
    await server.runtime.db
      .update(accessCodes)
      .set({ expiresAt: sql`now()` })
      .where(eq(accessCodes.clientId, old.client_id))
    expect(await errorOf(await server.post('/oauth/token', old))).toBe('invalid_grant')
    await server.send('DELETE', '/v1/me/api-keys', person)
    expect(await errorOf(await server.post('/oauth/token', given))).toBe('invalid_grant')
    expect(await keysOf(person)).toEqual([])
  })

  test('a code is for this server only, and comes in a form without credentials in a header', async () => {
    const form = await server.allow(await newPerson())
    const post = (differs: Record<string, string>, headers?: Record<string, string>) =>
      server.post('/oauth/token', { ...form, ...differs }, headers).then(errorOf)
    expect(await post({ resource: 'https://other.example/mcp' })).toBe('invalid_target')
    expect(await post({ grant_type: 'password' })).toBe('unsupported_grant_type')
    expect(await post({ code_verifier: '' })).toBe('invalid_request')
    expect(await post({}, { authorization: 'Basic YTpi' })).toBe('invalid_client')
    expect((await server.post('/oauth/token', { ...form, resource: server.url('/mcp') })).status).toBe(200)
  })
})

describe('tokens', () => {
  test('tokens open the tools of agents only, which neither sessions nor refresh tokens open', async () => {
    const person = await newPerson()
    const { access_token: token, refresh_token: refresh } = await server.tokens(person)
    expect((await server.call(token)).status).toBe(200)
    for (const path of ['/v1/tokens', '/v1/key', '/v1/me', '/v1/me/api-keys'])
      expect((await server.send('GET', path, { token })).status).toBe(401)
    expect((await server.call(refresh)).status).toBe(401)
    expect((await server.call(person.token)).status).toBe(401)
    expect((await server.call(token, { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('tokens allow what was asked for and no more', async () => {
    const person = await newPerson()
    const { scope, access_token: token } = await server.tokens(person, { differs: { scope: 'read operator openid' } })
    expect(scope).toBe('read')
    expect(await (await server.call(token)).text()).not.toContain('isError')
    expect((await keysOf(person))[0]?.scopes).toEqual(['read'])
  })

  test('refresh tokens are one chain: a repetition gets the same successor, and a late one ends the access', async () => {
    const person = await newPerson()
    const { refresh_token: first, client_id: id } = await server.tokens(person)
    const renewed = await Promise.all(Array.from({ length: 5 }, () => server.refresh(id, first)))
    const pairs = await Promise.all(
      renewed.map(async (answer) => v.parse(v.looseObject({ access_token: v.string(), refresh_token: v.string() }), await answer.json())),
    )
    expect(new Set(pairs.map(({ refresh_token: token }) => token)).size).toBe(1)
    expect(new Set(pairs.map(({ access_token: token }) => token)).size).toBe(5)
    expect(pairs[0]?.refresh_token).not.toBe(first)
    expect(await errorOf(await server.refresh(await server.register(), pairs[0]?.refresh_token ?? ''))).toBe('invalid_grant')
    await later(programTokens)
    expect(await errorOf(await server.refresh(id, first))).toBe('invalid_grant')
    expect((await server.call(pairs[0]?.access_token)).status).toBe(401)
    expect(await errorOf(await server.refresh(id, pairs[0]?.refresh_token ?? ''))).toBe('invalid_grant')
    expect(await keysOf(person)).toEqual([])
  })

  test('all tokens end when their program gives one back, whichever', async () => {
    const person = await newPerson()
    const { access_token: token, refresh_token: refresh, client_id: id } = await server.tokens(person)
    expect((await server.post('/oauth/revoke', { token, client_id: 'qc_other' })).status).toBe(200)
    expect((await server.call(token)).status).toBe(200)
    expect((await server.post('/oauth/revoke', { token: refresh, client_id: id })).status).toBe(200)
    expect((await server.call(token)).status).toBe(401)
    expect((await server.post('/oauth/revoke', { token: 'unknown', client_id: id })).status).toBe(200)
  })

  test.each([
    [
      'the person disconnects it',
      async (person: Person) => server.send('DELETE', `/v1/me/api-keys/${(await keysOf(person))[0]?.id}`, person),
    ],
    ['the program gives it back', (_person: Person, given: Record<string, string>) => server.post('/oauth/revoke', given)],
  ])('requests of an access end when %s', async (_name, disconnect) => {
    const person = await newPerson()
    const { client, provider } = await server.connect(person, { budget: { tokens_per_day: 1 } })
    await client.callTool({ name: 'generate', arguments: { model: 'image-10', prompt: 'a lake' } })
    const { db } = server.runtime
    const stored = () =>
      db.select({ id: runRequests.id, status: runRequests.status }).from(runRequests).where(eq(runRequests.userId, person.id))
    const [{ id } = expect.unreachable()] = await stored()
    const path = `/v1/run-requests/${id}`
    const state = async () => v.parse(runRequestSchema, await (await server.send('GET', path, person)).json())
    expect(await state()).toMatchObject({ status: 'open', api_key: { id: (await keysOf(person))[0]?.id } })
    expect(
      (await disconnect(person, { token: provider.tokens()?.access_token ?? '', client_id: provider.clientInformation()?.client_id ?? '' }))
        .ok,
    ).toBe(true)
    expect(await state()).toMatchObject({ status: 'ended', generation: null })
    // Recorded at once and not by a chore, so that other devices learn it.
    expect(await stored()).toEqual([{ id, status: 'ended' }])
    expect((await server.send('POST', `${path}/allow`, person, { max_price: 10 })).status).toBe(409)
  })

  test('no token works while the account is blocked or about to be deleted', async () => {
    const person = await newPerson()
    const { access_token: token, refresh_token: refresh, client_id: id } = await server.tokens(person)
    const waiting = await server.allow(person)
    const { db } = server.runtime
    const set = (state: Partial<typeof users.$inferInsert>) => db.update(users).set(state).where(eq(users.id, person.id))
    await set({ blockedAt: new Date() })
    expect((await server.call(token)).status).toBe(401)
    expect(await errorOf(await server.refresh(id, refresh))).toBe('invalid_grant')
    expect(await errorOf(await server.post('/oauth/token', waiting))).toBe('invalid_grant')
    await set({ blockedAt: null, deleteAfter: new Date(Date.now() + 60_000) })
    expect((await server.call(token)).status).toBe(401)
    await set({ deleteAfter: null })
    expect((await server.call(token)).status).toBe(200)
    await db.update(apiKeys).set({ expiresAt: new Date() }).where(eq(apiKeys.userId, person.id))
    expect((await server.call(token)).status).toBe(401)
  })

  test('tokens and codes are stored as hashes only', async () => {
    const person = await newPerson()
    const { access_token: token, refresh_token: refresh } = await server.tokens(person)
    const { rows } = await server.runtime.db.execute(
      sql`select t::text as row from program_tokens t union select c::text from access_codes c`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|${token.slice(3)}|${refresh}`))
  })
})

test('a person who has not just signed in shows that it is them', async () => {
  const { runtime } = server
  const person = await newPerson({ password: 'tangerine kettle', signedInAt: new Date(Date.now() - 11 * 60_000) })
  const request = server.requestOf(await server.register(), makeVerifier())
  expect(await read(person, request)).toMatchObject({ state: 'asks', proof: 'password' })
  const allow = (more: object) => server.send('POST', '/v1/authorization', person, { request, allow: true, ...more })
  expect((await allow({})).status).toBe(422)
  expect((await allow({ password: 'wrong' })).status).toBe(422)
  expect(await runtime.db.$count(accessCodes, eq(accessCodes.userId, person.id))).toBe(0)
  expect((await allow({ password: 'tangerine kettle' })).status).toBe(200)
  // A refusal needs no proof.
  expect((await server.send('POST', '/v1/authorization', person, { request, allow: false })).status).toBe(200)
})

test('keys and connected apps are listed as such, each with its own budget', async () => {
  const person = await newPerson()
  const key = await createKey(server.runtime, person)
  await server.tokens(person, { budget: { tokens_per_run: 5 } })
  const own = v.parse(ownKeySchema, await (await server.send('GET', '/v1/key', { token: key })).json())
  expect(own.client).toBeNull()
  expect((await keysOf(person)).map(({ client, budget }) => [client === null, budget?.tokens_per_run])).toEqual([
    [false, 5],
    [true, null],
  ])
})

test.each([
  ['MCP is off', { MCP: 'off' }],
  ['programs may neither register nor describe themselves', { MCP_CLIENT_METADATA: 'off', MCP_CLIENT_REGISTRATION: 'off' }],
])('nothing leads to a sign-in while %s', { tags: ['full'] }, async (_name, env) => {
  await using closed = await openProgramServer({ provider: scripted, work: false, env })
  expect((await fetch(closed.url('/.well-known/oauth-protected-resource'))).status).toBe(404)
  expect((await fetch(closed.url('/.well-known/oauth-authorization-server'))).status).toBe(404)
  const registered = await fetch(closed.url('/oauth/register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [callback] }),
  })
  expect(registered.status).toBe(404)
  expect((await closed.call(undefined)).headers.get('www-authenticate')).toBe('Bearer')
})

test('two hundred parallel calls with one access are counted as those of a key', { tags: ['full'] }, async () => {
  const { access_token: token } = await server.tokens(await newPerson(), { budget: { calls_per_minute: 150 } })
  const answers = await Promise.all(Array.from({ length: 200 }, () => server.call(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(150)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
})
