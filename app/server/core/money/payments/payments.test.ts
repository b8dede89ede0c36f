import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrder } from '#app/contract/money/orders.ts'
import { setLotEnds } from '#tests/factories/lots.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { Crash, crashingDatabase } from '#tests/fixtures/crashing-database.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { runGeneration } from '../../making/runs/run-generation.ts'
import { auditLedger } from '../tokens/audit-ledger.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { createOrder } from '../orders/create-order.ts'
import { recordPayment } from './record-payment.ts'
import { sweepOrders } from './sweep-orders.ts'
import { takeWebhook } from './take-webhook.ts'

const provider = scriptedProvider()
const service = scriptedPayments()
const logged: unknown[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, payments: service.payments })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
  service.charges('paid')
  service.reachable(true)
  logged.length = 0
})

const pack: CreateOrder = { kind: 'pack', item: 'pack-500', currency: 'USD' }
const checkout = { payments: service.payments, siteUrl: 'https://quartet.example', locale: 'en' } as const

/** Columns have milliseconds: the present, rounded up, would not have passed yet. */
const aMomentAgo = sql`now() - interval '1 second'`

async function order(userId: string, input = pack) {
  const row = await createOrder(runtime.db, { ...checkout, userId, input })
  if (row.checkoutId === null) throw new Error('no checkout')
  return { id: row.id, checkoutId: row.checkoutId }
}
const notify = (checkoutId: string, db: Database = runtime.db) => deliverWebhook({ ...runtime, db, logger }, service, checkoutId)
const hook = () => ({ payments: service.payments, attempts: runtime.attempts, logger, providerId: 'stripe' })

async function balanceOf(userId: string) {
  const { available, held, debt } = tokenAccounts
  const [account] = await runtime.db.select({ available, held, debt }).from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account
}
async function statusOf(id: string) {
  const [row] = await runtime.db.select({ status: orders.status, failure: orders.failure }).from(orders).where(eq(orders.id, id))
  return row
}
const ledgerOf = async (userId: string) =>
  (await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.userId, userId)).orderBy(tokenEntries.id)).map(
    ({ kind, amount }) => `${kind} ${amount}`,
  )
const submit = (userId: string) =>
  createGeneration(runtime.db, {
    queue: runtime.queue,
    providers: runtime.providers,
    userId,
    input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] },
  })
const finish = (id: string) =>
  runGeneration(runtime.db, {
    worker: {
      id: uuidv7(),
      queue: runtime.queue,
      providers: runtime.providers,
      storage: runtime.storage,
      progress: runtime.progress,
      logger: runtime.logger,
    },
    id,
    controller: new AbortController(),
  })
const permutationsOf = <T>(items: readonly T[]): T[][] =>
  items.length === 0 ? [[]] : items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
/** A number that no query has used. */
async function nextQuestion(): Promise<number> {
  const { rows } = await runtime.db.execute<{ question: string }>(sql`select nextval('payment_questions')::text as question`)
  return Number(rows[0]?.question)
}
/** Spends the person's tokens, except `left`. */
async function spend(userId: string, left: number) {
  const available = (await balanceOf(userId))?.available ?? 0
  for (let spent = 0; spent < available - left; spent += 10) await finish((await submit(userId)).id)
}

