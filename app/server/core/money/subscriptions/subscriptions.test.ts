import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlanPeriod } from '#app/contract/base/periods.ts'
import { config } from '#config'
import { setLotEnds } from '#tests/factories/lots.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { paidPeriods, planGrants } from '#app/server/db/schema/plan-periods.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { tokenAccounts, tokenLots } from '#app/server/db/schema/tokens.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { createOrder } from '../orders/create-order.ts'
import { monthStart } from '../payments/months-after.ts'
import { Problem } from '../../problem.ts'
import { auditLedger } from '../tokens/audit-ledger.ts'
import { sweepLots } from '../tokens/sweep-lots.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePlan } from './change-plan.ts'
import { getSubscription } from './get-subscription.ts'
import { paySubscription } from './pay-subscription.ts'
import { quoteChange } from './quote-change.ts'
import { renewSubscription } from './renew-subscription.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { sweepSubscriptions } from './sweep-subscriptions.ts'
import { mailPastDue } from './mail-past-due.ts'

const service = scriptedPayments()
const { payments } = service
const logger = pino({ level: 'silent' })
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), payments })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  service.charges('paid')
  service.reachable(true)
})

const [solo, studio] = config.plans
const site = { payments, siteUrl: 'https://quartet.example', locale: 'en' } as const
const notify = (checkoutId: string) => deliverWebhook(runtime, service, checkoutId)
async function pay(order: { checkoutId: string | null } | null) {
  if (!order?.checkoutId) throw new Error('there is nothing to pay')
  service.pay(order.checkoutId)
  await notify(order.checkoutId)
  return order.checkoutId
}
const subscribe = async (userId: string, plan = 'solo', period: PlanPeriod = 'month') =>
  pay(await createOrder(runtime.db, { ...site, userId, input: { kind: 'plan', item: plan, period, currency: 'USD' } }))
const current = async (userId: string) => (await getSubscription(runtime.db, { payments, userId })).subscription
const sweep = async () => {
  await sweepLots(runtime.db)
  await sweepSubscriptions(runtime.db, { payments, logger })
}
const change = (userId: string, plan: string, period: PlanPeriod = 'month') =>
  changePlan(runtime.db, { ...site, logger, userId, plan, period })

async function available(userId: string) {
  const [account] = await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account?.available
}

/** Moves all data of this person into the past, as if time had passed. */
async function pass(userId: string, time: string) {
  const by = sql.raw(`interval '${time}'`)
  const back = (column: object) => sql`${column} - ${by}`
  const own = <T extends { userId: object }>(table: T) => sql`${table.userId} = ${userId}`
  await setLotEnds(runtime.db, { userId }, back(tokenLots.expiresAt))
  await runtime.db
    .update(subscriptions)
    .set({ paidUntil: back(subscriptions.paidUntil), renewAt: back(subscriptions.renewAt), graceUntil: back(subscriptions.graceUntil) })
    .where(own(subscriptions))
  await runtime.db
    .update(paidPeriods)
    .set({ startsAt: back(paidPeriods.startsAt), endsAt: back(paidPeriods.endsAt) })
    .where(sql`${paidPeriods.subscriptionId} in (select id from ${subscriptions} where ${own(subscriptions)})`)
  await runtime.db
    .update(orders)
    .set({ createdAt: back(orders.createdAt) })
    .where(own(orders))
}

