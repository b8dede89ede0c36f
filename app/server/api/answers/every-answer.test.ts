import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { readEnv } from '../../env.ts'
import { createApi } from '../api.ts'
import { createOpenai } from '../openai.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

type Ask = { method?: string; headers?: Record<string, string>; body?: unknown }
type Options = { origins?: string; lines?: string[]; disk?: TestApi['disk'] }

/** Asks an API that was opened with these options. */
function open({ origins = '', lines, disk = server.disk }: Options = {}) {
  const env = { ...server.env, CORS_ORIGINS: readEnv({ CORS_ORIGINS: origins }).CORS_ORIGINS }
  const logger = lines ? pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) : server.logger
  const runtime = { ...server, env, logger, disk }
  const [api, openai] = [createApi(runtime), createOpenai(runtime)]
  return async (path: string, { method = 'GET', headers = {}, body }: Ask = {}) => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return (path.startsWith('/openai') ? openai : api).fetch(request, { clientAddress: '127.0.0.1' })
  }
}

async function program(scopes: Parameters<typeof createKey>[2] = { scopes: ['read', 'generate'] }) {
  const { user, token } = await server.signIn({ tokens: 100 })
  return { user, token, authorization: `Bearer ${await createKey(server, user, scopes)}` }
}
const idOf = (response: Response) => response.headers.get('x-request-id') ?? ''
const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/
const named = v.object({ request_id: v.string() })
const logged = v.object({
  requestId: v.string(),
  given: v.optional(v.string()),
  path: v.string(),
  status: v.optional(v.number()),
  msg: v.string(),
})

