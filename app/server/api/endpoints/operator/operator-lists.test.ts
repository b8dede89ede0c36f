import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import {
  operatorEntryPageSchema,
  operatorPersonDetailsSchema,
  operatorRunPageSchema,
  peoplePageSchema,
  peopleSorts,
  runsSorts,
} from '#app/contract/operator/operator.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { errorBody, errorCode, read } from '#tests/fixtures/read-response.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { personTotals } from '#app/server/db/schema/statistics.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

async function person(role: Role = 'member', overrides: Parameters<TestApi['signIn']>[0] = {}) {
  const { user, token } = await server.signIn({ role, ...overrides })
  return { ...user, call: (method: string, path: string, body?: unknown) => server.send(method, `/v1${path}`, { token, body }) }
}
type Person = Awaited<ReturnType<typeof person>>
const peopleOf = (by: Person, query: string) => read(peoplePageSchema, by.call('GET', `/operator/people?${query}`))
const runsOf = (by: Person, query: string) => read(operatorRunPageSchema, by.call('GET', `/operator/runs?${query}`))

async function pay(userId: string, amount: number, provider: 'stripe' | 'test' = 'stripe', refunded = 0) {
  const [id, currency] = [uuidv7(), 'USD'] as const
  const order = {
    id,
    userId,
    kind: 'pack',
    cause: 'purchase',
    item: 'pack-500',
    tokens: 500,
    amount,
    currency,
    provider,
    status: 'paid',
  } as const
  await server.db.insert(orders).values(order)
  await server.db.insert(payments).values({ id: uuidv7(), provider, paymentId: id, orderId: id, userId, amount, currency, refunded })
  return id
}

/** Submits a run and ends it, unless it should wait. */
async function run(by: Person, { ends = true, model = 'image-10' } = {}) {
  const { id } = await read(generationSchema, by.call('POST', '/generations', { model, prompt: 'a secret lake' }))
  if (ends) await runGeneration(server.db, { worker: { ...server, id: uuidv7() }, id, controller: new AbortController() })
  return id
}

/** Reads a whole list page by page. */
async function readAll(page: (cursor: string) => Promise<{ items: { id: string }[]; next_cursor: string | null }>) {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { items, next_cursor: next } = await page(cursor && `&cursor=${cursor}`)
    ids.push(...items.map(({ id }) => id))
    cursor = next
  }
  return ids
}

const backwards = (ids: string[]) => ids.toReversed()

