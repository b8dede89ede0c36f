import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrder } from '#app/contract/money/orders.ts'
import { createUser } from '#tests/factories/users.ts'
import { type RefundFault, scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { Crash, crashingDatabase } from '#tests/fixtures/crashing-database.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import type { Database } from '#app/server/db/database.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { payments, refunds } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { createOrder } from '../../money/orders/create-order.ts'
import { findOrder } from '../../money/orders/find-order.ts'
import { toOrder } from '../../money/orders/to-order.ts'
import { sweepRefunds } from '../../money/payments/send-refund.ts'
import { Problem } from '../../problem.ts'
import { runGeneration } from '../../making/runs/run-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { reconcile } from './reconcile.ts'
import { recordOrder } from './record-order.ts'
import { getOrderDetails, recordEndedRefund, refundOrder } from './refund-order.ts'

const provider = scriptedProvider()
const service = scriptedPayments()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let operator: string
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, payments: service.payments })
  operator = (await createUser(runtime, { role: 'owner' })).id
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
  service.reachable(true)
  service.refundFaults.length = 0
})

const price = 500
const act = () => ({ userId: operator, address: '127.0.0.1', reason: 'asked for by email' })
const hook = () => ({ payments: service.payments, logger: runtime.logger })
type Refunding = { amount?: number; key?: string; db?: Database }
const refund = (id: string, { amount = price, key, db = runtime.db }: Refunding = {}) =>
  refundOrder(db, { ...act(), ...hook(), id, amount, idempotencyKey: key })

async function bought(userId?: string, input: CreateOrder = { kind: 'pack', item: 'pack-500', currency: 'USD' }) {
  const owner = userId ?? (await createUser(runtime)).id
  const { id, checkoutId } = await createOrder(runtime.db, {
    payments: service.payments,
    siteUrl: 'https://quartet.example',
    locale: 'en',
    userId: owner,
    input,
  })
  if (checkoutId === null) throw new Error('no checkout')
  service.pay(checkoutId)
  await notify(checkoutId)
  return { id, checkoutId, userId: owner }
}
const notify = (checkoutId: string) => deliverWebhook(runtime, service, checkoutId)
async function balanceOf(userId: string) {
  const { available, held, debt } = tokenAccounts
  const [account] = await runtime.db.select({ available, held, debt }).from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account
}
const submit = (userId: string) =>
  createGeneration(runtime.db, {
    queue: runtime.queue,
    providers: runtime.providers,
    userId,
    input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] },
  })
const finish = (id: string) => runGeneration(runtime.db, { worker: { ...runtime, id: uuidv7() }, id, controller: new AbortController() })
/** Makes every open refund due, and asks for it. */
async function sweep() {
  await runtime.db
    .update(refunds)
    .set({ askAt: sql`now() - interval '1 second'`, leasedUntil: null })
    .where(eq(refunds.status, 'pending'))
  await sweepRefunds(runtime.db, { ...hook(), onEnd: recordEndedRefund })
}
const refundedAtService = (checkoutId: string) =>
  service.payments
    .find('stripe')
    ?.ask(checkoutId)
    .then((facts) => facts?.refunded)

