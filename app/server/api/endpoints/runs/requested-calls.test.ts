import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import { type RunRequest, runRequestPageSchema, runRequestSchema } from '#app/contract/runs/run-requests.ts'
import { voiceConsentVersion } from '#app/contract/runs/voices.ts'
import { config } from '#config'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { createApi } from '../../api.ts'

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
const voicePrice = 20
beforeAll(async () => {
  Object.assign(config.voices, { price: voicePrice })
  runtime = await openTestRuntime({ provider: scriptedProvider(), env: { SESSION_LIMITS: 'off' } })
  api = createApi(runtime)
})
afterAll(async () => {
  Object.assign(config.voices, { price: 0 })
  await runtime[Symbol.asyncDispose]()
})

const idSchema = v.object({ id: v.string() })
const recording = makeSound(31)
const consent = { version: voiceConsentVersion, locale: 'en' }

async function personWithKey(budget: KeyBudgetChange = { tokens_per_day: 5 }) {
  const user = await createUser(runtime, { tokens: 1_000 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const key = await createKey(runtime, user, { scopes: ['read', 'generate'], budget })
  const by =
    (caller: string) =>
    (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) =>
      callApi(api, method, `/v1${path}`, { token: caller, body, headers })
  return { ...user, token, key, own: by(token), program: by(key), by }
}
type Person = Awaited<ReturnType<typeof personWithKey>>

type Post = { path: string; body: object }
type Case = {
  name: RunRequest['call']
  /** The call beyond the budget of five tokens a day, and one that differs from it. */
  post: (person: Person) => Promise<Post>
  other: (body: object) => object
  price: number
  shows: Partial<RunRequest>
  /** Reads what the request has started. */
  started: (request: RunRequest) => { id: string; runs: number } | null
}

const cases: Case[] = [
  {
    name: 'retry',
    async post(person) {
      const submitted = await person.own('POST', '/generations', { model: 'image-10', prompt: 'a lake' })
      const { id } = v.parse(idSchema, await submitted.json())
      await person.own('POST', `/generations/${id}/cancel`)
      return { path: `/generations/${id}/retry`, body: {} }
    },
    other: (body) => body,
    price: 10,
    shows: { type: 'image', model: 'image-10', runs: [{ type: 'image', model: 'image-10' }], prompt: 'a lake' },
    started: ({ generation }) => generation && { id: generation.id, runs: 1 },
  },
  {
    name: 'chord',
    post: async () => ({ path: '/chords', body: { prompt: 'a lake', parts: ['image', 'text'] } }),
    other: (body) => ({ ...body, parts: ['image'] }),
    price: 11,
    shows: {
      type: 'image',
      model: 'image-10',
      runs: [
        { type: 'image', model: 'image-10' },
        { type: 'text', model: 'text-1' },
      ],
      prompt: 'a lake',
    },
    started: ({ chord }) => chord && { id: chord.id, runs: chord.parts.length },
  },
  {
    name: 'comparison',
    post: async () => ({ path: '/comparisons', body: { prompt: 'a lake', models: ['image-10', 'remix'], blind: true } }),
    other: (body) => ({ ...body, blind: false }),
    price: 12,
    shows: {
      type: 'image',
      runs: [
        { type: 'image', model: 'image-10' },
        { type: 'image', model: 'remix' },
      ],
      prompt: 'a lake',
    },
    started: ({ comparison }) => comparison && { id: comparison.id, runs: comparison.runs.length },
  },
  {
    name: 'film',
    async post(person) {
      const document = {
        v: 1,
        language: 'en',
        title: 'The fox',
        models: { still: { model: 'image-10' } },
        shots: { shotaa: { action: 'A fox.' } },
      }
      const created = await person.own('POST', '/films', { document })
      const { id } = v.parse(idSchema, await created.json())
      return { path: `/films/${id}/make`, body: { what: 'stills' } }
    },
    other: () => ({ parts: ['still:shotaa'] }),
    price: 10,
    shows: { type: 'image', model: 'image-10', runs: [{ type: 'image', model: 'image-10' }], prompt: 'The fox' },
    started: ({ film }) => film && { id: film.make, runs: 1 },
  },
  {
    name: 'voice',
    async post({ token }) {
      const form = new FormData()
      form.set('file', new Blob([Uint8Array.from(recording)]))
      const uploaded = await api.request('/api/v1/uploads', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
      const { id } = v.parse(idSchema, await uploaded.json())
      return { path: '/voices', body: { service: 'scripted', name: 'Ann', upload_id: id, consent } }
    },
    other: (body) => ({ ...body, name: 'Ben' }),
    price: voicePrice,
    shows: { type: 'audio', model: 'scripted', runs: [], prompt: 'Ann' },
    started: ({ voice }) => voice && { id: voice.id, runs: 0 },
  },
]

const read = async (person: Person, id: string) => v.parse(runRequestSchema, await (await person.own('GET', `/run-requests/${id}`)).json())
const allow = (person: Person, id: string, price: number) => person.own('POST', `/run-requests/${id}/allow`, { max_price: price })
async function asked(person: Person, { path, body }: Post, headers: Record<string, string> = {}) {
  const refused = await person.program('POST', path, body, headers)
  const { run_request: request } = await errorBody(refused)
  return request ?? expect.unreachable(`refused without a request: ${refused.status}`)
}

describe.each(cases)('$name beyond the budget', ({ name, post, other, price, shows, started }) => {
  test('the call is a request with its whole price; allowing makes it once, however many presses, and charges it once', async () => {
    const person = await personWithKey()
    const call = await post(person)
    const before = await runtime.db.$count(generations, eq(generations.userId, person.id))
    const { id } = await asked(person, call)
    expect(await asked(person, call)).toMatchObject({ id, status: 'open' })
    const open = await read(person, id)
    expect(open).toMatchObject({ status: 'open', call: name, price, exceeded: { period: 'day', price }, ...shows })
    expect(started(open)).toBeNull()
    expect(await runtime.db.$count(generations, eq(generations.userId, person.id))).toBe(before)
    expect((await errorBody(await allow(person, id, price - 1))).code).toBe('price_changed')
    const answers = await Promise.all(Array.from({ length: 4 }, () => allow(person, id, price)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const allowed = await read(person, id)
    const { runs = -1 } = started(allowed) ?? {}
    expect(allowed).toMatchObject({ status: 'allowed', call: name, prompt: shows.prompt })
    expect(runs).toBe(shows.runs?.length)
    expect(await runtime.db.$count(generations, eq(generations.userId, person.id))).toBe(before + runs)
    expect((await getBalance(runtime.db, person.id)).available).toBe(1_000 - price)
    // The works have the prompt, so that it is deleted with them.
    const [stored] = await runtime.db.select().from(runRequests).where(eq(runRequests.id, id))
    expect(JSON.stringify(stored?.run)).not.toMatch(/lake|Ann/)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the call, repeated with its idempotency key, is answered with what was allowed; another call with the key conflicts', async () => {
    const person = await personWithKey()
    const call = await post(person)
    const headers = { 'idempotency-key': 'once' }
    const { id } = await asked(person, call, headers)
    await allow(person, id, price)
    const repeated = await person.program('POST', call.path, call.body, headers)
    expect(repeated.ok).toBe(true)
    const answer = v.parse(v.object({ id: v.optional(v.string()), make: v.optional(v.string()) }), await repeated.json())
    expect(answer.make ?? answer.id).toBe(started(await read(person, id))?.id)
    const changed = other(call.body)
    if (changed === call.body) return
    expect(await errorBody(await person.program('POST', call.path, changed, headers))).toMatchObject({ code: 'idempotency_conflict' })
  })

  test('a refusal starts nothing, and the same call does not ask again', async () => {
    const person = await personWithKey()
    const call = await post(person)
    const { id } = await asked(person, call)
    await person.own('POST', `/run-requests/${id}/refuse`)
    expect(await asked(person, call)).toMatchObject({ id, status: 'refused' })
    expect((await errorBody(await allow(person, id, price))).code).toBe('run_request_ended')
    expect((await getBalance(runtime.db, person.id)).available).toBe(1_000)
  })
})

test('a chord over the limit per run asks for its whole price and names the dearest of its runs', async () => {
  const person = await personWithKey({ tokens_per_run: 5 })
  const { id } = await asked(person, { path: '/chords', body: { prompt: 'a lake', parts: ['image', 'text'] } })
  expect(await read(person, id)).toMatchObject({ price: 11, exceeded: { period: 'run', limit: 5, price: 10 } })
})

test('waiting for a request of several runs ends when the last of them has ended', async () => {
  const person = await personWithKey()
  const { id } = await asked(person, { path: '/chords', body: { prompt: 'a lake', parts: ['image', 'text'] } })
  const waiting = person.program('GET', `/run-requests/${id}?wait=30`)
  await expect.poll(() => runtime.hub.countStreams()).toBe(1)
  await allow(person, id, 11)
  const runs = await runtime.db.select({ id: generations.id }).from(generations).where(eq(generations.userId, person.id))
  for (const run of runs) await person.own('POST', `/generations/${run.id}/cancel`)
  const { chord } = v.parse(runRequestSchema, await (await waiting).json())
  expect(chord?.parts.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

test('a request to repeat a run shows nothing of it once the run is deleted permanently, and cannot be allowed', async () => {
  const person = await personWithKey()
  const call = await cases[0]?.post(person)
  const { id } = await asked(person, call ?? expect.unreachable())
  const [, , runId = ''] = call?.path.split('/') ?? []
  await person.by(person.token)('POST', `/generations/${runId}/cancel`)
  for (let press = 0; press < 2; press += 1) await callApi(api, 'DELETE', `/v1/generations/${runId}`, { token: person.token })
  await runtime.db.update(generations).set({ purgedAt: new Date() }).where(eq(generations.id, runId))
  expect(await read(person, id)).toMatchObject({ status: 'open', prompt: '', inputs: [] })
  expect((await allow(person, id, 10)).status).toBe(404)
})

test('a key sees its own requests and no others; its owner sees all', async () => {
  const person = await personWithKey()
  const second = await createKey(runtime, person, { scopes: ['read', 'generate'], budget: { tokens_per_day: 5 } })
  const body = { model: 'image-10', prompt: 'a lake' }
  const first = await asked(person, { path: '/generations', body })
  const other = await errorBody(await person.by(second)('POST', '/generations', body))
  const ids = [first.id, other.run_request?.id ?? '']
  const list = async (caller: string) =>
    v.parse(runRequestPageSchema, await (await person.by(caller)('GET', '/run-requests')).json()).items.map(({ id }) => id)
  expect(await list(person.key)).toEqual([ids[0]])
  expect(await list(second)).toEqual([ids[1]])
  expect(await list(person.token)).toEqual(ids.toReversed())
  expect((await person.by(second)('GET', `/run-requests/${ids[0]}`)).status).toBe(404)
  expect((await person.program('GET', `/run-requests/${ids[0]}`)).status).toBe(200)
})

test.each([
  [
    { tokens_per_run: 5 },
    /^This costs 10 tokens, and this API key may spend 5 on one result\. /,
    'Choose something smaller, or ask the owner of the key to raise its limit in Settings.',
    'The owner of the key has refused it. Choose something smaller.',
  ],
  [
    { tokens_per_day: 5 },
    /^This costs 10 tokens, and this API key has 5 tokens left of its 5 for today\. Its day resets in \d+ hours? \(UTC\)\. /,
    'Wait, or ask the owner of the key to raise its limit in Settings.',
    'The owner of the key has refused it. Wait, or choose something smaller.',
  ],
  [
    { tokens_per_month: 5 },
    /^This costs 10 tokens, and this API key has 5 tokens left of its 5 for this month\. Its month resets in \d+ days? \(UTC\)\. /,
    'Wait, or ask the owner of the key to raise its limit in Settings.',
    'The owner of the key has refused it. Wait, or choose something smaller.',
  ],
])('the sentence over %j ends with what to do, that the owner was asked, or that they refused', async (budget, begins, todo, refused) => {
  const body = { model: 'image-10', prompt: 'a lake' }
  const person = await personWithKey(budget)
  const sentence = async (caller: string) => (await errorBody(await person.by(caller)('POST', '/generations', body))).detail
  const quiet = await createKey(runtime, person, { scopes: ['read', 'generate'], budget: { ...budget, ask: false } })
  const ended = (detail: string) => (expect(detail).toMatch(begins), detail.replace(begins, ''))
  expect(ended(await sentence(quiet))).toBe(todo)
  const { id, page } = await asked(person, { path: '/generations', body })
  expect(ended(await sentence(person.key))).toBe(`The owner of the key has been asked to allow it: ${page}`)
  await person.own('POST', `/run-requests/${id}/refuse`)
  expect(ended(await sentence(person.key))).toBe(refused)
})
