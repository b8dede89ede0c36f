import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import { askedSchema } from '#app/contract/runs/asked.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { runRequestPageSchema, runRequestSchema } from '#app/contract/runs/run-requests.ts'
import { maxOpenRunRequests } from '#app/contract/runs/run-requests-event.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { pricedProvider } from '#tests/fakes/priced-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { eraseAccounts } from '#app/server/core/identity/accounts/erase-accounts.ts'
import { watchGenerations } from '#app/server/core/library/events/watch-generations.ts'
import { sweepRequests } from '#app/server/core/making/run-requests/end-requests.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { users } from '#app/server/db/schema/users.ts'
import { webhookDeliveries } from '#app/server/db/schema/webhooks.ts'
import { createAnthropic } from '../../anthropic.ts'
import { createApi } from '../../api.ts'
import { createOpenai } from '../../openai.ts'

let price = 7
const provider = pricedProvider(() => price)

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, env: { SESSION_LIMITS: 'off' } })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function personWith(tokens: number) {
  const user = await createUser(runtime, { tokens })
  const { token } = await createSession(runtime, runtime.keys, user)
  return { ...user, token }
}
const keyOf = (person: { id: string }, budget: KeyBudgetChange = { tokens_per_day: 5 }) =>
  createKey(runtime, person, { scopes: ['read', 'generate'], budget })
type Submitted = { prompt?: string; model?: string; idempotency?: string }
const submit = (token: string, { prompt = 'a lake', model = 'image-10', idempotency }: Submitted = {}) =>
  callApi(api, 'POST', '/v1/generations', {
    token,
    body: { model, prompt },
    headers: idempotency === undefined ? {} : { 'idempotency-key': idempotency },
  })
/** Submits a run beyond the budget and returns its request. */
async function askBy(key: string, submitted: Submitted = {}) {
  const { run_request } = await errorBody(await submit(key, submitted))
  return v.parse(askedSchema, run_request)
}
const get = async (token: string, id: string, wait = 0) =>
  v.parse(runRequestSchema, await (await callApi(api, 'GET', `/v1/run-requests/${id}?wait=${wait}`, { token })).json())
const allow = (token: string, id: string, maxPrice = price) =>
  callApi(api, 'POST', `/v1/run-requests/${id}/allow`, { token, body: { max_price: maxPrice } })
const refuse = (token: string, id: string) => callApi(api, 'POST', `/v1/run-requests/${id}/refuse`, { token })
const runsOf = (userId: string) => runtime.db.select().from(generations).where(eq(generations.userId, userId))
const sound = async () => expect(await auditLedger(runtime.db)).toEqual([])

