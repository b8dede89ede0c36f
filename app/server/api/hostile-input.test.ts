import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { idSchema } from '#app/contract/common.ts'
import { errorBodySchema } from '#app/contract/errors.ts'
import { openaiErrorSchema } from '#app/contract/openai.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { type Operation, operationsOf, placesOf, replaceAt, samplesOf } from '#tests/fixtures/openapi-samples.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { createApiKey } from '../core/api-keys/create-api-key.ts'
import { describeError } from '../logger.ts'
import { createApi } from './api.ts'
import { createOpenai } from './openai.ts'

const password = 'tangerine kettle harbour'

// Limits and hashing have tests of their own, and would keep most of these requests from where they are to go.
vi.mock('@node-rs/argon2', () => ({
  hash: async (given: string) => `hash of ${given}`,
  verify: async (hash: string, given: string) => hash === `hash of ${given}`,
}))
vi.mock('../core/accounts/attempts.ts', async (original) => {
  const open = {
    take: async () => undefined,
    count: async () => ({ tries: 0, retryAfter: 0 }),
    allows: async () => true,
    giveBack: async () => undefined,
    clear: async () => undefined,
  }
  return { ...(await original<object>()), attemptsOf: () => new Proxy({}, { get: () => open }) }
})

const scripted = scriptedProvider()
const provider = {
  ...scripted,
  // The protocol of OpenAI has calls for three kinds.
  models: async () => (await scripted.models()).map((model) => (model.id === 'gone' ? { ...model, unavailable: null } : model)),
}
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let apis: { own: ReturnType<typeof createApi>; openai: ReturnType<typeof createOpenai> }
const faults: string[] = []

