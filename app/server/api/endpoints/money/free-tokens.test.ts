import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenPairSchema } from '#app/contract/account/accounts.ts'
import { generationSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { orderSchema } from '#app/contract/money/orders.ts'
import { balanceSchema } from '#app/contract/money/tokens.ts'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { errorBody, read } from '#tests/fixtures/read-response.ts'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { grantTokens } from '#app/server/core/money/tokens/grant-tokens.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenHolds, tokenLots } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { type Provider, ProviderError } from '#app/server/providers/provider.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { createApi } from '../../api.ts'
import { createOpenai } from '../../openai.ts'

/** Free tokens of accounts with an unverified email pay for built-in models only. `cloud` stands for every service that bills. */

const near = scriptedProvider()
let calls = 0
let answers = Promise.resolve()
const cloud: Provider = {
  id: 'cloud',
  close: async () => undefined,
  models: async () =>
    (await near.models()).map((model) => ({
      ...model,
      id: `cloud/${model.id}`,
      provider: 'cloud',
      ...(model.id === 'text-1' && { history: true }),
      ...(model.id === 'gone' && { unavailable: null, options: {}, price: { base: 0, per: null } }),
    })),
  async run() {
    calls += 1
    await answers
    return { text: 'billed', files: [] }
  },
}
/** A built-in model whose fallback is a billed one. */
const adjusted = openProviders([near, cloud], {
  adjust: (model) => (model.id === 'text-1' ? { ...model, fallback: 'cloud/text-1' } : model),
})

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
let openai: ReturnType<typeof createOpenai>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: near, providers: adjusted, work: true })
  api = createApi(runtime)
  openai = createOpenai(runtime)
  // The first account is the owner's, who needs no confirmation.
  await join()
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  calls = 0
  near.script = async () => ({ text: 'drawn here', files: [] })
})

let people = 0
/** Signs up and in through the API, as any visitor can. */
async function join() {
  people += 1
  const [email, password] = [`new-${people}@example.com`, 'tangerine kettle']
  const signedUp = await callApi(api, 'POST', '/v1/auth/sign-up', {
    body: { email, password, accept_terms: true },
    address: `192.0.2.${people}`,
  })
  const { id } = v.parse(v.object({ id: v.string() }), await signedUp.json())
  const { token } = v.parse(tokenPairSchema, await (await callApi(api, 'POST', '/v1/auth/sign-in', { body: { email, password } })).json())
  const ask = (method: string, path: string, body?: unknown) => callApi(api, method, path, { body, token })
  return { id, token, ask, submit: (model: string, more = {}) => ask('POST', '/v1/generations', { model, prompt: 'a lake', ...more }) }
}
async function denialOf(response: Response | Promise<Response>) {
  const { status } = await response
  return { status, code: (await errorBody(response)).code }
}
const refused = { status: 403, code: 'email_not_verified' }
const verify = (id: string) => runtime.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id))
const quote = async ({ ask }: Awaited<ReturnType<typeof join>>, model: string) =>
  read(quoteAnswerSchema, ask('POST', '/v1/generations/quote', { model, prompt: 'a lake' }))
async function ended(id: string) {
  await expect.poll(async () => (await runtime.db.select().from(generations).where(eq(generations.id, id)))[0]?.finishedAt).toBeTruthy()
  const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
  return row
}
async function buy(userId: string, amount: number) {
  await runtime.db.transaction((tx) => grantTokens(tx, { userId, source: 'pack', amount, expiresAt: null, reason: null }))
}