describe('a refund', () => {
  test('a partial refund takes its share of the tokens, the rest follows, and each has a credit note and two entries in the log', async () => {
    const { id, checkoutId, userId } = await bought()
    const first = await refund(id, { amount: 101 })
    expect(first).toMatchObject({
      refundable: { amount: 399 },
      available: 399,
      refunds: [{ status: 'succeeded', amount: { amount: 101 } }],
    })
    expect(await problemCode(refund(id, { amount: 400 }))).toBe('invalid_input')
    expect((await refund(id, { amount: 399 })).refundable.amount).toBe(0)
    expect(await problemCode(refund(id, { amount: 1 }))).toBe('not_refundable')
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 0 })
    expect(await refundedAtService(checkoutId)).toBe(price)
    const order = await toOrder(runtime.db, await findOrder(runtime.db, { userId, id }))
    expect(order.receipt).toMatch(/^\d{4}-\d{6}$/)
    expect(order.credit_notes.map(({ amount }) => amount.amount)).toEqual([101, 399])
    expect(order.credit_notes.map(({ number }) => number)).toEqual([expect.stringMatching(/^C-/), expect.stringMatching(/^C-/)])
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.personId, userId)).orderBy(operatorActs.id)
    expect(acts.map(({ action, after }) => [action, after?.status ?? after?.amount])).toEqual([
      ['order_refunded', 1.01],
      ['refund_ended', 'succeeded'],
      ['order_refunded', 3.99],
      ['refund_ended', 'succeeded'],
    ])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('spent tokens become a debt that the next purchase pays first, and held ones stay with their run', async () => {
    const { id, userId } = await bought()
    await finish((await submit(userId)).id)
    const held = await submit(userId)
    await refund(id)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 10, debt: 20 })
    await finish(held.id)
    await bought(userId)
    expect(await balanceOf(userId)).toEqual({ available: 480, held: 0, debt: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a full refund of a plan ends it', async () => {
    const { id, userId } = await bought(undefined, { kind: 'plan', item: 'solo', period: 'month', currency: 'USD' })
    await refund(id, { amount: 800 })
    const [plan] = await runtime.db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
    expect([plan?.status, await balanceOf(userId)]).toEqual(['ended', { available: 0, held: 0, debt: 0 }])
  })

  test('twenty presses with one key refund once, and another amount under that key is refused', async () => {
    const { id, checkoutId } = await bought()
    const key = uuidv7()
    await Promise.all(Array.from({ length: 20 }, () => refund(id, { amount: 100, key })))
    expect(await refundedAtService(checkoutId)).toBe(100)
    expect(await problemCode(refund(id, { amount: 200, key }))).toBe('idempotency_conflict')
  })

  test('of parallel refunds with keys of their own one is carried out, and the service is never asked for more than was paid', async () => {
    const { id, checkoutId } = await bought()
    const codes = await Promise.all(Array.from({ length: 6 }, () => problemCode(refund(id, { key: uuidv7() }))))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(await refundedAtService(checkoutId)).toBe(price)
  })

  test.each<[RefundFault, string]>([
    ['lost', 'found by the next question'],
    ['unreachable', 'sent again'],
  ])('a refund whose answer is %s stays open, is %s, and is made once', async (fault) => {
    const { id, checkoutId, userId } = await bought()
    service.refundFaults.push(fault)
    expect((await refund(id)).refunds).toMatchObject([{ status: 'pending' }])
    expect(await problemCode(refund(id))).toBe('refund_open')
    const page = await reconcile(runtime.db, { payments: service.payments, query: {} })
    const mine = page.items.find(({ order }) => order.id === id)
    expect(mine?.difference).toBe(fault === 'lost' ? 'refund' : 'refund_open')
    await sweep()
    await sweep()
    const { refunds: made } = await getOrderDetails(runtime.db, service.payments, id)
    expect(made).toMatchObject([{ status: 'succeeded' }])
    expect([await refundedAtService(checkoutId), await balanceOf(userId)]).toEqual([price, { available: 0, held: 0, debt: 0 }])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('recording an order ends its open refund at once', async () => {
    const { id } = await bought()
    service.refundFaults.push('lost')
    await refund(id)
    await recordOrder(runtime.db, { ...act(), ...hook(), id })
    expect((await getOrderDetails(runtime.db, service.payments, id)).refunds).toMatchObject([{ status: 'succeeded' }])
  })

  test('a refund that the service refuses or cannot carry out takes no tokens, and another can follow', async () => {
    const { id, userId } = await bought()
    for (const fault of ['refused', 'canceled'] as const) {
      service.refundFaults.push(fault)
      expect((await refund(id)).refunds.at(-1)).toMatchObject({ status: 'failed', failure: fault })
    }
    expect(await balanceOf(userId)).toMatchObject({ available: 500 })
    expect((await refund(id)).refunds.at(-1)).toMatchObject({ status: 'succeeded' })
  })

  test('a refund that the service never heard of within a day fails and is not sent again', async () => {
    const { id, checkoutId } = await bought()
    service.refundFaults.push('unreachable')
    await refund(id)
    await runtime.db
      .update(refunds)
      .set({ createdAt: sql`now() - interval '21 hours'` })
      .where(eq(refunds.status, 'pending'))
    await sweep()
    const { refunds: made } = await getOrderDetails(runtime.db, service.payments, id)
    expect([made[0]?.failure, await refundedAtService(checkoutId)]).toEqual(['unanswered', 0])
  })

  test('a refund in the service’s dashboard has a credit note too, and limits what can be refunded here', async () => {
    const { id, checkoutId, userId } = await bought()
    service.set(checkoutId, { refunded: 200 })
    await notify(checkoutId)
    expect(await problemCode(refund(id, { amount: 301 }))).toBe('invalid_input')
    await refund(id, { amount: 300 })
    expect(await balanceOf(userId)).toMatchObject({ available: 0, debt: 0 })
    const order = await toOrder(runtime.db, await findOrder(runtime.db, { userId, id }))
    expect(order.credit_notes.map(({ amount }) => amount.amount)).toEqual([200, 300])
    service.set(checkoutId, { dispute: 'open' })
    await notify(checkoutId)
    expect(await problemCode(refund(id, { amount: 1 }))).toBe('not_refundable')
  })
})