beforeAll(async () => {
  const logger = pino({ level: 'error', serializers: { err: describeError } }, { write: (line: string) => void faults.push(line) })
  runtime = await openTestRuntime({
    provider,
    work: true,
    logger,
    mailer: { send: async () => undefined },
    env: { GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: 'a secret' },
  })
  apis = { own: createApi(runtime), openai: createOpenai(runtime) }
  const file = makesAFile(runtime.scratchDir)
  const sound: Script = async ({ generationId }) => {
    const path = join(runtime.scratchDir, `${generationId}.mp3`)
    await writeFile(path, 'a sound')
    const media = { mediaType: 'audio/mpeg', width: null, height: null, durationMs: 1000, peaks: [], poster: null, thumbnail: null }
    return { text: null, files: [{ path, ...media }] }
  }
  scripted.script = async (request, context) => {
    if (request.model === 'gone') return sound(request, context)
    return request.model === 'text-1' ? { text: 'done', files: [] } : file(request, context)
  }
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function send(path: string, { method = 'GET', headers, body }: RequestInit): Promise<{ status: number; text: string }> {
  const api = path.startsWith('/openai/') ? apis.openai : apis.own
  const ended = new AbortController()
  const request = new Request(`http://localhost${path}`, { method, body: body ?? null, signal: ended.signal, ...(headers && { headers }) })
  const response = await api.fetch(request, { clientAddress: '127.0.0.1' })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  ended.abort()
  return { status: response.status, text }
}

type Person = { email: string; session: string; key: string }

async function newPerson(): Promise<Person> {
  const user = await createUser(runtime, { tokens: 1_000_000, password })
  const { token } = await createSession(runtime, runtime.keys, user)
  const input = { name: 'test', scopes: ['read' as const, 'generate' as const, 'library' as const], expires_in_days: null }
  const { created, delivery } = await createApiKey(runtime.db, runtime.mailer, { userId: user.id, siteUrl: 'http://localhost', input })
  await delivery
  return { email: user.email, session: token, key: created.key }
}

const json = { 'content-type': 'application/json' }

/** A PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function formWith(file: Blob): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}
const formFor = (path: string) => formWith(new Blob(path.endsWith('/avatar') ? [Buffer.from(pixel, 'base64')] : ['a text']))

/** Makes the resources that the path of an operation names, owned by the caller. */
async function makeNamed(path: string, { session }: Person): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${session}` }
  async function call<S extends v.GenericSchema>(answer: S, method: string, to: string, body?: unknown): Promise<v.InferOutput<S>> {
    const isForm = body instanceof FormData
    const { text } = await send(`/api/v1${to}`, {
      method,
      headers: { ...headers, ...(!isForm && body !== undefined && json) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    return v.parse(answer, text === '' ? undefined : JSON.parse(text))
  }
  const withId = v.object({ id: idSchema })
  const withUrl = v.object({ url: v.string() })
  const lastOf = (url: string) => url.split(/[/?]/).findLast((part) => /^[\w.-]{20,}$/.test(part)) ?? ''
  async function run(more = {}) {
    const { id } = await call(withId, 'POST', '/generations', { model: 'text-1', prompt: 'a lake', ...more })
    const statusOf = async () => (await call(v.object({ status: v.string() }), 'GET', `/generations/${id}`)).status
    await expect.poll(statusOf, { timeout: 10_000, interval: 5 }).toBe('succeeded')
    return { id }
  }
  async function thread() {
    const id = randomUUID()
    await run({ thread_id: id })
    if (path.endsWith('/restore')) await call(v.undefined(), 'DELETE', `/threads/${id}`)
    return { id }
  }
  async function share() {
    const { id } = await run({ model: 'image-10' })
    return { place: '0', ...(await call(v.object({ token: v.string() }), 'POST', `/generations/${id}/share`, { show_prompt: true })) }
  }
  const upload = () => call(v.object({ ...withId.entries, ...withUrl.entries }), 'POST', '/uploads', formFor('/uploads'))
  const exported = async (to: string, body: object) => ({ link: lastOf((await call(withUrl, 'POST', to, body)).url) })

  const makers: Record<string, () => Promise<Record<string, string>>> = {
    '/v1/generations/{id}': run,
    '/v1/threads/{id}': thread,
    '/v1/collections/{id}': () => call(withId, 'POST', '/collections', { name: 'a' }),
    '/v1/prompts/{id}': () => call(withId, 'POST', '/prompts', { type: 'image', name: 'a', text: 'b' }),
    '/v1/uploads/{id}': upload,
    '/v1/files/{id}': async () => ({ id: lastOf((await upload()).url.split('?')[0] ?? '') }),
    '/v1/shares/{token}': share,
    '/v1/orders/{id}': () => call(withId, 'POST', '/orders', { kind: 'pack', item: config.packs[0].id, currency: 'USD' }),
    '/v1/me/api-keys/{id}': async () =>
      (await call(v.object({ api_key: withId }), 'POST', '/me/api-keys', { name: 'a', scopes: ['read'] })).api_key,
    '/v1/me/sessions/{id}': async () => {
      const { items } = await call(v.object({ items: v.array(withId) }), 'GET', '/me/sessions')
      return { id: items[0]?.id ?? '' }
    },
    '/v1/avatars/{token}': async () => {
      const { avatar_url: url } = await call(v.object({ avatar_url: v.string() }), 'POST', '/me/avatar', formFor('/avatar'))
      return { token: lastOf(url) }
    },
    '/v1/me/export/{link}': () => exported('/me/export', {}),
    '/v1/library/archive/{link}': async () => exported('/library/archive', { ids: [(await run()).id] }),
    '/v1/tokens/entries/export/{link}': () => exported('/tokens/entries/export', {}),
  }
  const maker = Object.keys(makers).find((prefix) => path.startsWith(prefix))
  return (maker && (await makers[maker]?.())) || {}
}

/** Values that mean something to an operation, by the names of their fields. */
function knownFor(path: string, { email }: Person) {
  const values: Record<string, unknown> = {
    email: path.endsWith('/sign-in') ? email : `ann-${randomUUID()}@example.com`,
    password,
    current_password: password,
    time_zone: 'Europe/Berlin',
    item: config.packs[0].id,
    plan: config.plans[0].id,
    kind: path.startsWith('/v1/drafts') ? 'image' : undefined,
    provider: path.startsWith('/v1/payments') ? 'test' : undefined,
    model: { '/v1/images/generations': 'image-10', '/v1/audio/speech': 'gone' }[path] ?? 'text-1',
    role: path.endsWith('/completions') ? 'user' : undefined,
    size: path.startsWith('/v1/images') ? '512x512' : undefined,
    'options.size': path.startsWith('/v1/drafts') ? undefined : 'small',
    expires_at: '2999-01-31T12:00:00Z',
    type__in: 'image',
    status__in: 'succeeded',
    kind__in: 'grant',
    ...(!path.startsWith('/v1/drafts') && { inputs: [] }),
    tools: [],
    functions: [],
    stop: [],
  }
  return (name: string) => values[name]
}

type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; headers: Record<string, unknown>; body: unknown }
type Site = { part: keyof Parts; place: readonly string[]; sample: Parts }
type Subject = { base: string; operation: Operation; person: Person; samples: readonly [Parts, ...Parts[]] }

/** Left out of the first sample of an operation: they mean nothing beside the others, or name what is not there. */
const apart = ['parent_id', 'thread_id', 'cursor']

async function prepare(base: string, operation: Operation): Promise<Subject> {
  const person = await newPerson()
  const known = knownFor(operation.path, person)
  const named = await makeNamed(operation.path, person)
  const drawn = (place: 'path' | 'query' | 'header') =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }) => [name, (place === 'path' && named[name]) || samplesOf(schema, known, name)[0]]),
    )
  const schema = operation.requestBody?.content['application/json']?.schema
  const all = (schema ? samplesOf(schema, known) : [undefined]).map((body) => ({
    params: drawn('path'),
    query: drawn('query'),
    headers: drawn('header'),
    body,
  }))
  const [first] = all
  if (!first) throw new Error(`${operation.path} has no sample`)
  const proof = placesOf(first.body, 'string').map(([name]) => name)
  const left = proof.includes('password') ? [...apart, 'code'] : apart
  const without = (part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([name]) => !left.includes(name)))
      : part
  const plain = { ...first, query: Object.fromEntries(Object.entries(first.query).filter(([name]) => !left.includes(name))) }
  return { base, operation, person, samples: [{ ...plain, body: without(first.body) }, ...all] }
}

/** Every string of every sample, once. */
function sitesOf({ samples }: Subject): Site[] {
  const sites = samples.flatMap((sample) =>
    (['params', 'query', 'headers', 'body'] as const).flatMap((part) =>
      placesOf(sample[part], 'string').map((place) => ({ part, place, sample })),
    ),
  )
  const nameOf = ({ part, place }: Site) => [part, ...place].join('.')
  return [...new Map(sites.toReversed().map((site) => [nameOf(site), site])).values()]
}

/** Percent-encoded as it is, so that it may be what no encoder would write. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const encode = (value: unknown) => (value instanceof Raw ? value.text : encodeURIComponent(String(value).toWellFormed()))

function ask(
  { base, operation: { method, path, security, requestBody }, person }: Subject,
  { params, query, headers: given, body }: Parts,
) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encode(params[name]) || '%20')
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  const headers = new Headers({ authorization: `Bearer ${security.some((way) => 'apiKey' in way) ? person.key : person.session}` })
  // Fetch refuses to send other characters in a header.
  for (const [name, value] of Object.entries(given)) if (/^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))) headers.set(name, String(value))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const json = body instanceof Raw ? body.text : JSON.stringify(body)
  const form = requestBody?.content['multipart/form-data'] && formFor(path)
  return send(`${base}${address}?${search.join('&')}`, { method, headers, body: form ?? json ?? null })
}

const texts = ['a\0b', '\0', '\ud83d', 'x\udca9y', '\uffff\u200b', '', '__proto__', 'x'.repeat(60_000)]
const times = ['0001-01-01', '9999-12-31', '2026-02-31', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '275760-09-13T00:00:00Z']
const escapes = ['%00', 'a%00b', '%', '%zz', '%ff', '%ed%a0%80'].map((text) => new Raw(text))
const numbers = [-1, 0.5, 2 ** 53, 1e308]
const keys = ['a\0', '\udfff', '__proto__', 'constructor']
const bodies = ['{', 'null', '[]', '7', '"\\ud83d"', '{"\\u0000":1,"__proto__":{"a":1}}', '['.repeat(20_000)].map((text) => new Raw(text))
const anyText = fc
  .array(fc.constantFrom('a', 'я', '\0', '\ud83d', '\udca9', '\u0001', '\u202e', '😀', '%', "'", '\\', '{', ','), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''))

const put = ({ sample, part, place }: Site, value: unknown): Parts => ({ ...sample, [part]: replaceAt(sample[part], place, value) })

/** Everything that an operation is asked with, and how it differs from what it is meant to be asked with. */
function attacksOn(subject: Subject, seed: number): { what: string; parts: Parts }[] {
  const shown = (value: unknown) => (value instanceof Raw ? value.text : JSON.stringify(value)).slice(0, 60)
  const [plain] = subject.samples
  const ofTexts = sitesOf(subject).flatMap((site, index) => {
    const held = JSON.stringify(placeIn(site.sample[site.part], site.place))
    const inAddress = site.part === 'params' || site.part === 'query'
    const random = fc.sample(anyText, { seed: seed * 1_000 + index, numRuns: 2 })
    const values = [...texts, ...random, ...(/^"\d{4}-/.test(held) ? times : []), ...(inAddress ? escapes : [])]
    return values.map((value) => ({ what: `${[site.part, ...site.place].join('.')} = ${shown(value)}`, parts: put(site, value) }))
  })
  if (plain.body === undefined) return ofTexts
  const inBody = (place: readonly string[], value: unknown) => put({ sample: plain, part: 'body', place }, value)
  return [
    ...ofTexts,
    ...placesOf(plain.body, 'number').flatMap((place) =>
      numbers.map((value) => ({ what: `${place.join('.')} = ${value}`, parts: inBody(place, value) })),
    ),
    ...placesOf(plain.body, 'object').flatMap((place) =>
      keys.map((key) => ({
        what: `${place.join('.')} has ${shown(key)}`,
        parts: inBody(place, Object.fromEntries([...Object.entries(Object(placeIn(plain.body, place))), [key, 'x']])),
      })),
    ),
    ...bodies.map((body) => ({ what: `the body is ${shown(body)}`, parts: { ...plain, body } })),
  ]
}

const placeIn = (value: unknown, place: readonly string[]) => place.reduce<unknown>((part, name) => Reflect.get(Object(part), name), value)

const errorIn = (base: string, text: string): string | null => {
  const answer: unknown = JSON.parse(text)
  return base === '/openai' ? v.parse(openaiErrorSchema, answer).error.code : v.parse(errorBodySchema, answer).code
}

/** After these nobody is signed in as before. */
const endsAccess = /sign-out|deletion|sessions|password|email\/|two-factor|api-keys/

/** Operations that were reached, and refused even what they are meant to be asked with, for want of what a test cannot have. */
const refusals = {
  'GET /api/v1/auth/challenge': 'not_found',
  'POST /api/v1/auth/refresh': 'invalid_refresh_token',
  'POST /api/v1/auth/password/reset': 'invalid_reset_token',
  'POST /api/v1/auth/email/send': 'email_already_verified',
  'POST /api/v1/auth/email/verify': 'invalid_verification_token',
  'POST /api/v1/auth/email/change': 'invalid_verification_token',
  'POST /api/v1/auth/email/keep': 'invalid_verification_token',
  'POST /api/v1/auth/handover': 'invalid_access_token',
  'POST /api/v1/auth/sign-in/second-step': 'sign_in_again',
  'POST /api/v1/me/two-factor/confirm': 'two_factor_not_begun',
  'POST /api/v1/me/two-factor/recovery-codes': 'two_factor_not_begun',
  'POST /api/v1/auth/passkey': 'passkey_refused',
  'POST /api/v1/me/passkeys': 'passkey_refused',
  'DELETE /api/v1/me/passkeys/{id}': 'not_found',
  'POST /api/v1/me/identities': 'invalid_verification_token',
  'DELETE /api/v1/me/identities/{provider}': 'not_found',
  'POST /api/v1/generations/{id}/cancel': 'not_cancelable',
  'POST /api/v1/subscription/quote': 'not_subscribed',
  'POST /api/v1/subscription/change': 'not_subscribed',
  'POST /api/v1/subscription/cancel': 'not_subscribed',
  'POST /api/v1/subscription/resume': 'not_subscribed',
  'POST /api/v1/subscription/pay': 'not_subscribed',
  'POST /api/v1/subscription/portal': 'not_subscribed',
  'POST /api/v1/payments/{provider}/webhook': 'forged_notification',
}

test('no value of any field makes any operation fail with a 5xx', { timeout: 300_000 }, async ({ annotate }) => {
  const documents = await Promise.all(
    ['/api', '/openai'].map(async (base) => ({ base, document: await send(`${base}/v1/openapi.json`, {}) })),
  )
  const all = documents.flatMap(({ base, document }) => operationsOf(JSON.parse(document.text)).map((operation) => ({ base, operation })))
  let sites = 0
  let attacks = 0
  const refused: Record<string, string | null> = {}
  for (const [index, { base, operation }] of all.entries()) {
    const name = `${operation.method} ${base}${operation.path}`
    let subject = await prepare(base, operation)
    sites += sitesOf(subject).length
    for (const { what, parts } of attacksOn(subject, index)) {
      const { status, text } = await ask(subject, parts)
      attacks += 1
      const told = `${name}, ${what}: ${text.slice(0, 300)} ${faults.at(-1)?.slice(0, 1_500) ?? ''}`
      expect(status, told).toBeLessThan(500)
      if (status >= 400 && status !== 416) expect(errorIn(base, text), told).toBeTruthy()
      if (status < 400 && operation.method !== 'GET' && endsAccess.test(operation.path)) subject = await prepare(base, operation)
    }
    // The control: the same operation as it is meant to be asked, by somebody whom none of this has happened to.
    subject = await prepare(base, operation)
    const { status, text } = await ask(subject, subject.samples[0])
    if (status >= 400) refused[name] = errorIn(base, text)
  }
  expect(refused).toEqual(refusals)
  expect(faults).toEqual([])
  await annotate(`${all.length} operations, ${sites} fields, ${attacks} requests`)
  expect(all.length).toBeGreaterThan(110)
  expect(attacks).toBeGreaterThan(2_500)
})