describe('the id of a request', () => {
  test('the id is on every answer of both protocols and in every error', async () => {
    const { authorization } = await program()
    const ask = open()
    const answers = await Promise.all([
      ask('/api/v1/health'),
      ask('/api/v1/openapi.json'),
      ask('/api/v1/tokens', { headers: { authorization } }),
      ask('/openai/v1/models', { headers: { authorization } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const refused = await Promise.all([
      ask('/api/v1/tokens'),
      ask('/api/v1/nothing'),
      ask('/api/v1/health', { method: 'DELETE' }),
      ask('/api/v1/generations', { method: 'POST', headers: { authorization }, body: { model: 'image-10' } }),
      ask('/openai/v1/models'),
      ask('/openai/v1/nothing'),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 404, 405, 422, 401, 404])
    for (const answer of refused) expect(v.parse(named, await answer.json()).request_id).toBe(idOf(answer))
    const ids = [...answers, ...refused].map(idOf)
    expect(ids).toEqual(ids.map(() => expect.stringMatching(uuid)))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the id is in the log with the one that the caller gave, which is not taken over', async () => {
    const lines: string[] = []
    const ask = open({ lines })
    const answer = await ask('/api/v1/health', { headers: { 'x-request-id': 'trace-7' } })
    const odd = await ask('/api/v1/health', { headers: { 'x-request-id': 'two words; "forged"' } })
    const calls = lines.map((line) => v.parse(logged, JSON.parse(line))).filter(({ msg }) => msg === 'API call')
    expect(calls).toEqual([
      { requestId: idOf(answer), given: 'trace-7', path: '/api/v1/health', status: 200, msg: 'API call' },
      { requestId: idOf(odd), path: '/api/v1/health', status: 200, msg: 'API call' },
    ])
    expect(idOf(answer)).toMatch(uuid)
  })

  test('the id is the one that an unexpected error is logged and answered with', async () => {
    const lines: string[] = []
    const disk = { ...server.disk, requireRoom: () => Promise.reject(new Error('a surprise')) }
    const { authorization } = await program()
    const answer = await open({ lines, disk })('/api/v1/generations', {
      method: 'POST',
      headers: { authorization },
      body: { model: 'image-10', prompt: 'a lake' },
    })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ error_id: idOf(answer), request_id: idOf(answer) })
    const failures = lines.map((line) => v.parse(logged, JSON.parse(line))).filter(({ msg }) => msg === 'API call failed')
    expect(failures).toMatchObject([{ requestId: idOf(answer) }])
  })
})

describe('the rate limit', () => {
  const standingOf = ({ headers }: Response) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}-requests`))

  test('the limit of a key counts down on both protocols, and a refusal says how long it lasts', async () => {
    const { user, authorization } = await program()
    const { calls } = config.apiKeys.limit
    const ask = open()
    const first = standingOf(await ask('/api/v1/tokens', { headers: { authorization } }))
    expect(first).toEqual([String(calls), String(calls - 1), expect.stringMatching(/^\d+s$/)])
    const second = standingOf(await ask('/openai/v1/models', { headers: { authorization } }))
    expect(second.slice(0, 2)).toEqual([String(calls), String(calls - 2)])
    // The last of its calls were made elsewhere.
    const [key] = await server.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, user.id))
    for (let count = 2; count < calls; count += 1) await server.attempts.callsByKey.take(key?.id ?? '')
    const refused = await ask('/api/v1/tokens', { headers: { authorization } })
    expect(refused.status).toBe(429)
    expect(standingOf(refused)).toEqual([String(calls), '0', `${refused.headers.get('retry-after')}s`])
  })

  test('the limit of a session is reported too; a call that is not counted has none', async () => {
    const { token } = await program()
    const ask = open()
    const { calls } = config.api.limits.session
    const headers = { authorization: `Bearer ${token}` }
    expect(standingOf(await ask('/api/v1/tokens', { headers })).slice(0, 2)).toEqual([String(calls), String(calls - 1)])
    expect(standingOf(await ask('/api/v1/health'))).toEqual([null, null, null])
  })
})

describe('a repeated request', () => {
  test('a repeated request is answered with the first one’s result and says so; the first one does not', async () => {
    const { authorization } = await program()
    const ask = open()
    const submit = (key: string, body: object, path = '/api/v1/generations') =>
      ask(path, { method: 'POST', headers: { authorization, 'idempotency-key': key }, body })
    const replayed = async (answer: Promise<Response>) => (await answer).headers.get('idempotent-replayed')
    const picture = { model: 'image-10', prompt: 'a lake' }
    expect(await replayed(submit('one', picture))).toBeNull()
    expect(await replayed(submit('one', picture))).toBe('true')
    expect(await replayed(submit('two', picture))).toBeNull()
    const chord = { prompt: 'a lake', parts: ['image'] }
    expect(await replayed(submit('chord', chord, '/api/v1/chords'))).toBeNull()
    expect(await replayed(submit('chord', chord, '/api/v1/chords'))).toBe('true')
  })

  test.each([{ prompt: 'the sea' }, { model: 'text-1' }, { options: { seed: 7 } }, { max_price: 90 }])(
    'the same key with %j instead is a conflict',
    async (other) => {
      const { authorization } = await program()
      const ask = open()
      const submit = (body: object) =>
        ask('/api/v1/generations', { method: 'POST', headers: { authorization, 'idempotency-key': 'a-key' }, body })
      const picture = { model: 'image-10', prompt: 'a lake', max_price: 100 }
      expect((await submit(picture)).status).toBe(202)
      expect((await submit({ ...picture, ...other })).status).toBe(409)
    },
  )
})

describe('pages of other origins', () => {
  const preflight = (origin: string, method = 'POST') => ({
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,idempotency-key' },
  })
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')
  const hostile = [
    'https://evil.example',
    'https://app.example.evil.example',
    'https://evilapp.example',
    'http://app.example',
    'https://app.example:8443',
    'https://APP.example',
    'null',
    '*',
    '',
  ]

  test('pages may call with a key if their origin is listed, and browsers may remember it', async () => {
    const { authorization } = await program()
    const ask = open({ origins: 'https://app.example, http://localhost:5173' })
    for (const path of ['/api/v1/generations', '/openai/v1/chat/completions']) {
      const before = await ask(path, preflight('https://app.example'))
      expect(before.status).toBe(204)
      expect(Object.fromEntries(before.headers)).toMatchObject({
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-headers': expect.stringMatching(/Authorization.*Idempotency-Key/),
        'access-control-allow-methods': expect.stringMatching(/POST.*DELETE/),
        'access-control-max-age': '7200',
        vary: expect.stringContaining('Origin'),
      })
    }
    const answer = await ask('/api/v1/tokens', { headers: { origin: 'http://localhost:5173', authorization } })
    expect([answer.status, allowed(answer)]).toEqual([200, 'http://localhost:5173'])
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-Request-Id/)
    const wrong = await ask('/openai/v1/models', { headers: { origin: 'https://app.example', authorization: 'Bearer qk_wrong' } })
    expect([wrong.status, allowed(wrong)]).toEqual([401, 'https://app.example'])
  })

  test.each(hostile)('pages of the origin %j may not call', async (origin) => {
    const { authorization } = await program()
    const ask = open({ origins: 'https://app.example' })
    expect(allowed(await ask('/api/v1/generations', preflight(origin)))).toBeNull()
    const answer = await ask('/api/v1/tokens', { headers: { origin, authorization } })
    expect(allowed(answer)).toBeNull()
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  test('pages never read answers to sessions, to cookies or to a sign-in, and credentials are never allowed', async () => {
    const { token, user } = await program()
    for (const origins of ['https://app.example', '*']) {
      const ask = open({ origins })
      const origin = 'https://app.example'
      const answers = await Promise.all([
        ask('/api/v1/tokens', { headers: { origin, authorization: `Bearer ${token}` } }),
        ask('/api/v1/tokens', { headers: { origin, cookie: `auth.token=${token}` } }),
        ask('/api/v1/auth/sign-in', { method: 'POST', headers: { origin }, body: { email: user.email, password: 'wrong horse battery' } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 401])
      expect(answers.map(allowed)).toEqual([null, null, null])
      const before = await ask('/api/v1/tokens', preflight(origin, 'GET'))
      expect([...answers, before].map(({ headers }) => headers.get('access-control-allow-credentials'))).toEqual([null, null, null, null])
    }
  })

  test('pages of all origins may call with a key if the setting says so', async () => {
    const { authorization } = await program()
    const ask = open({ origins: '*' })
    expect(allowed(await ask('/api/v1/generations', preflight('https://anyone.example')))).toBe('*')
    expect(allowed(await ask('/api/v1/tokens', { headers: { origin: 'null', authorization } }))).toBe('*')
  })

  test('pages may do nothing by default', async () => {
    const { authorization } = await program()
    const ask = open()
    const before = await ask('/api/v1/generations', preflight('https://app.example'))
    expect([before.status, allowed(before)]).toEqual([405, null])
    expect(allowed(await ask('/api/v1/tokens', { headers: { origin: 'https://app.example', authorization } }))).toBeNull()
  })

  test.each(['app.example', 'https://app.example/', 'https://app.example/path', 'ftp://app.example', 'https://a.example *'])(
    'the setting %j is refused by name',
    (origins) => expect(() => readEnv({ CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS.*list origins/),
  )
})