test('receipts are numbered in order, without gaps, while purchases and crashes run in parallel', async () => {
  const waiting = await Promise.all(Array.from({ length: 12 }, () => createUser(runtime)))
  const made = await Promise.all(waiting.map(({ id }) => bought(id)))
  const orders = await Promise.all(made.map(async ({ id, userId }) => toOrder(runtime.db, await findOrder(runtime.db, { userId, id }))))
  expect(new Set(orders.map(({ receipt }) => receipt)).size).toBe(12)
  expect(await auditLedger(runtime.db)).toEqual([])
})

/** One of many things that happen to an account at the same time. */
type Step =
  | { kind: 'refund'; amount: number; fault: RefundFault | null; presses: number; crash: number | null | undefined }
  | { kind: 'dashboard'; amount: number }
  | { kind: 'run' | 'cancel' | 'sweep' | 'notify' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('refund' as const),
    amount: fc.integer({ min: 1, max: 250 }),
    fault: fc.option(fc.constantFrom<RefundFault>('lost', 'unreachable', 'refused', 'canceled')),
    presses: fc.integer({ min: 1, max: 3 }),
    crash: fc.option(fc.option(fc.integer({ min: 1, max: 8 })), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('dashboard' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constantFrom('run' as const, 'cancel' as const, 'sweep' as const, 'notify' as const) }),
)

test('refunds break no invariant of the ledger beside runs, repeated presses, lost answers, dashboards and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (all) => {
      service.refundFaults.length = 0
      const { id, checkoutId, userId } = await bought()
      const orDie = (promise: Promise<unknown>) =>
        promise.catch((error: unknown) => {
          if (!(error instanceof Crash || error instanceof Problem)) throw error
        })
      const take = async (step: Step): Promise<unknown> => {
        switch (step.kind) {
          case 'refund': {
            const { amount, fault, presses, crash } = step
            const key = uuidv7()
            if (fault) service.refundFaults.push(fault)
            const db = crash === undefined ? runtime.db : crashingDatabase(runtime.db, crash)
            return Promise.all(Array.from({ length: presses }, () => orDie(refund(id, { amount, key, db }))))
          }
          case 'dashboard': {
            const refunded = (await refundedAtService(checkoutId)) ?? 0
            return service.set(checkoutId, { refunded: Math.min(price, refunded + step.amount) })
          }
          case 'run':
            return orDie(submit(userId).then((run) => finish(run.id)))
          case 'cancel':
            return orDie(submit(userId).then((run) => cancelGeneration(runtime.db, { ...runtime, userId, id: run.id })))
          case 'sweep':
            return sweep()
          case 'notify':
            return orDie(notify(checkoutId))
        }
      }
      for (let at = 0; at < all.length; at += 2) {
        await Promise.all(all.slice(at, at + 2).map(take))
        expect(await auditLedger(runtime.db)).toEqual([])
      }
      service.refundFaults.length = 0
      await sweep()
      await runtime.attempts.noticesOfCheckout.clear(checkoutId)
      await notify(checkoutId)
      const [payment] = await runtime.db.select().from(payments).where(eq(payments.orderId, id))
      const own = await runtime.db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, payment?.id ?? ''))
      expect(own.filter(({ status }) => status === 'pending')).toEqual([])
      expect(payment?.refunded).toBe(await refundedAtService(checkoutId))
      const carriedOut = new Set(service.refunded())
      expect(own.map((row) => [row.id, row.status === 'succeeded'])).toEqual(own.map((row) => [row.id, carriedOut.has(row.id)]))
      expect(await auditLedger(runtime.db)).toEqual([])
    }),
    { endOnFailure: true, numRuns: repetitions(8, 200), seed: 72 },
  )
})