describe('a purchase', () => {
  test('a purchase grants the catalog’s tokens when it is paid, and nothing before', async () => {
    const { id: userId } = await createUser(runtime)
    const { id, checkoutId } = await order(userId)
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 0 })
    service.pay(checkoutId)
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 500, held: 0, debt: 0 })
    expect(await statusOf(id)).toEqual({ status: 'paid', failure: null })
  })

  test('a purchase that is paid after it was given up grants its tokens all the same', async () => {
    const { id: userId } = await createUser(runtime)
    const { id, checkoutId } = await order(userId)
    service.set(checkoutId, { state: 'canceled' })
    await notify(checkoutId)
    expect(await statusOf(id)).toEqual({ status: 'canceled', failure: null })
    service.pay(checkoutId)
    await notify(checkoutId)
    expect(await statusOf(id)).toEqual({ status: 'paid', failure: null })
    expect(await balanceOf(userId)).toMatchObject({ available: 500 })
  })

  test('two checkouts at once are two purchases, each granted when it is paid', async () => {
    const { id: userId } = await createUser(runtime)
    const [first, second] = await Promise.all([order(userId), order(userId)])
    service.pay(first.checkoutId)
    service.pay(second.checkoutId)
    await Promise.all([notify(first.checkoutId), notify(second.checkoutId)])
    expect(await balanceOf(userId)).toMatchObject({ available: 1000 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('parallel purchases with one Idempotency-Key are one order', async () => {
    const { id: userId } = await createUser(runtime)
    const rows = await Promise.all(
      Array.from({ length: 8 }, () => createOrder(runtime.db, { ...checkout, userId, input: pack, idempotencyKey: 'once' })),
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    const other = createOrder(runtime.db, { ...checkout, userId, input: { ...pack, currency: 'RUB' }, idempotencyKey: 'once' })
    expect(await problemCode(other)).toBe('idempotency_conflict')
  })

  test('a purchase at a service that does not answer is refused, and the same request opens it later', async () => {
    const { id: userId } = await createUser(runtime)
    const attempt = () => createOrder(runtime.db, { ...checkout, userId, input: pack, idempotencyKey: 'again' })
    service.reachable(false)
    expect(await problemCode(attempt())).toBe('payment_unavailable')
    service.reachable(true)
    expect(await attempt()).toMatchObject({ status: 'pending', checkoutUrl: expect.stringContaining('https://pay.example/') })
    expect(await runtime.db.$count(orders, eq(orders.userId, userId))).toBe(1)
  })

  test.each([
    ['of another amount', { amount: 499 }],
    ['in another currency', { currency: 'RUB' }],
  ])('a payment %s grants nothing and says so', async (_what, wrong) => {
    const { id: userId } = await createUser(runtime)
    const { id, checkoutId } = await order(userId)
    service.pay(checkoutId)
    service.set(checkoutId, wrong)
    await notify(checkoutId)
    expect(await statusOf(id)).toEqual({ status: 'failed', failure: 'mismatch' })
    expect(await balanceOf(userId)).toMatchObject({ available: 0 })
    expect(logged).toContainEqual(expect.objectContaining({ recorded: 'mismatch' }))
  })

  test.each([
    ['for another account', { userId: '00000000-0000-7000-8000-000000000000' }, 'wrong_account'],
    ['for an unknown order', { orderId: '00000000-0000-7000-8000-000000000000' }, 'unknown_order'],
    ['for no order of ours', { orderId: null }, 'unknown_order'],
  ])('a payment %s grants nothing to anybody', async (_what, wrong, recorded) => {
    const { id: userId } = await createUser(runtime)
    const { id, checkoutId } = await order(userId)
    service.pay(checkoutId)
    service.set(checkoutId, wrong)
    await notify(checkoutId)
    expect(await statusOf(id)).toEqual({ status: 'pending', failure: null })
    expect(await balanceOf(userId)).toMatchObject({ available: 0 })
    expect(logged).toContainEqual(expect.objectContaining({ recorded }))
  })

  test('a forged notification is rejected and logged without a call to the service', async () => {
    service.reachable(false)
    const notification = { ...service.notification('checkout-1'), headers: new Headers({ signature: 'forged' }) }
    const forged = takeWebhook(runtime.db, { ...hook(), notification })
    expect(await problemCode(forged)).toBe('forged_notification')
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'payment notification with an invalid signature refused' }))
  })

  test('a purchase without a notification is found by asking, and one that stays unpaid is closed in the end', async () => {
    const { id: userId } = await createUser(runtime)
    const [paid, left] = [await order(userId), await order(userId)]
    service.pay(paid.checkoutId)
    await runtime.db.update(orders).set({ askAt: aMomentAgo }).where(eq(orders.userId, userId))
    await sweepOrders(runtime.db, { payments: service.payments, logger })
    expect(await statusOf(paid.id)).toEqual({ status: 'paid', failure: null })
    expect(await statusOf(left.id)).toEqual({ status: 'pending', failure: null })
    await runtime.db
      .update(orders)
      .set({ askAt: aMomentAgo, createdAt: sql`now() - interval '8 days'` })
      .where(eq(orders.id, left.id))
    await sweepOrders(runtime.db, { payments: service.payments, logger })
    expect(await statusOf(left.id)).toEqual({ status: 'canceled', failure: 'expired' })
    expect(service.canceled).toContain(left.checkoutId)
  })
})

