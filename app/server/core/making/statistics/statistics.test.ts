import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { users } from '#app/server/db/schema/users.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { cancelGeneration, cancelIfUnfinished } from '../generations/cancel-generation.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { deleteGeneration } from '../generations/delete-generation.ts'
import { getOverview } from '../../operation/operators/get-overview.ts'
import { runGeneration } from '../runs/run-generation.ts'
import { emptyTrash } from '../../library/works/purge-generations.ts'
import { mergeRunDays } from './merge-run-days.ts'
import { recountDays } from './record-run.ts'
import { getStatistics } from './get-statistics.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const submit = async (userId: string, model: string, apiKeyId: string | null = null) => {
  const input = { model, prompt: 'a lake', options: {}, inputs: [] }
  const { queue, providers } = runtime
  return (await createGeneration(runtime.db, { queue, providers, userId, input, apiKeyId })).id
}
async function run(id: string, outcome: 'succeeds' | 'fails') {
  provider.script = outcome === 'succeeds' ? succeeds : () => Promise.reject(new ProviderError('refused', 'no'))
  const { queue, providers, storage, progress, logger } = runtime
  await runGeneration(runtime.db, {
    worker: { id: uuidv7(), queue, providers, storage, progress, logger },
    id,
    controller: new AbortController(),
  })
}

async function keyOf(userId: string, name: string) {
  const id = uuidv7()
  await runtime.db.insert(apiKeys).values({ id, userId, name, hash: id, hint: id.slice(-4), scopes: ['generate'] })
  return id
}

/** The differences between the stored days and a count of all runs. */
async function differences() {
  const { rows } = await runtime.db.execute(sql`
    with kept as (
      select user_id, day, type, model, status, sum(runs) as runs, sum(tokens) as tokens from generation_days group by 1, 2, 3, 4, 5
    ),
    counted as (
      select g.user_id, (g.created_at at time zone a.day_zone)::date as day, g.type, g.model, g.status, count(*) as runs, sum(g.charged) as tokens
      from generations g join token_accounts a using (user_id) where g.finished_at is not null group by 1, 2, 3, 4, 5
    )
    select * from kept full join counted using (user_id, day, type, model, status)
    where kept.runs is distinct from counted.runs or kept.tokens is distinct from counted.tokens`)
  const { rows: waits } = await runtime.db.execute(sql`
    with kept as (select user_id, day, type, sum(runs) as runs from generation_waits group by 1, 2, 3),
    counted as (
      select g.user_id, (g.created_at at time zone a.day_zone)::date as day, g.type, count(*) as runs
      from generations g join token_accounts a using (user_id) where g.status = 'succeeded' group by 1, 2, 3
    )
    select * from kept full join counted using (user_id, day, type) where kept.runs is distinct from counted.runs`)
  const { rows: keys } = await runtime.db.execute(sql`
    with kept as (
      select user_id, day, api_key_id, status, sum(runs) as runs, sum(tokens) as tokens from generation_key_days group by 1, 2, 3, 4
    ),
    counted as (
      select g.user_id, (g.created_at at time zone a.day_zone)::date as day, g.api_key_id, g.status, count(*) as runs, sum(g.charged) as tokens
      from generations g join token_accounts a using (user_id) where g.finished_at is not null and g.api_key_id is not null group by 1, 2, 3, 4
    )
    select * from kept full join counted using (user_id, day, api_key_id, status)
    where kept.runs is distinct from counted.runs or kept.tokens is distinct from counted.tokens`)
  const { rows: days } = await runtime.db.execute(sql`
    with kept as (
      select day, type, model, status, failure, sum(runs) as runs, sum(tokens) as tokens, sum(milli) as milli,
        sum(costed_runs) as costed, sum(costed_milli) as costed_milli, sum(cost_micros) as cost
      from run_days group by 1, 2, 3, 4, 5
    ),
    counted as (
      select (finished_at at time zone 'UTC')::date as day, type, model, status, coalesce(error_code::text, '') as failure, count(*) as runs,
        sum(charged) as tokens, sum(charged_milli) as milli, count(cost_micros) as costed,
        coalesce(sum(charged_milli) filter (where cost_micros is not null), 0) as costed_milli, coalesce(sum(cost_micros), 0) as cost
      from generations where finished_at is not null group by 1, 2, 3, 4, 5
    )
    select * from kept full join counted using (day, type, model, status, failure)
    where (kept.runs, kept.tokens, kept.milli, kept.costed, kept.costed_milli, kept.cost)
      is distinct from (counted.runs, counted.tokens, counted.milli, counted.costed, counted.costed_milli, counted.cost)`)
  const { rows: last } = await runtime.db.execute(sql`
    select user_id from token_accounts a where last_day is distinct from (select max(day) from generation_days d where d.user_id = a.user_id)`)
  return [...rows, ...waits, ...keys, ...days, ...last]
}
const statisticsOf = (userId: string, query: Partial<Parameters<typeof getStatistics>[1]['query']> = {}, now?: Date) =>
  getStatistics(runtime.db, {
    providers: runtime.providers,
    locale: 'en',
    userId,
    query: { bucket: 'day', ...query },
    ...(now && { now }),
  })

