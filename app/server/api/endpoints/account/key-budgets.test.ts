import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeySchema, apiKeysSchema, type KeyBudgetChange, ownKeySchema } from '#app/contract/account/api-keys.ts'
import { generationSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { pricedProvider } from '#tests/fakes/priced-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { cancelGeneration } from '#app/server/core/making/generations/cancel-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { lockAccount } from '#app/server/core/money/tokens/lock-account.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { payTokens } from '#app/server/core/money/tokens/pay-tokens.ts'
import { apiKeys, spending } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenEntries } from '#app/server/db/schema/tokens.ts'
import { createAnthropic } from '../../anthropic.ts'
import { createApi } from '../../api.ts'
import { createOpenai } from '../../openai.ts'

const price = 7
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
const keyOf = (person: { id: string }, budget: KeyBudgetChange = {}) => createKey(runtime, person, { scopes: ['read', 'generate'], budget })
const submit = (token: string, model = 'image-10', headers: Record<string, string> = {}) =>
  callApi(api, 'POST', '/v1/generations', { token, headers, body: { model, prompt: 'a lake' } })
const runsOf = (userId: string) => runtime.db.$count(generations, eq(generations.userId, userId))
const keyId = async (userId: string) => {
  const [key] = await runtime.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, userId))
  if (!key) throw new Error('no key')
  return key.id
}
const spentBy = async (spender: string) => {
  const [row] = await runtime.db
    .select({ tokens: sql<number>`coalesce(sum(${spending.tokens}), 0)::int` })
    .from(spending)
    .where(eq(spending.spender, spender))
  return row?.tokens
}
const sound = async () => expect(await auditLedger(runtime.db)).toEqual([])

describe('limits of tokens', () => {
  test('a key starts no more of the runs submitted at once than its budget pays, and the account no more than its balance pays', async () => {
    const person = await personWith(100)
    const limited = await keyOf(person, { tokens_per_day: 21 })
    const open = await keyOf(person)
    const atOnce = isFull ? 200 : 60
    const answers = await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const by = index % 3 === 0 ? 'open' : 'limited'
        return { by, status: (await submit(by === 'open' ? open : limited)).status }
      }),
    )
    const started = (by: string) => answers.filter((one) => one.by === by && one.status === 202).length
    expect(started('limited')).toBeLessThanOrEqual(3)
    expect(started('limited') + started('open')).toBe(14)
    expect(await getBalance(runtime.db, person.id)).toMatchObject({ available: 2, held: 98 })
    await sound()
  })

  test('a key alone starts exactly what its budget pays, however many submit at once', async () => {
    const person = await personWith(1_000)
    const key = await keyOf(person, { tokens_per_month: 21 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => submit(key)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(new Set(answers.filter(({ status }) => status !== 202).map(({ status }) => status))).toEqual(new Set([429]))
    expect(await spentBy(await keyId(person.id))).toBe(21)
    await sound()
  })

  test('a refusal names the limit, what is left of it and when it is new; the person runs on', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_day: 10 })
    expect((await submit(key)).status).toBe(202)
    const refused = await submit(key)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(86_400)
    expect(await errorBody(refused)).toMatchObject({
      code: 'over_key_daily_limit',
      limit: 10,
      left: 3,
      retry_after: wait,
      detail: expect.stringMatching(
        /^This costs 7 tokens, and this API key has 3 tokens left of its 10 for today\. Its day resets in \d+ hours? \(UTC\)\./,
      ),
    })
    expect((await submit(person.token)).status).toBe(202)
  })

  test('a run above the limit of the key per run is refused, and a cheaper one is not', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_run: 6 })
    expect(await errorBody(await submit(key))).toMatchObject({ code: 'over_key_run_limit', limit: 6, left: 6 })
    expect((await submit(key, 'text-1')).status).toBe(202)
    expect(await runsOf(person.id)).toBe(1)
  })

  test('the tighter of the limits of the account and the key refuses', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_day: 5 })
    const limit = (perDay: number) =>
      callApi(api, 'PUT', '/v1/tokens/limits', { token: person.token, body: { per_run: null, per_day: perDay } })
    await limit(4)
    expect(await errorBody(await submit(key))).toMatchObject({ code: 'over_daily_limit', left: 4 })
    await limit(6)
    expect(await errorBody(await submit(key))).toMatchObject({ code: 'over_key_daily_limit', left: 5 })
  })

  test('a canceled run gives its tokens back to the day of its hold, and the audit finds a wrong number', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_day: 7, tokens_per_month: 50 })
    const { id } = v.parse(generationSchema, await (await submit(key)).json())
    expect((await submit(key)).status).toBe(429)
    const spender = await keyId(person.id)
    // The hold is of an earlier day.
    const before = sql`${tokenEntries.createdAt} - interval '1 day'`
    await runtime.db.update(tokenEntries).set({ createdAt: before }).where(eq(tokenEntries.generationId, id))
    await runtime.db
      .update(spending)
      .set({ day: sql`${spending.day} - 1` })
      .where(eq(spending.spender, spender))
    expect((await submit(key)).status).toBe(202)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId: person.id, id })
    const days = await runtime.db.select().from(spending).where(eq(spending.spender, spender)).orderBy(spending.day)
    expect(days.map(({ tokens }) => tokens)).toEqual([0, 7])
    await sound()
    await runtime.db
      .update(spending)
      .set({ tokens: 6 })
      .where(sql`${spending.spender} = ${spender} and ${spending.tokens} = 7`)
    expect(await auditLedger(runtime.db)).toMatchObject([{ invariant: 'the spending of a key is that of its ledger', subject: spender }])
    await runtime.db
      .update(spending)
      .set({ tokens: 7 })
      .where(sql`${spending.spender} = ${spender} and ${spending.tokens} = 6`)
  })

  test('a payment that is no run counts for the key, too', async () => {
    const person = await personWith(100)
    await keyOf(person, { tokens_per_day: 20 })
    const apiKeyId = await keyId(person.id)
    const pay = () => runtime.db.transaction((tx) => payTokens(tx, { userId: person.id, apiKeyId, amount: 15, reason: 'voice' }))
    await pay()
    await expect(pay()).rejects.toMatchObject({ code: 'over_key_daily_limit', budget: { limit: 20, left: 5 } })
    await sound()
  })
})