describe('requests', () => {
  test('a run beyond the budget is refused as before, holds no tokens, and becomes a request that the key and its owner see', async () => {
    const [person, other] = [await personWith(100), await personWith(100)]
    const key = await keyOf(person)
    const refused = await submit(key)
    expect(refused.status).toBe(429)
    const { code, detail, run_request } = await errorBody(refused)
    const asked = v.parse(askedSchema, run_request)
    expect([code, detail]).toEqual(['over_key_daily_limit', expect.stringMatching(/^This costs 7 tokens.+asked to allow it: http/)])
    expect(asked).toMatchObject({
      url: `http://localhost:3000/api/v1/run-requests/${asked.id}`,
      page: `http://localhost:3000/approvals/${asked.id}`,
    })
    expect(Date.parse(asked.expires_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    for (const token of [key, person.token])
      expect(await get(token, asked.id)).toMatchObject({
        status: 'open',
        model: 'image-10',
        type: 'image',
        prompt: 'a lake',
        price: 7,
        exceeded: { period: 'day', limit: 5, left: 5 },
        api_key: { name: 'a program' },
        generation: null,
      })
    expect(await runsOf(person.id)).toEqual([])
    expect(await getBalance(runtime.db, person.id)).toMatchObject({ available: 100, held: 0 })
    for (const token of [other.token, await keyOf(other)])
      expect((await callApi(api, 'GET', `/v1/run-requests/${asked.id}`, { token })).status).toBe(404)
    const list = async (token: string) =>
      v.parse(runRequestPageSchema, await (await callApi(api, 'GET', '/v1/run-requests?status=open', { token })).json())
    expect([(await list(person.token)).items.length, (await list(key)).items.length, (await list(other.token)).items.length]).toEqual([
      1, 1, 0,
    ])
  })

  test('no request is made where the key may not run the model, where its owner does not want to be asked, and for a session', async () => {
    const person = await personWith(3)
    const refusals = [
      await submit(await keyOf(person, { kinds: ['text'], tokens_per_day: 5 })),
      await submit(await keyOf(person, { models: ['text-1'] })),
      await submit(await keyOf(person, { tokens_per_day: 5, ask: false })),
      await submit(await keyOf(person, {})),
      await submit(person.token),
    ]
    const bodies = await Promise.all(refusals.map(errorBody))
    expect(bodies.map(({ code, run_request }) => [code, run_request])).toEqual([
      ['key_model_not_allowed', undefined],
      ['key_model_not_allowed', undefined],
      ['over_key_daily_limit', undefined],
      ['not_enough_tokens', undefined],
      ['not_enough_tokens', undefined],
    ])
  })

  test('the same call is one request, also of many at once, and a key has a bounded number of open ones', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const same = await Promise.all(Array.from({ length: 20 }, () => askBy(key)))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    const prompts = Array.from({ length: maxOpenRunRequests + 4 }, (_, index) => `lake ${index}`)
    const bodies = await Promise.all(prompts.map(async (prompt) => errorBody(await submit(key, { prompt }))))
    expect(bodies.filter(({ run_request }) => run_request)).toHaveLength(maxOpenRunRequests - 1)
    expect(await askBy(key)).toMatchObject({ id: same[0]?.id })
  })

  test('OpenAI’s and Anthropic’s protocols refuse in their words, with the request beside them', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_run: 1, tokens_per_month: 1 })
    await submit(key, { model: 'text-1' })
    const send = (fetch: (request: Request) => Response | Promise<Response>, path: string, body: object) =>
      fetch(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
          body: JSON.stringify(body),
        }),
      )
    const messages = [{ role: 'user', content: 'Hello' }]
    const openai = createOpenai(runtime)
    const chat = await send(openai.fetch, '/openai/v1/chat/completions', { model: 'text-1', messages })
    const anthropic = await send(createAnthropic(runtime).fetch, '/anthropic/v1/messages', {
      model: 'text-1',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
    })
    expect([chat.status, anthropic.status]).toEqual([429, 402])
    const errorSchema = v.object({ error: v.looseObject({ type: v.string(), message: v.string(), run_request: askedSchema }) })
    const [ofChat, ofMessages] = [v.parse(errorSchema, await chat.json()).error, v.parse(errorSchema, await anthropic.json()).error]
    expect([ofChat.type, ofMessages.type]).toEqual(['insufficient_quota', 'billing_error'])
    expect(ofChat.message).toContain(ofChat.run_request.page)
    expect(await get(person.token, ofChat.run_request.id)).toMatchObject({ type: 'text', prompt: 'Hello', exceeded: { period: 'month' } })
    expect((await allow(person.token, ofChat.run_request.id, 1)).status).toBe(200)
    expect(await get(key, ofChat.run_request.id)).toMatchObject({ status: 'allowed', generation: { prompt: 'Hello', type: 'text' } })
    const unstored = await send(openai.fetch, '/openai/v1/responses', { model: 'text-1', input: 'Nothing of this is kept', store: false })
    expect(await unstored.json()).toMatchObject({ error: { code: 'insufficient_quota' } })
    expect(
      await runtime.db.$count(runRequests, and(eq(runRequests.userId, person.id), sql`${runRequests.run}::text like '%is kept%'`)),
    ).toBe(0)
    await sound()
  })

  test('a request reaches the webhooks of its owner without its prompt', async () => {
    const person = await personWith(100)
    const url = 'https://hooks.example.com/quartet'
    expect((await callApi(api, 'POST', '/v1/webhooks', { token: person.token, body: { url, events: ['approval.asked'] } })).status).toBe(
      201,
    )
    const key = await keyOf(person)
    const { id } = await askBy(key, { prompt: 'a secret lake' })
    await askBy(key, { prompt: 'a secret lake' })
    const planned = await runtime.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.userId, person.id))
    expect(planned.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
      { type: 'approval.asked', data: { id, price: 7, model: 'image-10', api_key: { name: 'a program' } } },
    ])
    expect(planned[0]?.body).not.toContain('secret')
  })
})