test('parallel orders never exceed the open orders a person may have, and a repeated key is still answered', async () => {
  const { id: userId } = await createUser(runtime)
  const open = (idempotencyKey: string) => createOrder(runtime.db, { ...checkout, userId, input: pack, idempotencyKey })
  const codes = await Promise.all(Array.from({ length: 60 }, (_, index) => problemCode(open(`order ${index}`))))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(20)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(40)
  expect(await runtime.db.$count(orders, eq(orders.userId, userId))).toBe(20)
  expect(await problemCode(open(`order ${codes.indexOf('ok')}`))).toBe('ok')
  expect(await problemCode(open('one more'))).toBe('too_many_attempts')
  expect(await runtime.db.$count(orders, eq(orders.userId, userId))).toBe(20)
})

describe('the audit', () => {
  test.each([
    [
      'the account is the sum of its ledger',
      (user: string) => sql`update token_accounts set available = available + 1 where user_id = ${user}`,
    ],
    [
      'what is available is what remains in the lots',
      (user: string) => sql`update token_lots set remaining = remaining - 1 where user_id = ${user}`,
    ],
    [
      'what is owed is what was taken back and could not be taken',
      (user: string) => sql`update token_accounts set available = 0, debt = 5 where user_id = ${user}`,
    ],
    ['a lot is not larger than what was granted', (user: string) => sql`update token_lots set amount = amount + 1 where user_id = ${user}`],
    [
      'an order is paid when there is a payment for it',
      (user: string) => sql`update orders set status = 'canceled' where user_id = ${user}`,
    ],
    ['a payment is of its order, by its person', (user: string) => sql`update payments set amount = 1 where user_id = ${user}`],
    ['a payment has granted what was bought, once', (user: string) => sql`update payments set tokens = 1000 where user_id = ${user}`],
    [
      'what a payment no longer pays for is taken back',
      (user: string) => sql`update payments set refunded = amount where user_id = ${user}`,
    ],
  ])('the audit names the rows that break “%s”', async (invariant, breakage) => {
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await order(userId)
    service.pay(checkoutId)
    await notify(checkoutId)
    const rolledBack = new Error('as if it had not happened')
    const broken = runtime.db.transaction(async (tx) => {
      await tx.execute(breakage(userId))
      expect((await auditLedger(tx)).map((one) => one.invariant)).toContain(invariant)
      throw rolledBack
    })
    await expect(broken).rejects.toBe(rolledBack)
    expect(await auditLedger(runtime.db)).toEqual([])
  })
})

describe('refunds and disputes', () => {
  async function bought(userId: string) {
    const { id, checkoutId } = await order(userId)
    service.pay(checkoutId)
    await notify(checkoutId)
    return { id, checkoutId }
  }

  test('a refund takes unspent tokens of the purchase, and only as many as the refunded money was for', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 40 })
    const { checkoutId } = await bought(userId)
    service.set(checkoutId, { refunded: 125 })
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 415, held: 0, debt: 0 })
    service.set(checkoutId, { refunded: 500 })
    await notify(checkoutId)
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 40, held: 0, debt: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a refund takes a started token as a whole one', async () => {
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await order(userId, { ...pack, item: 'pack-1500' })
    service.pay(checkoutId)
    await notify(checkoutId)
    // 1,200 cents bought 1,500 tokens.
    service.set(checkoutId, { refunded: 1 })
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 1_498, held: 0, debt: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a refund of a spent pack leaves a debt and never less than nothing, and the next grant settles it', async () => {
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await bought(userId)
    await spend(userId, 400)
    service.set(checkoutId, { refunded: 500 })
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 100 })
    expect(await problemCode(submit(userId))).toBe('not_enough_tokens')
    await runtime.db.transaction((tx) => grantTokens(tx, { userId, source: 'grant', amount: 30, expiresAt: null, reason: null }))
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 70 })
    await bought(userId)
    expect(await balanceOf(userId)).toEqual({ available: 430, held: 0, debt: 0 })
    expect((await ledgerOf(userId)).slice(-6)).toEqual(['refund 400', 'debt 100', 'grant 30', 'repay 30', 'grant 500', 'repay 70'])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a refund leaves held tokens to their run; a release by the run settles the debt first', async () => {
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await bought(userId)
    const [kept, given] = [await submit(userId), await submit(userId)]
    service.set(checkoutId, { refunded: 500 })
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 20, debt: 20 })
    await finish(kept.id)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id: given.id })
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 10 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a dispute takes all tokens at once, a won one returns them, and one that is lost or reopened afterwards takes them again', async () => {
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await bought(userId)
    await spend(userId, 450)
    service.set(checkoutId, { dispute: 'open' })
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 50 })
    service.set(checkoutId, { dispute: 'won' })
    await notify(checkoutId)
    expect(await balanceOf(userId)).toEqual({ available: 450, held: 0, debt: 0 })
    for (const dispute of ['lost', 'won', 'open', 'won', 'lost'] as const) {
      service.set(checkoutId, { dispute })
      await notify(checkoutId)
      await notify(checkoutId)
      expect(await balanceOf(userId)).toEqual(
        dispute === 'won' ? { available: 450, held: 0, debt: 0 } : { available: 0, held: 0, debt: 50 },
      )
      expect(await auditLedger(runtime.db)).toEqual([])
    }
  })

  test('tokens follow the answer to the latest query, in whatever order the answers of a dispute are recorded', async () => {
    const states = ['open', 'won', 'lost'] as const
    const histories = states.flatMap((first) =>
      states.flatMap((second) => (second === first ? [] : states.flatMap((third) => (third === second ? [] : [[first, second, third]])))),
    )
    expect(histories).toHaveLength(12)
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await bought(userId)
    const paid = await service.payments.find('stripe')?.ask(checkoutId)
    if (!paid) throw new Error('there is no payment')
    for (const history of histories)
      for (const arrivals of permutationsOf([0, 1, 2])) {
        const before = await nextQuestion()
        // Each answer arrives twice: the second time after all others.
        for (const arrival of [...arrivals, ...arrivals]) {
          const facts = { ...paid, dispute: history[arrival] ?? null }
          await recordPayment(runtime.db, { provider: 'stripe', question: before + arrival, facts })
        }
        for (const _ of arrivals) await nextQuestion()
        expect(await balanceOf(userId)).toEqual({ available: history[2] === 'won' ? 500 : 0, held: 0, debt: 0 })
      }
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('an answer in progress while the dispute changes twice does not undo the later answers', async () => {
    const { id: userId } = await createUser(runtime)
    const { checkoutId } = await bought(userId)
    service.set(checkoutId, { dispute: 'won' })
    await notify(checkoutId)
    service.set(checkoutId, { dispute: 'lost' })
    const stale = service.holdAnswer()
    const slow = notify(checkoutId)
    await stale.asked
    service.set(checkoutId, { dispute: 'won' })
    await notify(checkoutId)
    stale.release()
    await slow
    expect(await balanceOf(userId)).toEqual({ available: 500, held: 0, debt: 0 })
  })
})