test('a key runs only the kinds and models that it may, and its quotes say so', async () => {
  const person = await personWith(100)
  const ofKind = await keyOf(person, { kinds: ['text'] })
  const ofModel = await keyOf(person, { models: ['image-10'] })
  expect((await submit(ofKind, 'text-1')).status).toBe(202)
  expect((await submit(ofModel)).status).toBe(202)
  const refused = [await submit(ofKind), await submit(ofModel, 'text-1')]
  expect(await Promise.all(refused.map(errorBody))).toMatchObject([
    { code: 'key_model_not_allowed', detail: 'This API key can’t run models of this kind. Its owner can allow it in Settings.' },
    { code: 'key_model_not_allowed', detail: 'This API key can’t run this model. Its owner can allow it in Settings.' },
  ])
  const quote = (token: string) => callApi(api, 'POST', '/v1/generations/quote', { token, body: { model: 'image-10', prompt: 'a lake' } })
  expect((await quote(ofKind)).status).toBe(403)
  const chord = await callApi(api, 'POST', '/v1/chords/quote', { token: ofKind, body: { prompt: 'a lake', parts: ['image', 'text'] } })
  const models = ['image-10', 'remix']
  const comparison = await callApi(api, 'POST', '/v1/comparisons/quote', { token: ofModel, body: { prompt: 'a lake', models } })
  expect(await Promise.all([chord, comparison].map(errorBody))).toMatchObject([
    { code: 'key_model_not_allowed', detail: expect.stringContaining('of this kind') },
    { code: 'key_model_not_allowed', detail: expect.stringContaining('this model') },
  ])
  const listed = async (token: string) =>
    v.parse(v.array(v.object({ id: v.string() })), await (await callApi(api, 'GET', '/v1/models', { token })).json()).map(({ id }) => id)
  expect([await listed(ofKind), await listed(ofModel)]).toEqual([['text-1'], ['image-10']])
  const ofProtocol = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await createOpenai(runtime).fetch(new Request('http://localhost/openai/v1/models', { headers }))
    return v.parse(v.object({ data: v.array(v.object({ id: v.string() })) }), await answer.json()).data.map(({ id }) => id)
  }
  expect([await ofProtocol(ofKind), await ofProtocol(ofModel)]).toEqual([['text-1'], ['image-10']])
  const limited = await keyOf(person, { tokens_per_month: 5 })
  expect(v.parse(quoteAnswerSchema, await (await quote(limited)).json()).over_limit).toMatchObject({ per: 'key', period: 'month', left: 5 })
  expect(v.parse(quoteAnswerSchema, await (await quote(person.token)).json()).over_limit).toBeNull()
})