describe('a paid period', () => {
  test('a paid period grants its tokens once, which end with it, and is followed by the next, charged once however many workers look', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 7 })
    const checkoutId = await subscribe(userId)
    await Promise.all([notify(checkoutId), notify(checkoutId)])
    expect(await available(userId)).toBe(7 + solo.tokensPerMonth)
    expect(await current(userId)).toMatchObject({ status: 'active', terms: { plan: 'solo', price: { amount: solo.monthly.USD } } })
    await pass(userId, '1 month 1 minute')
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await available(userId)).toBe(7 + solo.tokensPerMonth)
    expect(await runtime.db.$count(orders, and(eq(orders.userId, userId), eq(orders.cause, 'renewal')))).toBe(1)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a paid year grants every month its own tokens, and no more than twelve times', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId, 'solo', 'year')
    await cancelSubscription(runtime.db, { userId })
    const seen: (number | undefined)[] = []
    for (let month = 0; month < 13; month += 1) {
      seen.push(await available(userId))
      await pass(userId, '1 month 1 minute')
      await sweep()
      await sweep()
    }
    expect(seen).toEqual([...Array.from({ length: 12 }, () => solo.tokensPerMonth), 0])
    expect(await current(userId)).toBeNull()
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a paid period that was missed while the server was down is granted afterwards', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId, 'solo', 'year')
    await pass(userId, '2 months 3 days')
    await sweep()
    // The second month is over, and its tokens stay for a day. The third has started.
    expect(await available(userId)).toBe(2 * solo.tokensPerMonth)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the day of the purchase is that of every later period, until there is a gap', async () => {
    const { db } = runtime
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    await pass(userId, '1 month 1 minute')
    await sweep()
    const own = sql`${paidPeriods.subscriptionId} in (select id from ${subscriptions} where ${subscriptions.userId} = ${userId})`
    const [first, last] = await db.select().from(paidPeriods).where(own).orderBy(paidPeriods.startsAt)
    const move = (id: string, startsAt: string, endsAt: string) =>
      db
        .update(paidPeriods)
        .set({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
        .where(eq(paidPeriods.id, id))
    const read = async () => {
      const [row] = await db
        .select({ end: sql<number>`(extract(epoch from ${monthStart(1)}) * 1000)::float8` })
        .from(paidPeriods)
        .where(eq(paidPeriods.id, last?.id ?? ''))
      return new Date(row?.end ?? 0).toISOString()
    }
    await move(first?.id ?? '', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z')
    await move(last?.id ?? '', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z')
    expect(await read()).toBe('2026-03-31T10:00:00.000Z')
    await move(first?.id ?? '', '2026-01-31T10:00:00Z', '2026-02-27T10:00:00Z')
    expect(await read()).toBe('2026-03-28T10:00:00.000Z')
  })

  test('a period that is paid at two checkouts is followed by the second payment', async () => {
    const { id: userId } = await createUser(runtime)
    const input = { kind: 'plan', item: 'solo', period: 'month', currency: 'USD' } as const
    const both = [await createOrder(runtime.db, { ...site, userId, input }), await createOrder(runtime.db, { ...site, userId, input })]
    await Promise.all(both.map(pay))
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    expect(await runtime.db.$count(orders, and(eq(orders.userId, userId), eq(orders.cause, 'renewal')))).toBe(0)
    expect(await problemCode(createOrder(runtime.db, { ...site, userId, input }))).toBe('already_subscribed')
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.for([
    ['was refunded', { refunded: solo.yearly.USD }],
    ['was lost in a dispute', { dispute: 'lost' }],
  ] as const)('a period whose money %s ends at once with its tokens', async ([, facts]) => {
    const { id: userId } = await createUser(runtime)
    const checkoutId = await subscribe(userId, 'solo', 'year')
    service.set(checkoutId, facts)
    await notify(checkoutId)
    expect(await available(userId)).toBe(0)
    expect(await current(userId)).toBeNull()
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await available(userId)).toBe(0)
    expect(await auditLedger(runtime.db)).toEqual([])
  })
})

describe('a change of plan', () => {
  test('a change to more tokens starts when it is paid in full; held tokens and the old month stay', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    const run = await createGeneration(runtime.db, {
      queue: runtime.queue,
      providers: runtime.providers,
      userId,
      input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] },
    })
    expect(await quoteChange(runtime.db, { userId, plan: 'studio', period: 'month' })).toMatchObject({
      when: 'now',
      due: { amount: studio.monthly.USD },
      credit: { amount: 0 },
    })
    const order = await change(userId, 'studio')
    expect(await available(userId)).toBe(990)
    await pay(order)
    expect(await available(userId)).toBe(990 + studio.tokensPerMonth)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id: run.id })
    expect(await available(userId)).toBe(1000 + studio.tokensPerMonth)
    expect(await current(userId)).toMatchObject({ terms: { plan: 'studio' } })
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await available(userId)).toBe(studio.tokensPerMonth)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a change deducts paid future months from its price and grants by the plan, not by the payment', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId, 'solo', 'year')
    await pass(userId, '1 month 1 minute')
    await sweep()
    const credit = Math.floor((solo.yearly.USD * 10) / 12)
    const order = await change(userId, 'studio', 'year')
    expect(order).toMatchObject({ amount: studio.yearly.USD - credit, credit, tokens: studio.tokensPerMonth })
    await pay(order)
    expect(await available(userId)).toBe(solo.tokensPerMonth + studio.tokensPerMonth)
    expect(await current(userId)).toMatchObject({ terms: { plan: 'studio', price: { amount: studio.yearly.USD } } })
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await available(userId)).toBe(studio.tokensPerMonth)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a change that is repeated with its key is the same order, also when it is paid; another change conflicts', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    const keyed = (plan: string) => changePlan(runtime.db, { ...site, logger, userId, plan, period: 'month', idempotencyKey: 'changes' })
    const made = await Promise.all([keyed('studio'), keyed('studio'), keyed('studio')])
    expect(new Set(made.map((order) => order?.id)).size).toBe(1)
    await expect(keyed('solo')).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await pay(await keyed('studio'))
    expect(await keyed('studio')).toMatchObject({ id: made[0]?.id, status: 'paid' })
    expect(await current(userId)).toMatchObject({ terms: { plan: 'studio' } })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a change to fewer tokens waits for the end of the period, and can be canceled', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId, 'studio')
    expect(await change(userId, 'solo')).toBeNull()
    expect(await current(userId)).toMatchObject({ next: { plan: 'solo' }, next_charge: { price: { amount: solo.monthly.USD } } })
    expect(await change(userId, 'studio')).toBeNull()
    expect(await current(userId)).toMatchObject({ next: null })
    expect(await problemCode(change(userId, 'studio'))).toBe('nothing_to_change')
    await change(userId, 'solo')
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await current(userId)).toMatchObject({ terms: { plan: 'solo' }, next: null })
    expect(await available(userId)).toBe(solo.tokensPerMonth)
  })

  test('a change during a charge of the old plan is kept, and the charge follows it', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    service.charges('pending')
    const order = await change(userId, 'studio')
    await pass(userId, '1 month 1 minute')
    await sweep()
    const [renewal] = await runtime.db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, userId), eq(orders.cause, 'renewal')))
    await pay(order)
    await pay(renewal ?? null)
    expect(await current(userId)).toMatchObject({ terms: { plan: 'studio' }, next_charge: { price: { amount: studio.monthly.USD } } })
    expect(await available(userId)).toBe(studio.tokensPerMonth)
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a change to a plan that is not on sale, or without a plan, is refused', async () => {
    const { id: userId } = await createUser(runtime)
    expect(await problemCode(change(userId, 'studio'))).toBe('not_subscribed')
    await subscribe(userId)
    expect(await problemCode(change(userId, 'palace'))).toBe('invalid_input')
  })
})