const models = ['image-10', 'text-1'] as const
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('submit' as const), model: fc.constantFrom(...models), byKey: fc.boolean() }) },
  fc.record({ act: fc.constantFrom('succeed', 'fail', 'cancel', 'break', 'delete', 'purge', 'run twice'), at: fc.nat(20) }),
  fc.record({ act: fc.constant('merge' as const) }),
  fc.record({ act: fc.constant('move' as const), zone: fc.constantFrom('Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago') }),
)

describe('the stored days', () => {
  test('the stored days equal a count of all runs, in whatever order they end, including deleted and interrupted ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const { id: userId } = await createUser(runtime, { tokens: 1000 })
        const key = await keyOf(userId, 'a script')
        const ids: string[] = []
        for (const one of steps) {
          if (one.act === 'submit') {
            ids.push(await submit(userId, one.model, one.byKey ? key : null))
            continue
          }
          if (one.act === 'move') {
            await runtime.db.update(users).set({ timeZone: one.zone }).where(eq(users.id, userId))
            await statisticsOf(userId)
            continue
          }
          if (one.act === 'merge') {
            await mergeRunDays(runtime.db, { now: new Date(Date.now() + 3 * 86_400_000) })
            continue
          }
          const id = ids[one.at % Math.max(1, ids.length)]
          if (id === undefined) continue
          const own = { userId, id }
          if (one.act === 'succeed') await run(id, 'succeeds')
          if (one.act === 'fail') await run(id, 'fails')
          if (one.act === 'run twice') await Promise.all([run(id, 'succeeds'), run(id, 'succeeds')])
          if (one.act === 'cancel') await cancelGeneration(runtime.db, { providers: runtime.providers, ...own }).catch(() => undefined)
          if (one.act === 'delete') await deleteGeneration(runtime.db, { providers: runtime.providers, ...own }).catch(() => undefined)
          if (one.act === 'purge') await emptyTrash(runtime.db, { queue: runtime.queue, userId })
          if (one.act === 'break')
            await runtime.db
              .transaction(async (tx) => {
                await cancelIfUnfinished(tx, own)
                throw new Error('the process died')
              })
              .catch(() => undefined)
        }
        expect(await differences()).toEqual([])
      }),
      { numRuns: repetitions(8, 100), endOnFailure: true },
    )
  })

  test('the stored days miss none of the runs that end at the same moment', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 1000 })
    const ids = await Promise.all(Array.from({ length: 20 }, () => submit(userId, 'image-10')))
    await Promise.all(
      ids.map((id, index) =>
        index % 4 === 0 ? cancelGeneration(runtime.db, { providers: runtime.providers, userId, id }) : run(id, 'succeeds'),
      ),
    )
    expect(await differences()).toEqual([])
    const { totals } = await statisticsOf(userId)
    expect(totals).toMatchObject([{ generations: 20, succeeded: 15, canceled: 5, tokens: 150 }])
  })
})

/** Inserts past runs directly into the database. */
async function livedThrough(
  userId: string,
  runs: { at: string; waitMs?: number; type?: 'image' | 'text'; model?: string; failed?: boolean; apiKeyId?: string }[],
) {
  await runtime.db.insert(generations).values(
    runs.map(({ at, waitMs = 1000, type = 'image', model = 'image-10', failed = false, apiKeyId }) => {
      const createdAt = new Date(at)
      const finishedAt = new Date(createdAt.getTime() + waitMs)
      return {
        id: uuidv7(),
        userId,
        type,
        model,
        prompt: 'a lake',
        options: {},
        inputs: [],
        status: failed ? ('failed' as const) : ('succeeded' as const),
        price: 10,
        priceMilli: 10_000,
        charged: failed ? 0 : 10,
        chargedMilli: failed ? 0 : 10_000,
        apiKeyId,
        createdAt,
        finishedAt,
      }
    }),
  )
  await runtime.db.transaction((tx) => recountDays(tx, { userId, timeZone: 'UTC' }))
}