describe('expiring lots', () => {
  const plan = (userId: string, expiresAt: Date) =>
    runtime.db.transaction((tx) => grantTokens(tx, { userId, source: 'plan', amount: 100, expiresAt, reason: null }))
  const endLots = (userId: string) => setLotEnds(runtime.db, { userId, source: 'plan' }, sql`now() - interval '1 hour'`)

  test('lots that expire during a hold do not change it: it is settled in full', async () => {
    const { id: userId } = await createUser(runtime)
    await plan(userId, new Date(Date.now() + 60_000))
    const { id } = await submit(userId)
    await endLots(userId)
    await finish(id)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, debt: 0 })
    expect(await ledgerOf(userId)).toEqual(['grant 100', 'hold 10', 'expire 90', 'settle 10'])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('expired lots take a release in for another day', async () => {
    const { id: userId } = await createUser(runtime)
    await plan(userId, new Date(Date.now() + 60_000))
    const { id } = await submit(userId)
    await endLots(userId)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
    expect(await balanceOf(userId)).toEqual({ available: 10, held: 0, debt: 0 })
    const [lot] = await runtime.db
      .select({ hours: sql<number>`(extract(epoch from ${tokenLots.expiresAt} - now()) / 3600)::float8` })
      .from(tokenLots)
      .where(eq(tokenLots.userId, userId))
    expect(lot?.hours).toBeGreaterThan(23.9)
    expect(await auditLedger(runtime.db)).toEqual([])
  })
})