describe('the end of a plan', () => {
  test('a requested end takes effect with the next period, charges nothing and can be canceled before', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    await cancelSubscription(runtime.db, { userId })
    expect(await current(userId)).toMatchObject({ cancel_at_period_end: true, next_charge: null })
    await resumeSubscription(runtime.db, { userId })
    expect(await current(userId)).toMatchObject({ cancel_at_period_end: false })
    await cancelSubscription(runtime.db, { userId })
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await current(userId)).toBeNull()
    expect(await available(userId)).toBe(0)
    expect(await runtime.db.$count(orders, eq(orders.userId, userId))).toBe(1)
    expect(await problemCode(cancelSubscription(runtime.db, { userId }))).toBe('not_subscribed')
  })

  test('a plan ends after some days in which no charge succeeded, each tried again, and the person is mailed once', async () => {
    const { id: userId, email } = await createUser(runtime)
    await subscribe(userId)
    service.charges('declined')
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await current(userId)).toMatchObject({ status: 'past_due', grace_until: expect.any(String) })
    expect(await available(userId)).toBe(0)
    const sent: string[] = []
    const mailer = { send: async ({ to, text }: Mail) => void sent.push(`${to}: ${text}`) }
    const tellAll = () => mailPastDue(runtime.db, { mailer, siteUrl: site.siteUrl, logger })
    await Promise.all([tellAll(), tellAll()])
    expect(sent.filter((mail) => mail.startsWith(email))).toEqual([expect.stringContaining('$8.00 for the next period')])
    for (let days = 0; days < 3; days += 1) {
      await pass(userId, '2 days 1 minute')
      await sweep()
    }
    expect(await current(userId)).toMatchObject({ status: 'past_due' })
    expect(await runtime.db.$count(orders, and(eq(orders.userId, userId), eq(orders.status, 'failed')))).toBe(4)
    await pass(userId, '2 days')
    await sweep()
    expect(await current(userId)).toBeNull()
  })

  test('an end is averted by a charge that succeeds later, or by paying by hand', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    service.charges('declined')
    await pass(userId, '1 month 1 minute')
    await sweep()
    await pay(await paySubscription(runtime.db, { ...site, userId }))
    expect(await current(userId)).toMatchObject({ status: 'active', grace_until: null })
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    await pass(userId, '1 month 1 minute')
    await sweep()
    service.charges('paid')
    await pass(userId, '2 days 1 minute')
    await sweep()
    expect(await current(userId)).toMatchObject({ status: 'active', grace_until: null })
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a payment by hand that is repeated with its key is the same order, also when it is paid, and charges nothing', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    service.charges('declined')
    await pass(userId, '1 month 1 minute')
    await sweep()
    const again = () => paySubscription(runtime.db, { ...site, userId, idempotencyKey: 'pays' })
    const [first, second] = await Promise.all([again(), again()])
    expect(second.id).toBe(first.id)
    await pay(first)
    expect(await again()).toMatchObject({ id: first.id, status: 'paid' })
    await expect(paySubscription(runtime.db, { ...site, userId, idempotencyKey: 'other' })).rejects.toMatchObject({
      code: 'nothing_to_change',
    })
    const other = changePlan(runtime.db, { ...site, logger, userId, plan: 'studio', period: 'month', idempotencyKey: 'pays' })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    service.charges('paid')
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('an end requested during a charge is final: the charged month is granted, and nothing more is charged', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    service.charges('pending')
    await pass(userId, '1 month 1 minute')
    await sweep()
    const [renewal] = await runtime.db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, userId), eq(orders.cause, 'renewal')))
    await cancelSubscription(runtime.db, { userId })
    expect(await current(userId)).toBeNull()
    await pay(renewal ?? null)
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    expect(await current(userId)).toMatchObject({ cancel_at_period_end: true, next_charge: null })
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await current(userId)).toBeNull()
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('an end that is requested between the list of due plans and the charge prevents the charge', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    const plan = await current(userId)
    await cancelSubscription(runtime.db, { userId })
    await pass(userId, '1 month 1 minute')
    await renewSubscription(runtime.db, { id: plan?.id ?? '', userId, payments, logger })
    expect(await runtime.db.$count(orders, and(eq(orders.userId, userId), eq(orders.cause, 'renewal')))).toBe(0)
  })

  test('an unreachable service ends no plan: the same charge is made later', async () => {
    const { id: userId } = await createUser(runtime)
    await subscribe(userId)
    service.charges('unreachable')
    await pass(userId, '1 month 1 minute')
    await sweep()
    expect(await current(userId)).toMatchObject({ status: 'active' })
    service.charges('paid')
    await pass(userId, '1 hour 1 minute')
    await sweep()
    expect(await current(userId)).toMatchObject({ status: 'active' })
    expect(await available(userId)).toBe(solo.tokensPerMonth)
    expect(await runtime.db.$count(orders, eq(orders.userId, userId))).toBe(2)
  })
})

