import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { auditLedger } from '../../core/money/tokens/audit-ledger.ts'
import { getBalance } from '../../core/money/tokens/get-balance.ts'
import { chords } from '../../db/schema/chords.ts'
import { generations } from '../../db/schema/generations.ts'
import { createApi } from '../api.ts'

/** The current price of the model `image-10`. */
let price = 10
const scripted = scriptedProvider()
const provider = {
  ...scripted,
  models: async () =>
    (await scripted.models()).map((model) => (model.id === 'image-10' ? { ...model, price: { base: price, per: null } } : model)),
}

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  price = 10
})

async function personWith(tokens: number) {
  const { id } = await createUser(runtime, { tokens })
  return { id, token: await createKey(runtime, { id }, { scopes: ['read', 'generate'] }) }
}
const submit = (token: string, maxPrice?: number) =>
  callApi(api, 'POST', '/v1/generations', { token, body: { model: 'image-10', prompt: 'a lake', max_price: maxPrice } })
const runsOf = (userId: string) => runtime.db.$count(generations, eq(generations.userId, userId))

test('a run that costs more than agreed is refused with its price, and nothing is charged or stored', async () => {
  const { id, token } = await personWith(100)
  price = 12
  const refused = await submit(token, 10)
  expect(refused.status).toBe(409)
  expect(await errorBody(refused)).toEqual({
    code: 'price_changed',
    price: 12,
    request_id: expect.any(String),
    detail: 'This now costs 12 tokens. You weren’t charged. To create it at this price, press again.',
  })
  expect(await getBalance(runtime.db, id)).toMatchObject({ available: 100, held: 0 })
  expect(await runsOf(id)).toBe(0)

  for (const agreed of [12, 13, undefined]) expect((await submit(token, agreed)).status).toBe(202)
  price = 3
  expect(v.parse(generationSchema, await (await submit(token, 12)).json())).toMatchObject({ price: 3 })
  for (const wrong of [-1, 1.5, '10', null]) {
    const body = { model: 'image-10', prompt: 'a lake', max_price: wrong }
    expect((await callApi(api, 'POST', '/v1/generations', { token, body })).status).toBe(422)
  }
})

test('of parallel submits while the price changes, none holds more than agreed', async () => {
  const { id, token } = await personWith(1_000)
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      if (index % 5 === 0) price = price === 10 ? 15 : 10
      const agreed = index % 2 === 0 ? 10 : 15
      const response = await submit(token, agreed)
      return { agreed, status: response.status, body: await response.json() }
    }),
  )
  const started = answers.filter(({ status }) => status === 202)
  const refused = answers.filter(({ status }) => status === 409)
  expect(started.length + refused.length).toBe(40)
  let held = 0
  for (const { agreed, body } of started) {
    const run = v.parse(generationSchema, body)
    expect(run.price).toBeLessThanOrEqual(agreed)
    held += run.price
  }
  for (const { agreed, body } of refused) expect(v.parse(errorBodySchema, body).price).toBeGreaterThan(agreed)
  expect(await getBalance(runtime.db, id)).toMatchObject({ available: 1_000 - held, held })
  expect(await runsOf(id)).toBe(started.length)
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('a repetition and a chord hold no more than agreed either', async () => {
  const { id, token } = await personWith(100)
  const first = v.parse(generationSchema, await (await submit(token)).json())
  await runtime.db.update(generations).set({ status: 'failed', finishedAt: new Date() }).where(eq(generations.id, first.id))
  const retry = (maxPrice?: number) =>
    callApi(api, 'POST', `/v1/generations/${first.id}/retry`, { token, ...(maxPrice !== undefined && { body: { max_price: maxPrice } }) })
  expect((await retry(9)).status).toBe(409)
  expect((await retry(10)).status).toBe(202)
  expect((await retry()).status).toBe(202)

  const chord = (maxPrice: number) =>
    callApi(api, 'POST', '/v1/chords', { token, body: { prompt: 'a lake', parts: ['image', 'text'], max_price: maxPrice } })
  expect(await errorBody(chord(10))).toMatchObject({ code: 'price_changed', price: 11 })
  expect(await runtime.db.$count(chords, eq(chords.userId, id))).toBe(0)
  expect((await chord(11)).status).toBe(202)
})