describe('answers', () => {
  test('a request starts one run, however many presses at once, and charges it once', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const { id } = await askBy(key)
    const answers = await Promise.all(Array.from({ length: 40 }, () => allow(person.token, id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const runs = new Set(await Promise.all(answers.map(async (answer) => v.parse(runRequestSchema, await answer.json()).generation?.id)))
    const [run, ...more] = await runsOf(person.id)
    expect([more, [...runs]]).toEqual([[], [run?.id]])
    expect(run?.apiKeyId).not.toBeNull()
    expect(await getBalance(runtime.db, person.id)).toMatchObject({ available: 93, held: 7 })
    // The run alone has what the key asked, so that it is deleted with it.
    const [stored] = await runtime.db.select().from(runRequests).where(eq(runRequests.id, id))
    expect(JSON.stringify(stored?.run)).not.toContain('lake')
    await sound()
  })

  test('only a session answers: a key can neither allow nor refuse', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const { id } = await askBy(key)
    const raise = callApi(api, 'POST', `/v1/run-requests/${id}/allow-and-raise`, { token: key, body: { max_price: 7, budget: {} } })
    for (const answer of [await allow(key, id), await refuse(key, id), await raise])
      expect(await errorBody(answer)).toMatchObject({ code: 'key_not_allowed' })
    const other = await personWith(100)
    expect([(await allow(other.token, id)).status, (await refuse(other.token, id)).status]).toEqual([404, 404])
    expect(await get(key, id)).toMatchObject({ status: 'open' })
  })

  test('no more than the price that was shown is charged: a dearer run asks again with its new price', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const { id } = await askBy(key)
    try {
      price = 9
      const refused = await allow(person.token, id, 7)
      expect([refused.status, await errorBody(refused)]).toMatchObject([409, { code: 'price_changed', price: 9 }])
      expect(await get(person.token, id)).toMatchObject({ status: 'open', price: 9 })
      expect(await runsOf(person.id)).toEqual([])
      expect((await allow(person.token, id, 9)).status).toBe(200)
      expect(await getBalance(runtime.db, person.id)).toMatchObject({ available: 91, held: 9 })
    } finally {
      price = 7
    }
  })

  test('a run that is allowed needs the tokens and keeps to the owner’s own limits; the request stays open meanwhile', async () => {
    const person = await personWith(6)
    const key = await keyOf(person)
    const { id } = await askBy(key)
    expect(await errorBody(await allow(person.token, id))).toMatchObject({ code: 'not_enough_tokens', missing: 1 })
    const rich = await personWith(100)
    const asked = await askBy(await keyOf(rich))
    await callApi(api, 'PUT', '/v1/tokens/limits', { token: rich.token, body: { per_run: 6, per_day: null } })
    expect(await errorBody(await allow(rich.token, asked.id))).toMatchObject({ code: 'over_run_limit' })
    expect([(await get(person.token, id)).status, (await get(rich.token, asked.id)).status]).toEqual(['open', 'open'])
    await sound()
  })

  test('one press allows and raises the budget', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const { id } = await askBy(key)
    const body = { max_price: 7, budget: { tokens_per_day: 20 } }
    expect((await callApi(api, 'POST', `/v1/run-requests/${id}/allow-and-raise`, { token: person.token, body })).status).toBe(200)
    expect([(await submit(key)).status, (await submit(key, { prompt: 'another' })).status]).toEqual([202, 429])
    const [row] = await runtime.db.select().from(apiKeys).where(eq(apiKeys.userId, person.id))
    expect(row).toMatchObject({ dailyTokens: 20, runTokens: null })
    await sound()
  })

  test('a program that repeats its call with the same idempotency key finds the allowed run', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const { id } = await askBy(key, { idempotency: 'once' })
    await allow(person.token, id)
    const repeated = await submit(key, { idempotency: 'once' })
    expect(repeated.status).toBe(202)
    const [run, ...more] = await runsOf(person.id)
    expect([v.parse(generationSchema, await repeated.json()).id, more]).toEqual([run?.id, []])
    expect(await errorBody(await submit(key, { idempotency: 'once', prompt: 'another' }))).toMatchObject({ code: 'idempotency_conflict' })
  })
})