describe('the list of people', () => {
  test('people are sorted by each figure in both directions, and pages have each person once, with equal figures too', async () => {
    const owner = await person('owner')
    const mark = randomUUID().slice(0, 8)
    const people: Person[] = []
    for (const index of [0, 1, 2, 3, 4])
      people.push(await person('member', { email: `${mark}-${index}@example.com`, tokens: [5, 9, 5, 0, 7][index] ?? 0 }))
    const at = (order: number[]) => order.map((index) => people[index]?.id ?? '')
    for (const [index, spent] of [3, 0, 8, 3, 0].entries())
      await server.db
        .update(personTotals)
        .set({ spent, lastSeenAt: index === 3 ? null : new Date(Date.UTC(2026, 0, 9 - index)) })
        .where(eq(personTotals.userId, at([index])[0] ?? ''))
    await pay(at([2])[0] ?? '', 900, 'stripe', 500)
    await pay(at([4])[0] ?? '', 700)
    await pay(at([0])[0] ?? '', 5_000, 'test')
    const largestFirst: Record<(typeof peopleSorts)[number], number[]> = {
      joined: [4, 3, 2, 1, 0],
      seen: [0, 1, 2, 4, 3],
      balance: [1, 4, 2, 0, 3],
      spent: [2, 3, 0, 4, 1],
      // Payments at the test checkout do not count while there is money.
      paid: [4, 2, 3, 1, 0],
    }
    for (const sort of peopleSorts) {
      const list = (order: string) => readAll((cursor) => peopleOf(owner, `q=${mark}&sort=${sort}&order=${order}&limit=2${cursor}`))
      expect([sort, await list('desc')]).toEqual([sort, at(largestFirst[sort])])
      expect([sort, await list('asc')]).toEqual([sort, backwards(at(largestFirst[sort]))])
    }
    const { items } = await peopleOf(owner, `q=${mark}&sort=paid`)
    expect(items.map(({ paid }) => paid)).toEqual([
      [{ amount: 700, currency: 'USD', test: false }],
      [{ amount: 400, currency: 'USD', test: false }],
      [],
      [],
      [{ amount: 5_000, currency: 'USD', test: true }],
    ])
    expect((await peopleOf(owner, `q=${mark}&paid=yes`)).items.map(({ id }) => id)).toEqual(at([4, 2]))
    expect((await peopleOf(owner, `q=${mark}&paid=test`)).items.map(({ id }) => id)).toEqual(at([0]))
    expect((await peopleOf(owner, `q=${mark}&paid=no`)).items.map(({ id }) => id)).toEqual(at([3, 1]))
  })

  test('a sorted list continues at the same place when the last person shown has changed', async () => {
    const owner = await person('owner')
    const mark = randomUUID().slice(0, 8)
    const [low, middle, high] = [
      await person('member', { email: `${mark}-a@example.com`, tokens: 1 }),
      await person('member', { email: `${mark}-b@example.com`, tokens: 2 }),
      await person('member', { email: `${mark}-c@example.com`, tokens: 3 }),
    ]
    const first = await peopleOf(owner, `q=${mark}&sort=balance&limit=2`)
    expect(first.items.map(({ id }) => id)).toEqual([high.id, middle.id])
    await owner.call('POST', `/operator/people/${middle.id}/tokens`, { amount: 50, reason: 'a gift' })
    const next = await peopleOf(owner, `q=${mark}&sort=balance&limit=2&cursor=${first.next_cursor}`)
    expect(next.items.map(({ id }) => id)).toEqual([low.id])
  })

  test('tokens spent and the last visit follow what people did, and those who never ran anything are found', async () => {
    const owner = await person('owner')
    const mark = randomUUID().slice(0, 8)
    const ann = await person('member', { email: `${mark}-a@example.com`, tokens: 30 })
    const bob = await person('member', { email: `${mark}-b@example.com`, tokens: 30 })
    const eve = await person('member', { email: `${mark}-c@example.com`, tokens: 30 })
    await run(ann)
    await run(ann)
    await run(bob, { ends: false })
    const { items } = await peopleOf(owner, `q=${mark}&sort=spent`)
    expect(items.map(({ id, spent }) => [id, spent])).toEqual([
      [ann.id, 20],
      [eve.id, 0],
      [bob.id, 0],
    ])
    expect((await peopleOf(owner, `q=${mark}&ran=no`)).items.map(({ id }) => id)).toEqual([eve.id])
    expect((await peopleOf(owner, `q=${mark}&ran=yes`)).items.map(({ id }) => id)).toEqual([bob.id, ann.id])
    const seenAt = async () => (await peopleOf(owner, `q=${ann.id}`)).items[0]?.last_seen_at
    const before = await seenAt()
    expect(before).toEqual(expect.any(String))
    await server.db.delete(sessions).where(eq(sessions.userId, ann.id))
    expect(await seenAt()).toBe(before)
    await createSession(server, server.keys, ann)
    expect(Date.parse((await seenAt()) ?? '')).toBeGreaterThanOrEqual(Date.parse(before ?? ''))
  })

  test('an unknown order, and cursors that are forged or of another order, are refused', async () => {
    const [owner, ann] = [await person('owner'), await person()]
    expect(await errorBody(owner.call('GET', '/operator/people?sort=charm'))).toMatchObject({
      code: 'invalid_input',
      fields: { sort: { code: 'not_an_option', detail: 'Choose one of the available values.' } },
    })
    expect(await errorCode(owner.call('GET', '/operator/people?order=sideways'))).toBe('invalid_input')
    expect(await errorCode(owner.call('GET', '/operator/people?paid=maybe'))).toBe('invalid_input')
    const { next_cursor: cursor } = await peopleOf(owner, 'sort=balance&limit=1')
    expect(await errorCode(owner.call('GET', `/operator/people?sort=spent&cursor=${cursor}`))).toBe('unknown_cursor')
    expect(await errorCode(owner.call('GET', `/operator/people?sort=balance&order=asc&cursor=${cursor}`))).toBe('unknown_cursor')
    for (const forged of [
      '',
      'balance.desc',
      'balance.desc 1e5 x',
      `balance.desc 99999999999999999 ${owner.id}`,
      `balance.desc 5 ${owner.id} 5`,
    ])
      expect([
        forged,
        await errorCode(owner.call('GET', `/operator/people?sort=balance&cursor=${Buffer.from(forged).toString('base64url') || 'x'}`)),
      ]).toEqual([forged, 'unknown_cursor'])
    expect(
      (
        await owner.call(
          'GET',
          `/operator/people?sort=seen&cursor=${Buffer.from(`seen.desc 9007199254740991 ${owner.id}`).toString('base64url')}`,
        )
      ).status,
    ).toBe(200)
    expect(await errorCode(ann.call('GET', '/operator/people?sort=spent'))).toBe('not_found')
  })
})