test('people are active in every span with a run of theirs, whatever they did later', async () => {
  const activeWithin = async (from: string, to: string) => {
    const { providers } = runtime
    return (await getOverview(runtime.db, { providers, locale: 'en', tokenValue: null, query: { from, to } })).people.active
  }
  const days = [['2021-03-01'], ['2021-03-01', '2021-03-09'], ['2021-03-05', '2021-03-09'], ['2021-03-09']]
  for (const own of days) {
    const { id } = await createUser(runtime)
    await livedThrough(
      id,
      own.map((day) => ({ at: `${day}T12:00:00Z` })),
    )
  }
  expect(await activeWithin('2021-03-01', '2021-03-01')).toBe(2)
  expect(await activeWithin('2021-03-02', '2021-03-08')).toBe(1)
  expect(await activeWithin('2021-03-01', '2021-03-05')).toBe(3)
  expect(await activeWithin('2021-03-01', '2021-03-09')).toBe(4)
  expect(await activeWithin('2021-03-06', '2021-03-08')).toBe(0)
})

describe('statistics', () => {
  test('statistics compare with as many days before, and leave everything else out', async () => {
    const { id } = await createUser(runtime)
    await livedThrough(id, [
      { at: '2026-11-20T10:00:00Z' },
      { at: '2026-11-14T00:00:00Z', failed: true },
      { at: '2026-11-13T23:59:59Z' },
      { at: '2026-11-07T00:00:00Z', type: 'text', model: 'text-1' },
      { at: '2026-11-06T23:00:00Z' },
      { at: '2026-11-21T00:00:00Z' },
    ])
    const statistics = await statisticsOf(id, { from: '2026-11-14', to: '2026-11-20' })
    expect(statistics.totals).toMatchObject([{ type: 'image', generations: 2, succeeded: 1, failed: 1, tokens: 10 }])
    expect(statistics.previous).toMatchObject({
      from: '2026-11-07',
      to: '2026-11-13',
      totals: [
        { type: 'image', generations: 1 },
        { type: 'text', generations: 1 },
      ],
    })
    expect(statistics.days.map(({ date, generations }) => [date, generations])).toEqual([
      ['2026-11-14', 1],
      ['2026-11-20', 1],
    ])
    expect(statistics.activity.map(({ date }) => date)).toEqual(['2026-11-06', '2026-11-07', '2026-11-13', '2026-11-14', '2026-11-20'])
  })

  test('statistics are grouped by weeks from Monday, or by months', async () => {
    const { id } = await createUser(runtime)
    await livedThrough(id, [
      { at: '2026-11-16T10:00:00Z' },
      { at: '2026-11-22T10:00:00Z' },
      { at: '2026-11-23T10:00:00Z' },
      { at: '2026-10-31T10:00:00Z' },
    ])
    const dates = async (bucket: 'week' | 'month') =>
      (await statisticsOf(id, { from: '2026-10-31', to: '2026-11-24', bucket })).days.map(({ date, generations }) => [date, generations])
    expect(await dates('week')).toEqual([
      ['2026-10-26', 1],
      ['2026-11-16', 2],
      ['2026-11-23', 1],
    ])
    expect(await dates('month')).toEqual([
      ['2026-10-01', 1],
      ['2026-11-01', 3],
    ])
  })

  test('statistics give waits within 10 %, median and slowest, over all days and for each', async () => {
    const { id } = await createUser(runtime)
    const waits = Array.from({ length: 200 }, (_, index) => 500 + index * 97)
    await livedThrough(
      id,
      waits.map((waitMs, index) => ({ at: `2026-11-${index % 2 === 0 ? 18 : 19}T10:00:00Z`, waitMs })),
    )
    const { totals, days } = await statisticsOf(id, { from: '2026-11-18', to: '2026-11-19' })
    const within = (value: number | null | undefined, of: number | undefined) =>
      expect(Math.abs((value ?? 0) / (of ?? Number.NaN) - 1)).toBeLessThan(0.1)
    within(totals[0]?.wait_p50_ms, waits[99])
    within(totals[0]?.wait_p95_ms, waits[189])
    within(days[0]?.wait_p50_ms, waits[98])
    within(days[1]?.wait_p95_ms, waits[189])
  })

  test('statistics name the models that were used, the most used first', async () => {
    const { id } = await createUser(runtime)
    await livedThrough(id, [
      { at: '2026-11-20T10:00:00Z', type: 'text', model: 'text-1' },
      { at: '2026-11-20T11:00:00Z', model: 'gone/model' },
      { at: '2026-11-20T12:00:00Z', model: 'gone/model', failed: true },
    ])
    const { models } = await statisticsOf(id, { from: '2026-11-20', to: '2026-11-20' })
    expect(models).toMatchObject([
      { id: 'gone/model', name: 'gone/model', generations: 2, succeeded: 1 },
      { id: 'text-1', generations: 1 },
    ])
  })

  test('statistics separate keys, revoked ones too, from runs without a key; a key sees only its own', async () => {
    const { id } = await createUser(runtime)
    const [script, site] = [await keyOf(id, 'a script'), await keyOf(id, 'a site')]
    await livedThrough(id, [
      { at: '2026-11-20T10:00:00Z' },
      { at: '2026-11-20T10:00:00Z', apiKeyId: site },
      { at: '2026-11-20T10:00:00Z', apiKeyId: script },
      { at: '2026-11-20T11:00:00Z', apiKeyId: script, failed: true },
      { at: '2026-11-19T10:00:00Z', apiKeyId: site },
    ])
    await runtime.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, site))
    const query = { from: '2026-11-20', to: '2026-11-20', bucket: 'day' } as const
    const { keys } = await statisticsOf(id, query)
    expect(keys).toMatchObject([
      { id: script, name: 'a script', revoked: false, generations: 2, succeeded: 1, failed: 1, tokens: 10 },
      { id: site, name: 'a site', hint: site.slice(-4), revoked: true, generations: 1, tokens: 10 },
      { id: null, name: null, generations: 1, succeeded: 1, tokens: 10 },
    ])
    const { providers } = runtime
    const own = await getStatistics(runtime.db, { providers, locale: 'en', userId: id, apiKeyId: site, query })
    expect(own.keys.map((key) => key.id)).toEqual([site])
  })

  test('statistics state money as it was paid, without refunds; else at the price of the smallest pack', async () => {
    const { id: userId } = await createUser(runtime)
    const [smallest] = config.packs
    expect((await statisticsOf(userId)).worth).toMatchObject({ tokens: smallest.tokens, paid: false })
    const pay = async (
      order: Partial<typeof orders.$inferInsert> & { amount: number; tokens: number },
      payment: Partial<typeof payments.$inferInsert> = {},
    ) => {
      const orderId = uuidv7()
      const paid = { userId, currency: 'USD', provider: 'stripe' } as const
      const bought = { kind: 'pack', cause: 'purchase', item: 'a pack', status: 'paid' } as const
      await runtime.db.insert(orders).values({ id: orderId, ...bought, ...paid, ...order })
      const { amount } = order
      await runtime.db.insert(payments).values({ id: uuidv7(), paymentId: orderId, orderId, ...paid, amount, ...payment })
    }
    await pay({ amount: 100, tokens: 1 }, { provider: 'test' })
    await pay({ amount: 100, tokens: 1 }, { dispute: 'lost' })
    await pay({ amount: 100, tokens: 1 }, { refunded: 100 })
    expect((await statisticsOf(userId)).worth?.paid).toBe(false)

    await pay({ amount: 1_000, tokens: 500 })
    await pay({ amount: 600, tokens: 300 }, { refunded: 300 })
    // A plan's year, reduced by the credit of a change.
    await pay({ kind: 'plan', period: 'year', amount: 8_000, credit: 500, tokens: 1_000 })
    await pay({ amount: 45_000, tokens: 500, currency: 'RUB' }, { currency: 'RUB' })
    expect((await statisticsOf(userId)).worth).toEqual({
      tokens: 500 + 150 + 12_000,
      prices: [{ amount: 1_000 + 300 + 8_500, currency: 'USD' }],
      paid: true,
    })
  })

  test('statistics follow the days of the person’s time zone, also when they move', async () => {
    const { id } = await createUser(runtime)
    await livedThrough(id, [{ at: '2026-11-19T21:30:00Z' }])
    const now = new Date('2026-11-19T22:00:00Z')
    expect(await statisticsOf(id, {}, now)).toMatchObject({ to: '2026-11-19', time_zone: null, days: [{ date: '2026-11-19' }] })
    await runtime.db.update(users).set({ timeZone: 'Europe/Moscow' }).where(eq(users.id, id))
    expect(await statisticsOf(id, {}, now)).toMatchObject({
      to: '2026-11-20',
      time_zone: 'Europe/Moscow',
      days: [{ date: '2026-11-20' }],
      activity: [{ date: '2026-11-20', generations: 1 }],
    })
    expect(await differences()).toEqual([])
  })

  test('statistics are empty for a new person and visible to their owner only', async () => {
    const ann = await createUser(runtime)
    const eve = await createUser(runtime)
    await livedThrough(ann.id, [{ at: new Date().toISOString() }])
    expect(await statisticsOf(eve.id)).toMatchObject({ totals: [], days: [], models: [], keys: [], activity: [], previous: { totals: [] } })
  })

  test.each([
    [{ from: '2026-11-20', to: '2026-11-19' }, { from: 'too_large' }],
    [{ from: '2020-01-01', to: '2026-11-19' }, { from: 'too_small' }],
  ])('statistics refuse %o', async (query, fields) => {
    const { id } = await createUser(runtime)
    await expect(statisticsOf(id, query)).rejects.toMatchObject({ code: 'invalid_input', fields })
  })
})