describe('ends', () => {
  test('a refused call is not asked again, and allowing it comes too late', async () => {
    const person = await personWith(100)
    const key = await keyOf(person)
    const { id } = await askBy(key)
    expect((await refuse(person.token, id)).status).toBe(200)
    expect((await refuse(person.token, id)).status).toBe(200)
    expect(await errorBody(await allow(person.token, id))).toMatchObject({ code: 'run_request_ended' })
    expect(await askBy(key)).toMatchObject({ id })
    expect(await get(key, id)).toMatchObject({ status: 'refused' })
    expect(await runsOf(person.id)).toEqual([])
  })

  test('an allow and a refusal at once have one outcome', async () => {
    const person = await personWith(1_000)
    const key = await keyOf(person)
    for (let round = 0; round < 5; round += 1) {
      const { id } = await askBy(key, { prompt: `lake ${round}` })
      const before = (await runsOf(person.id)).length
      const [allowed, refused] = await Promise.all([allow(person.token, id), refuse(person.token, id)])
      const { status } = await get(person.token, id)
      expect([allowed.status, refused.status].sort()).toEqual([200, 409])
      expect((await runsOf(person.id)).length - before).toBe(status === 'allowed' ? 1 : 0)
    }
    await sound()
  })

  test.each([
    [
      'a day',
      'expired',
      (id: string) =>
        runtime.db
          .update(runRequests)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(runRequests.id, id)),
    ],
    [
      'the revocation of its key',
      'ended',
      async (_id: string, person: { id: string; token: string }) => {
        const [key] = await runtime.db.select().from(apiKeys).where(eq(apiKeys.userId, person.id))
        await callApi(api, 'DELETE', `/v1/me/api-keys/${key?.id}`, { token: person.token })
      },
    ],
    [
      'the kill switch',
      'ended',
      (_id: string, person: { token: string }) => callApi(api, 'DELETE', '/v1/me/api-keys', { token: person.token }),
    ],
    [
      'the expiry of its key',
      'ended',
      (_id: string, person: { id: string }) =>
        runtime.db
          .update(apiKeys)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(apiKeys.userId, person.id)),
    ],
  ])('%s ends it as %s, also before a chore has looked', async (_name, status, act) => {
    const person = await personWith(100)
    const { id } = await askBy(await keyOf(person))
    await act(id, person)
    expect(await errorBody(await allow(person.token, id))).toMatchObject({ code: 'run_request_ended' })
    expect(await get(person.token, id)).toMatchObject({ status, generation: null })
    await sweepRequests(runtime.db)
    const [row] = await runtime.db.select().from(runRequests).where(eq(runRequests.id, id))
    expect(row?.status).toBe(status)
    expect(await runsOf(person.id)).toEqual([])
  })

  test('the erasure of the account deletes its requests', async () => {
    const person = await personWith(100)
    await askBy(await keyOf(person))
    await runtime.db
      .update(users)
      .set({ deleteAfter: sql`now() - interval '1 second'` })
      .where(eq(users.id, person.id))
    await eraseAccounts(runtime.db, { queue: runtime.queue })
    expect(await runtime.db.$count(runRequests, eq(runRequests.userId, person.id))).toBe(0)
  })
})

test('the stream of the account says how many requests are open, when one is made, allowed, refused or ends, and to nobody else', async () => {
  const [person, other] = [await personWith(100), await personWith(100)]
  const key = await keyOf(person)
  const end = new AbortController()
  const { db, hub, keys, providers } = runtime
  const counted = ({ id: userId }: { id: string }) => {
    const open: number[] = []
    const started = Promise.withResolvers<void>()
    const watching = (async () => {
      for await (const { event, data } of watchGenerations(db, {
        hub,
        keys,
        providers,
        locale: 'en',
        userId,
        lastEventId: undefined,
        signal: end.signal,
      })) {
        // The first event follows the subscription.
        started.resolve()
        if (event === 'run_requests') open.push(data.open)
      }
    })()
    return { open, watching, started: started.promise }
  }
  const [mine, theirs] = [counted(person), counted(other)]
  await Promise.all([mine.started, theirs.started])
  const now = async (open: number[]) => void (await expect.poll(() => mine.open).toEqual(open))
  const { id } = await askBy(key)
  await now([1])
  const second = await askBy(key, { prompt: 'a hill' })
  await now([1, 2])
  await allow(person.token, id)
  await now([1, 2, 1])
  await refuse(person.token, second.id)
  await now([1, 2, 1, 0])
  await askBy(key, { prompt: 'a pond' })
  await now([1, 2, 1, 0, 1])
  await callApi(api, 'DELETE', '/v1/me/api-keys', { token: person.token })
  await now([1, 2, 1, 0, 1, 0])
  end.abort()
  await Promise.all([mine.watching, theirs.watching])
  expect(theirs.open).toEqual([])
})

test('a program waits for the answer and then for the end of the run', async () => {
  const person = await personWith(100)
  const key = await keyOf(person)
  const { id } = await askBy(key)
  const waiting = get(key, id, 30)
  await expect.poll(() => runtime.hub.countStreams()).toBe(1)
  await allow(person.token, id)
  const [run] = await runsOf(person.id)
  await callApi(api, 'POST', `/v1/generations/${run?.id}/cancel`, { token: person.token })
  expect(await waiting).toMatchObject({ status: 'allowed', generation: { id: run?.id, status: 'canceled' } })
})