describe('the list of runs', () => {
  test('runs are sorted by time, duration and tokens in both directions, page by page', async () => {
    const [owner, ann] = [await person('owner'), await person('member', { tokens: 100 })]
    const ids: string[] = []
    for (const seconds of [3, 60, 3, null]) {
      const id = await run(ann, { ends: seconds !== null })
      ids.push(id)
      const startedAt = new Date(Date.UTC(2026, 5, 1))
      if (seconds !== null)
        await server.db
          .update(generations)
          .set({ startedAt, finishedAt: new Date(startedAt.getTime() + seconds * 1000) })
          .where(eq(generations.id, id))
    }
    await server.db
      .update(generations)
      .set({ charged: 4, chargedMilli: 4_000 })
      .where(eq(generations.id, ids[1] ?? ''))
    const at = (order: number[]) => order.map((index) => ids[index])
    const largestFirst: Record<(typeof runsSorts)[number], number[]> = { time: [3, 2, 1, 0], duration: [1, 2, 0, 3], tokens: [3, 2, 0, 1] }
    for (const filter of [`person=${ann.id}`, `q=${ann.email.slice(0, 20)}`])
      for (const sort of runsSorts) {
        const list = (order: string) => readAll((cursor) => runsOf(owner, `${filter}&sort=${sort}&order=${order}&limit=2${cursor}`))
        expect([sort, await list('desc')]).toEqual([sort, at(largestFirst[sort])])
        expect([sort, await list('asc')]).toEqual([sort, at(largestFirst[sort].toReversed())])
      }
    expect((await runsOf(owner, `person=${ann.id}&min_seconds=60`)).items.map(({ id }) => id)).toEqual(at([1]))
  })

  test('runs are found by person, day and id, and unknown filters are refused', async () => {
    const [owner, ann, bob] = [await person('owner'), await person('member', { tokens: 30 }), await person('member', { tokens: 30 })]
    const [old, today] = [await run(ann), await run(ann)]
    await run(bob)
    await server.db
      .update(generations)
      .set({ createdAt: new Date('2026-03-05T23:59:59.999Z') })
      .where(eq(generations.id, old))
    const found = async (query: string) => (await runsOf(owner, query)).items.map(({ id }) => id)
    expect(await found(`q=${ann.email}`)).toEqual([today, old])
    expect(await found(`q=${old}`)).toEqual([old])
    expect(await found('q=nobody@')).toEqual([])
    expect(await found(`person=${ann.id}&from=2026-03-05&to=2026-03-05`)).toEqual([old])
    expect(await found(`person=${ann.id}&from=2026-03-06`)).toEqual([today])
    for (const query of ['sort=prompt', 'from=2026-02-31', 'min_seconds=-1', 'min_seconds=soon'])
      expect([query, await errorCode(owner.call('GET', `/operator/runs?${query}`))]).toEqual([query, 'invalid_input'])
    expect(await errorCode(owner.call('GET', '/operator/runs?sort=tokens&cursor=x'))).toBe('unknown_cursor')
    expect(await errorCode(ann.call('GET', '/operator/runs?sort=tokens'))).toBe('not_found')
  })

  test('the cost of a run is shown to those who see the overview, and not to support', async () => {
    const [owner, support, ann] = [await person('owner'), await person('support'), await person('member', { tokens: 30 })]
    const id = await run(ann)
    await server.db.update(generations).set({ costMicros: 12_500 }).where(eq(generations.id, id))
    const costs = async (by: Person) => (await runsOf(by, `person=${ann.id}`)).items.map(({ cost }) => cost)
    expect(await costs(owner)).toEqual([0.0125])
    expect(await costs(support)).toEqual([null])
  })
})

test('the token history says who gave or took tokens and which order bought them; who, only to those who may see the audit log', async () => {
  const [owner, support, ann] = [await person('owner'), await person('support'), await person('member', { tokens: 30 })]
  const orderId = await read(v.object({ id: v.string() }), ann.call('POST', '/orders', { kind: 'pack', item: 'pack-500', currency: 'USD' }))
  await ann.call('POST', `/orders/${orderId.id}/test-payment`, { outcome: 'paid' })
  await support.call('POST', `/operator/people/${ann.id}/tokens`, { amount: 5, reason: 'sorry' })
  const runId = await run(ann)
  const entries = async (by: Person) => (await read(operatorEntryPageSchema, by.call('GET', `/operator/people/${ann.id}/entries`))).items
  expect(
    (await entries(owner)).map(({ kind, source, by, order, run: of }) => ({ kind, source, by, order: order?.id, run: of?.id })),
  ).toEqual([
    { kind: 'settle', source: null, by: null, order: undefined, run: runId },
    { kind: 'hold', source: null, by: null, order: undefined, run: runId },
    { kind: 'grant', source: 'grant', by: support.email, order: undefined, run: undefined },
    { kind: 'grant', source: 'pack', by: null, order: orderId.id, run: undefined },
    { kind: 'grant', source: 'grant', by: null, order: undefined, run: undefined },
  ])
  expect((await entries(support)).map(({ by }) => by)).toEqual([null, null, null, null, null])
  expect(await read(operatorPersonDetailsSchema, support.call('GET', `/operator/people/${ann.id}`))).toMatchObject({
    spent: 10,
    paid: [{ amount: 500, currency: 'USD', test: true }],
  })
})