describe('many notifications', () => {
  /** Sends each notification until it is acknowledged, as a provider does; in every try the process may die at another place. */
  async function deliver(checkoutId: string, crashes: readonly (number | null)[]): Promise<void> {
    await runtime.attempts.noticesOfCheckout.clear(checkoutId)
    for (const before of crashes) {
      const outcome = await notify(checkoutId, crashingDatabase(runtime.db, before)).then(
        () => 'answered',
        (error: unknown) => (error instanceof Crash ? 'died' : Promise.reject(error)),
      )
      if (outcome === 'answered') return
    }
    await notify(checkoutId)
  }

  test('hundreds of notifications, in any order, repeated, in parallel and through crashes, grant each payment exactly once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(runtime)))
    const bought = await Promise.all(Array.from({ length: 40 }, (_, index) => order(people[index % people.length]?.id ?? '')))
    // Some payments succeed, some are declined, some are refunded; only the answers of the service report it.
    const kinds = ['paid', 'paid', 'refunded', 'disputed', 'declined'] as const
    const kindOf = (index: number) => kinds[index % kinds.length]
    bought.forEach(({ checkoutId }, index) => {
      if (kindOf(index) === 'declined') service.set(checkoutId, { state: 'failed' })
      else service.pay(checkoutId)
    })
    const delivery = fc.record({
      to: fc.nat(bought.length - 1),
      crashes: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(fc.option(fc.integer({ min: 1, max: 20 })), { maxLength: 2 })),
    })
    const total = repetitions(100, 1_000)
    const deliveries = fc.sample(delivery, { numRuns: total - bought.length, seed: 6 })
    const every = bought.map((_, to) => ({ to, crashes: [2, null] }))
    const late = total * 0.6
    const queue = [...deliveries.slice(0, late), ...every, ...deliveries.slice(late)]
    expect(queue).toHaveLength(total)
    let sent = 0
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let next = queue[sent++]; next; next = queue[sent++]) {
          // Refunds begin half-way.
          if (sent === total / 2)
            bought.forEach(({ checkoutId }, index) => {
              if (kindOf(index) === 'refunded') service.set(checkoutId, { refunded: 500 })
              if (kindOf(index) === 'disputed') service.set(checkoutId, { dispute: 'open' })
            })
          const { checkoutId = '' } = bought[next.to] ?? {}
          await deliver(checkoutId, next.crashes)
        }
      }),
    )
    expect(await auditLedger(runtime.db)).toEqual([])
    for (const [index, { id }] of bought.entries()) {
      const rows = await runtime.db.select().from(payments).where(eq(payments.orderId, id))
      const taken = kindOf(index) === 'refunded' || kindOf(index) === 'disputed' ? 500 : 0
      expect(rows.map((row) => [row.tokens, row.taken])).toEqual(kindOf(index) === 'declined' ? [] : [[500, taken]])
    }
  })

  test('purchases, payments, refunds, disputes, holds and settlements in any order create and lose no tokens', async () => {
    const act = fc.record({
      what: fc.constantFrom(
        ...(['order', 'pay', 'pay', 'refund', 'open', 'won', 'lost', 'submit', 'submit', 'finish', 'cancel', 'end lots', 'grant'] as const),
      ),
      target: fc.nat(5),
      share: fc.integer({ min: 1, max: 500 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 10 }), async (rounds) => {
        const { id: userId } = await createUser(runtime, { tokens: 30 })
        const bought = [await order(userId)]
        const runs: string[] = []
        for (const round of rounds) {
          await Promise.all(
            round.map(async ({ what, target, share }) => {
              const checkoutId = bought[target % bought.length]?.checkoutId ?? ''
              const run = runs[target % Math.max(runs.length, 1)]
              if (what === 'order') bought.push(await order(userId))
              if (what === 'pay') service.pay(checkoutId)
              if (what === 'refund') service.set(checkoutId, { refunded: share })
              if (what === 'open' || what === 'won' || what === 'lost') service.set(checkoutId, { dispute: what })
              if (what === 'submit') await problemCode(submit(userId).then(({ id }) => runs.push(id)))
              if (what === 'finish' && run) await finish(run)
              if (what === 'cancel' && run)
                await problemCode(cancelGeneration(runtime.db, { providers: runtime.providers, userId, id: run }))
              if (what === 'end lots') await setLotEnds(runtime.db, { userId }, sql`now()`)
              if (what === 'grant')
                await runtime.db.transaction((tx) =>
                  grantTokens(tx, { userId, source: 'grant', amount: share, expiresAt: null, reason: null }),
                )
              await notify(checkoutId)
            }),
          )
          expect(await auditLedger(runtime.db)).toEqual([])
        }
        // The last notification of each payment arrives after its last change.
        for (const { checkoutId } of bought) await notify(checkoutId)
        for (const { id, checkoutId } of bought) {
          const facts = await service.payments.find('stripe')?.ask(checkoutId)
          const [row] = await runtime.db.select().from(payments).where(eq(payments.orderId, id))
          expect(row?.dispute ?? null).toBe(row ? facts?.dispute : null)
        }
        expect(await auditLedger(runtime.db)).toEqual([])
      }),
      { numRuns: repetitions(5, 100), endOnFailure: true },
    )
  })
})