test('purchases, changes, cancels, charges and refunds in any order grant every paid month exactly once', async () => {
  const act = fc.record({
    what: fc.constantFrom('buy', 'change', 'change', 'cancel', 'resume', 'refund', 'decline', 'allow', 'a week', 'a month', 'pay', 'sweep'),
    plan: fc.constantFrom('solo', 'studio'),
    period: fc.constantFrom('month', 'month', 'year'),
    target: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }), async (rounds) => {
      const { id: userId } = await createUser(runtime)
      const checkouts = [await subscribe(userId)]
      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ what, plan, period, target }) => {
            const checkoutId = checkouts[target % checkouts.length] ?? ''
            const open = async (making: ReturnType<typeof change>) => {
              const order = await making.catch((error: unknown) => (error instanceof Problem ? null : Promise.reject(error)))
              if (order?.checkoutId) checkouts.push(order.checkoutId)
            }
            if (what === 'buy')
              await open(createOrder(runtime.db, { ...site, userId, input: { kind: 'plan', item: plan, period, currency: 'USD' } }))
            if (what === 'change') await open(change(userId, plan, period))
            if (what === 'cancel') await problemCode(cancelSubscription(runtime.db, { userId }))
            if (what === 'resume') await problemCode(resumeSubscription(runtime.db, { userId }))
            if (what === 'refund') service.set(checkoutId, { refunded: 10_000_000 })
            if (what === 'decline') service.charges('declined')
            if (what === 'allow') service.charges('paid')
            if (what === 'pay') service.pay(checkoutId)
            if (what === 'a week') await pass(userId, '7 days')
            if (what === 'a month') await pass(userId, '1 month')
            await notify(checkoutId)
            await sweep()
          }),
        )
        expect(await auditLedger(runtime.db)).toEqual([])
      }
      const months = await runtime.db
        .select({ granted: sql<number>`count(${planGrants.month})::int`, paid: paidPeriods.months })
        .from(paidPeriods)
        .innerJoin(subscriptions, eq(subscriptions.id, paidPeriods.subscriptionId))
        .leftJoin(planGrants, eq(planGrants.periodId, paidPeriods.id))
        .where(eq(subscriptions.userId, userId))
        .groupBy(paidPeriods.id)
      expect(months.every(({ granted, paid }) => granted <= paid)).toBe(true)
    }),
    { numRuns: repetitions(6, 100), endOnFailure: true },
  )
})