test('a key has its own calls a minute, which every answer says', async () => {
  const person = await personWith(100)
  const key = await keyOf(person, { calls_per_minute: 3 })
  const ask = () => callApi(api, 'GET', '/v1/tokens', { token: key })
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  const read = (name: string) => answers.map(({ headers }) => headers.get(`x-ratelimit-${name}-requests`))
  expect([read('limit'), read('remaining')]).toEqual([
    ['3', '3', '3', '3'],
    ['2', '1', '0', '0'],
  ])
})

describe('the rest of a budget', () => {
  const budgetOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-budget-') && !name.includes('reset')))

  test('answers to a key with a budget say what is left after the call, and those to others say nothing', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_run: 50, tokens_per_day: 20, tokens_per_month: 30 })
    const answer = await submit(key)
    expect(budgetOf(answer)).toEqual({
      'x-budget-limit-run': '50',
      'x-budget-remaining-run': '50',
      'x-budget-limit-day': '20',
      'x-budget-remaining-day': '13',
      'x-budget-limit-month': '30',
      'x-budget-remaining-month': '23',
    })
    expect(answer.headers.get('x-budget-reset-day')).toMatch(/^\d+s$/)
    expect(budgetOf(await submit(await keyOf(person)))).toEqual({})
    expect(budgetOf(await submit(person.token))).toEqual({})
  })

  test('a key reads its own budget, and a session has none', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_day: 20, kinds: ['image'] })
    await submit(key)
    const own = v.parse(ownKeySchema, await (await callApi(api, 'GET', '/v1/key', { token: key })).json())
    expect(own).toMatchObject({
      name: 'a program',
      budget: { tokens_per_day: 20, tokens_per_month: null, kinds: ['image'] },
      spent: { today: { tokens: 7 }, this_month: { tokens: 7 } },
      left: { per_run: null, today: 13, this_month: null },
    })
    expect(Date.parse(own.spent.today.resets_at)).toBeGreaterThan(Date.now())
    expect((await callApi(api, 'GET', '/v1/key', { token: person.token })).status).toBe(404)
  })

  test('OpenAI’s protocol has the headers, and refuses in its own words', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_day: 6 })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'image-10', prompt: 'a lake' })
    const answer = await createOpenai(runtime).fetch(
      new Request('http://localhost/openai/v1/images/generations', { method: 'POST', headers, body }),
    )
    expect([answer.status, answer.headers.get('x-should-retry'), answer.headers.get('x-budget-remaining-day')]).toEqual([429, 'false', '6'])
    expect(await answer.json()).toMatchObject({
      error: {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: expect.stringContaining('6 tokens left of its 6 for today'),
      },
    })
  })

  test('Anthropic’s protocol has the headers, and refuses in its own words', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { kinds: ['image'], tokens_per_month: 20 })
    const ask = (apiKey: string) =>
      createAnthropic(runtime).fetch(
        new Request('http://localhost/anthropic/v1/messages', {
          method: 'POST',
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
          body: JSON.stringify({ model: 'text-1', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }),
        }),
      )
    const answer = await ask(key)
    expect([answer.status, answer.headers.get('x-budget-remaining-month')]).toEqual([403, '20'])
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'permission_error' } })
    const spent = await keyOf(person, { tokens_per_month: 7 })
    expect((await submit(spent)).status).toBe(202)
    const refused = await ask(spent)
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'billing_error' } })
  })
})

test('one call ends all keys: afterwards none starts a run, also of those submitted at once, and the rest of the account works', async () => {
  const [person, other] = [await personWith(1_000), await personWith(10)]
  const keys = [await keyOf(person), await keyOf(person, { tokens_per_day: 700 }), await keyOf(person)]
  const spared = await keyOf(other)
  const early = Promise.all(Array.from({ length: 60 }, (_, index) => submit(keys[index % 3] ?? '')))
  const ended = await callApi(api, 'DELETE', '/v1/me/api-keys', { token: person.token })
  expect([ended.status, await ended.json()]).toEqual([200, { api_keys: 3 }])
  const started = await runsOf(person.id)
  await early
  expect(await runsOf(person.id)).toBe(started)
  expect(await Promise.all(keys.map(async (key) => (await submit(key)).status))).toEqual([401, 401, 401])
  expect([(await submit(person.token)).status, (await submit(spared)).status]).toEqual([202, 202])
  expect((await callApi(api, 'DELETE', '/v1/me/api-keys', { token: spared })).status).toBe(403)
  await sound()
})