test('an account with an unverified email cannot run a connected model by any route, while built-in models run', async () => {
  const ann = await join()
  expect(await quote(ann, 'cloud/image-10')).toMatchObject({ price: 10, missing: 0, email_not_verified: true })
  expect(await quote(ann, 'image-10')).toMatchObject({ email_not_verified: false })

  for (const model of ['cloud/text-1', 'cloud/image-10', 'cloud/video', 'cloud/remix'])
    expect(await denialOf(ann.submit(model))).toEqual(refused)
  // A price of 0 does not circumvent the rule.
  expect(await denialOf(ann.submit('cloud/gone'))).toEqual(refused)
  // A conversation, with a file as its input, does not circumvent the rule.
  const thread_id = crypto.randomUUID()
  expect(await denialOf(ann.submit('cloud/text-1', { thread_id }))).toEqual(refused)

  // Repeating a run from a time when its owner could pay for it does not circumvent the rule.
  const [earlier] = await runtime.db
    .insert(generations)
    .values({
      id: crypto.randomUUID(),
      userId: ann.id,
      type: 'text',
      model: 'cloud/text-1',
      prompt: 'a lake',
      options: {},
      inputs: [],
      status: 'failed',
      price: 0,
      priceMilli: 0,
      charged: 0,
      chargedMilli: 0,
      finishedAt: new Date(),
    })
    .returning()
  expect(await denialOf(ann.ask('POST', `/v1/generations/${earlier?.id}/retry`))).toEqual(refused)

  // A program with a key does not circumvent the rule, in either protocol.
  const { created } = await createApiKey(runtime.db, runtime.mailer, {
    userId: ann.id,
    siteUrl: 'https://quartet.example',
    input: { name: 'tool', scopes: ['generate', 'read'] },
  })
  const { key } = created
  expect(
    await denialOf(callApi(api, 'POST', '/v1/generations', { token: key, body: { model: 'cloud/text-1', prompt: 'a lake' } })),
  ).toEqual(refused)
  for (const [path, body] of [
    ['/v1/chat/completions', { model: 'cloud/text-1', messages: [{ role: 'user', content: 'a lake' }] }],
    ['/v1/chat/completions', { model: 'cloud/text-1', stream: true, messages: [{ role: 'user', content: 'a lake' }] }],
    ['/v1/images/generations', { model: 'cloud/image-10', prompt: 'a lake' }],
    ['/v1/audio/speech', { model: 'cloud/gone', input: 'a lake', voice: 'any' }],
  ] as const) {
    const answer = await openai.fetch(
      new Request(`http://localhost/openai${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    expect(answer.status, path).toBe(403)
    expect(await answer.json(), path).toMatchObject({ error: { code: 'email_not_verified' } })
  }

  // A billed model does not replace a built-in one that fails.
  near.script = async () => {
    throw new ProviderError('temporary', 'the engine is ill', { final: true })
  }
  const failing = await read(generationSchema, ann.submit('text-1'))
  expect(await ended(failing.id)).toMatchObject({ status: 'failed', charged: 0 })

  near.script = async () => ({ text: 'drawn here', files: [] })
  const own = await read(generationSchema, ann.submit('image-10'))
  expect(await ended(own.id)).toMatchObject({ status: 'succeeded', charged: 10 })
  expect(calls).toBe(0)
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('the owner runs a connected model before the email is verified', async () => {
  const ann = await join()
  await runtime.db.update(users).set({ role: 'operator' }).where(eq(users.id, ann.id))
  expect(await denialOf(ann.submit('cloud/text-1'))).toEqual(refused)
  await runtime.db.update(users).set({ role: 'owner' }).where(eq(users.id, ann.id))
  expect(await quote(ann, 'cloud/text-1')).toMatchObject({ email_not_verified: false })
  const { id } = await read(generationSchema, ann.submit('cloud/text-1'))
  expect(await ended(id)).toMatchObject({ status: 'succeeded', charged: 1 })
})

test('the refusal explains in the person’s language how to lift it, and ends once the email is verified', async () => {
  const ann = await join()
  const answer = await api.fetch(
    new Request('http://localhost/api/v1/generations', {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json', 'accept-language': 'ru' },
      body: JSON.stringify({ model: 'cloud/text-1', prompt: 'a lake' }),
    }),
  )
  expect(await errorBody(answer)).toEqual({
    code: 'email_not_verified',
    detail: expect.stringContaining('подтвердите'),
    request_id: expect.any(String),
  })
  await verify(ann.id)
  expect(await quote(ann, 'cloud/text-1')).toMatchObject({ email_not_verified: false })
  const { id } = await read(generationSchema, ann.submit('cloud/text-1'))
  expect(await ended(id)).toMatchObject({ status: 'succeeded', charged: 1 })
  expect(calls).toBe(1)
})

test('bought tokens of an unverified account pay for connected models, and its free ones stay', async () => {
  const ann = await join()
  await buy(ann.id, 25)
  const paid = await read(generationSchema, ann.submit('cloud/image-10'))
  const sources = await runtime.db
    .select({ source: tokenLots.source, remaining: tokenLots.remaining })
    .from(tokenLots)
    .where(eq(tokenLots.userId, ann.id))
    .orderBy(tokenLots.source)
  expect(sources).toEqual([
    { source: 'welcome', remaining: 100 },
    { source: 'pack', remaining: 15 },
  ])
  await ended(paid.id)
  await ended((await read(generationSchema, ann.submit('cloud/image-10'))).id)
  // 5 bought tokens are left, which is not enough, however many free ones there are.
  expect(await denialOf(ann.submit('cloud/image-10'))).toEqual(refused)
  expect(await denialOf(ann.submit('cloud/video', { options: { duration: 100 } }))).toEqual(refused)
  await ended((await read(generationSchema, ann.submit('cloud/text-1'))).id)
  expect(calls).toBe(3)
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('tokens of the test checkout are free tokens, because no money was paid for them', async () => {
  const ann = await join()
  const order = await read(orderSchema, ann.ask('POST', '/v1/orders', { kind: 'pack', item: config.packs[0].id, currency: 'USD' }))
  await ann.ask('POST', `/v1/orders/${order.id}/test-payment`, { outcome: 'paid' })
  const { available } = await read(balanceSchema, ann.ask('GET', '/v1/tokens'))
  expect(available).toBe(config.tokens.welcomeGrant + config.packs[0].tokens)
  expect(await denialOf(ann.submit('cloud/image-10'))).toEqual(refused)
  expect(calls).toBe(0)
  await verify(ann.id)
  await ended((await read(generationSchema, ann.submit('cloud/image-10'))).id)
  expect(calls).toBe(1)
})

test('a run that costs more than all tokens together is refused for that reason', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 5, emailVerifiedAt: null })
  const { queue, providers } = runtime
  const input = { model: 'cloud/image-10', prompt: 'a lake', options: {}, inputs: [] }
  await expect(createGeneration(runtime.db, { queue, providers, userId, input })).rejects.toMatchObject({
    code: 'not_enough_tokens',
    missing: 5,
  })
})

test('parallel runs of an unverified account never draw on its free tokens', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 1_000, emailVerifiedAt: null })
  await buy(userId, 45)
  const { db, providers, queue } = runtime
  // A hold stays until its run has ended.
  const gate = Promise.withResolvers<void>()
  answers = gate.promise
  const input = { model: 'cloud/image-10', prompt: 'a lake', options: {}, inputs: [] }
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => createGeneration(db, { queue, providers, userId, input })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  const held = await db
    .select({ source: tokenLots.source, amount: tokenHolds.amount })
    .from(tokenHolds)
    .innerJoin(tokenLots, eq(tokenLots.id, tokenHolds.lotId))
    .where(eq(tokenLots.userId, userId))
  expect(held).toEqual(Array.from({ length: 4 }, () => ({ source: 'pack', amount: 10 })))
  const [account] = await db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  expect(account).toMatchObject({ available: 1_005, held: 40 })
  expect(await auditLedger(db)).toEqual([])
  gate.resolve()
})