describe('changes', () => {
  const change = (token: string, id: string, body: unknown) => callApi(api, 'PATCH', `/v1/me/api-keys/${id}`, { token, body })

  test('a budget is changed for the runs from then on, and what is omitted stays', async () => {
    const person = await personWith(100)
    const key = await keyOf(person, { tokens_per_day: 7, kinds: ['image'] })
    const id = await keyId(person.id)
    await submit(key)
    expect((await submit(key)).status).toBe(429)
    const changed = v.parse(apiKeySchema, await (await change(person.token, id, { budget: { tokens_per_day: 14 } })).json())
    expect(changed.budget).toMatchObject({ tokens_per_day: 14, kinds: ['image'] })
    expect((await submit(key)).status).toBe(202)
    await change(person.token, id, { name: 'Renamed', expires_in_days: 3, budget: { tokens_per_day: null } })
    expect((await submit(key)).status).toBe(202)
    const listed = v.parse(apiKeysSchema, await (await callApi(api, 'GET', '/v1/me/api-keys', { token: person.token })).json())
    expect(listed.items).toMatchObject([
      { name: 'Renamed', budget: { tokens_per_day: null, kinds: ['image'] }, spent: { today: { tokens: 21 } } },
    ])
    expect(Date.parse(listed.items[0]?.expires_at ?? '')).toBeLessThan(Date.now() + 4 * 86_400_000)
  })

  test('a lower budget refuses every run after it, also of those submitted at once', async () => {
    const person = await personWith(1_000)
    const key = await keyOf(person, { tokens_per_day: 700 })
    const id = await keyId(person.id)
    const early = Promise.all(Array.from({ length: 20 }, () => submit(key)))
    expect((await change(person.token, id, { budget: { tokens_per_day: 7 } })).status).toBe(200)
    const started = await runsOf(person.id)
    await early
    expect(await runsOf(person.id)).toBeLessThanOrEqual(Math.max(1, started))
    expect((await submit(key)).status).toBe(429)
  })

  // The embedded database runs one transaction at a time.
  test.runIf(process.env.TEST_DATABASE_URL).each([
    ['a change of a budget', (token: string, id: string) => change(token, id, { budget: { tokens_per_day: 7 } })],
    ['the end of all keys', (token: string) => callApi(api, 'DELETE', '/v1/me/api-keys', { token })],
  ])('%s waits for a run that is being submitted, so that it holds for every later one', async (_name, act) => {
    const person = await personWith(10)
    await keyOf(person)
    const id = await keyId(person.id)
    let acting: Promise<Response> | undefined
    await runtime.db.transaction(async (tx) => {
      await lockAccount(tx, person.id)
      acting = beside(() => act(person.token, id))
      await expect.poll(() => waitingLocks(runtime.handle.pool)).toBeGreaterThan(0)
    })
    expect((await acting)?.status).toBe(200)
  })

  test('no key changes itself, and nobody another person’s', async () => {
    const [ann, bob] = [await personWith(1), await personWith(1)]
    const key = await keyOf(ann, { tokens_per_day: 1 })
    const id = await keyId(ann.id)
    expect((await change(key, id, { budget: { tokens_per_day: null } })).status).toBe(403)
    expect((await change(bob.token, id, { budget: { tokens_per_day: null } })).status).toBe(404)
  })

  test.each([
    [{ budget: { tokens_per_day: 0 } }, 'budget.tokens_per_day', 'too_small'],
    [{ budget: { tokens_per_run: 1.5 } }, 'budget.tokens_per_run', 'invalid'],
    [{ budget: { kinds: [] } }, 'budget.kinds', 'required'],
    [{ budget: { kinds: ['smell'] } }, 'budget.kinds.0', 'not_an_option'],
    [{ budget: { models: ['no-such-model'] } }, 'budget.models.0', 'model_unknown'],
    [{ budget: { calls_per_minute: 100_000 } }, 'budget.calls_per_minute', 'too_large'],
  ])('%j is refused, and the field named', async (body, field, code) => {
    const person = await personWith(1)
    await keyOf(person)
    const refused = await change(person.token, await keyId(person.id), body)
    expect(refused.status).toBe(422)
    expect((await errorBody(refused)).fields?.[field]).toMatchObject({ code })
  })
})
