import { eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { day, hour, jumpClock } from '#tests/fixtures/jump-clock.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { createOrder } from '../core/money/orders/create-order.ts'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { resumeAfterSetBack } from '../core/operation/operations/resume-after-set-back.ts'
import { createGeneration } from '../core/making/generations/create-generation.ts'
import { generations } from '../db/schema/generations.ts'
import { orders, payments, refunds } from '../db/schema/payments.ts'
import { subscriptions } from '../db/schema/subscriptions.ts'
import type { Mail } from '../mail/mailer.ts'
import { openQueue } from '../queue/queue.ts'
import { openChores } from './chores.ts'
import { startWorker } from './worker.ts'

/** The clock of the database jumps: a virtual machine that resumes, a server whose clock was wrong and is set right. */

const service = scriptedPayments()
const provider = scriptedProvider()
const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail) }
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
const logger = pino({ level: 'silent' })
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, payments: service.payments, mailer })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0).toReversed()) await stop()
  sent.length = 0
})

const jump = (ms: number) => jumpClock(runtime.handle, ms)
const siteUrl = 'https://quartet.example'

/** Runs the chores of several processes at the same moment. */
async function chores() {
  const open = () => openChores({ ...runtime, logger, siteUrl, operatorEmail: undefined, expired: new Map() })
  const processes = [open(), open()]
  await Promise.all(processes.map((run) => run('sweep-payments')))
  await Promise.all(processes.map((run) => run('sweep')))
}

async function subscribe(): Promise<string> {
  const { id: userId } = await createUser(runtime)
  const input = { kind: 'plan', item: 'solo', period: 'month', currency: 'USD' } as const
  const { checkoutId } = await createOrder(runtime.db, { payments: service.payments, siteUrl, locale: 'en', userId, input })
  if (checkoutId === null) throw new Error('no checkout')
  service.pay(checkoutId)
  await deliverWebhook({ ...runtime, logger }, service, checkoutId)
  return userId
}

const paidBy = async (userId: string) => runtime.db.$count(payments, eq(payments.userId, userId))
const mailsAbout = (pattern: RegExp) => sent.filter(({ subject, text }) => pattern.test(`${subject}\n${text}`)).length

describe('a clock that jumps forward by a day', () => {
  test('a renewal that was due within the day is charged and mailed once, also when the clock is set right', async () => {
    const userId = await subscribe()
    await chores()
    const [{ paidUntil } = { paidUntil: new Date() }] = await runtime.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
    await jump(paidUntil.getTime() - Date.now() - day / 2)
    await chores()
    expect(await paidBy(userId)).toBe(1)
    sent.length = 0
    await jump(day)
    await chores()
    expect(await paidBy(userId)).toBe(2)
    await jump(-day)
    await chores()
    await jump(day)
    await chores()
    expect(await paidBy(userId)).toBe(2)
    expect(await runtime.db.$count(orders, eq(orders.userId, userId))).toBe(2)
    expect(mailsAbout(/renew/i)).toBe(1)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a renewal that fails is tried and mailed once for each of its days, whatever the clock does in between', async () => {
    const userId = await subscribe()
    const [{ paidUntil } = { paidUntil: new Date() }] = await runtime.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
    await jump(paidUntil.getTime() - Date.now() + hour)
    service.charges('declined')
    await chores()
    sent.length = 0
    for (const ms of [-hour, 0, hour, 0]) {
      await jump(ms)
      await chores()
    }
    expect(await runtime.db.$count(orders, sql`${orders.userId} = ${userId} and ${orders.cause} = 'renewal'`)).toBe(1)
    expect(sent).toEqual([])
    service.charges('paid')
    await jump(2 * day)
    await chores()
    expect(await paidBy(userId)).toBe(2)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('chores with an interval keep it, because it is measured by a clock that does not jump', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const run = openChores({ ...runtime, logger, siteUrl, operatorEmail: undefined, expired: new Map() })
    const sampled = async () => Number((await runtime.handle.pool.query('select count(*) from disk_days')).rows[0].count)
    await run('sweep')
    expect(await sampled()).toBe(1)
    await runtime.handle.pool.query('delete from disk_days')
    for (const ms of [day, -day, -hour]) {
      vi.setSystemTime(Date.now() + ms)
      await run('sweep')
    }
    expect(await sampled()).toBe(0)
    vi.advanceTimersByTime(hour)
    await run('sweep')
    expect(await sampled()).toBe(1)
  })
})

describe('a clock that is set back by an hour', () => {
  const start = async () => {
    const queue = await openQueue(runtime.handle, { roles: { work: true }, pollSeconds: 0.5 })
    stops.push(() => queue.close())
    stops.push(await startWorker({ ...runtime, queue: { ...queue, schedule: async () => undefined } }))
    return queue
  }
  const submit = async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id } = await createGeneration(runtime.db, {
      ...runtime,
      userId,
      input: { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] },
    })
    return id
  }
  const statusOf = async (id: string) => (await runtime.db.select().from(generations).where(eq(generations.id, id)))[0]?.status
  /** Leaves the mark of a pass over the schedule, which each worker makes within a minute. */
  const passOverSchedule = () => runtime.handle.pool.query('update pgboss.version set cron_on = now()')

  test('a run that was submitted before starts at once, and the schedule goes on', async () => {
    const id = await submit()
    await runtime.handle.pool.query(
      `insert into pgboss.job (name, data, singleton_key, singleton_on, state, completed_on)
       values ('sweep', '{}', 'sweep__', date_trunc('minute', now() at time zone 'UTC'), 'completed', now())`,
    )
    await passOverSchedule()
    await jump(-hour)
    await start()
    await expect.poll(() => statusOf(id)).toBe('succeeded')
    const { rows } = await runtime.handle.pool.query(
      `select (select cron_on <= now() from pgboss.version) as passes, (select count(*)::int from pgboss.job where singleton_on > now() at time zone 'UTC') as taken`,
    )
    expect(rows).toEqual([{ passes: true, taken: 0 }])
  })

  test('the run of a worker that died before starts again after its lease, and that of a live one goes on', async () => {
    const [dead, live] = [await submit(), await submit()]
    const lease = { status: 'running', leaseOwner: crypto.randomUUID(), leaseUntil: sql`now() + interval '30 seconds'` } as const
    await runtime.db
      .update(generations)
      .set(lease)
      .where(inArray(generations.id, [dead, live]))
    await passOverSchedule()
    await jump(-hour)
    await runtime.db.update(generations).set(lease).where(eq(generations.id, live))
    expect(await resumeAfterSetBack(runtime.db)).toBe(true)
    const left = await runtime.db
      .select({ id: generations.id, seconds: sql<number>`round(extract(epoch from ${generations.leaseUntil} - now()))::int` })
      .from(generations)
      .where(inArray(generations.id, [dead, live]))
    expect(left.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([dead, live].map((id) => ({ id, seconds: 30 })))
    expect(await resumeAfterSetBack(runtime.db)).toBe(false)
  })

  test('an order and a refund that are open are asked about within a minute, and the refund is paid once', async () => {
    const userId = await subscribe()
    const [paid] = await runtime.db.select().from(payments).where(eq(payments.userId, userId))
    if (!paid) throw new Error('nothing was paid')
    await runtime.db.insert(refunds).values({
      id: crypto.randomUUID(),
      paymentId: paid.id,
      amount: 100,
      refundedBefore: 0,
      reason: 'asked',
      status: 'pending',
      askAt: sql`now() + interval '1 minute'`,
      leasedUntil: sql`now() + interval '45 seconds'`,
    })
    const input = { kind: 'pack', item: 'pack-500', currency: 'USD' } as const
    const { checkoutId } = await createOrder(runtime.db, { payments: service.payments, siteUrl, locale: 'en', userId, input })
    service.pay(checkoutId ?? '')
    await passOverSchedule()
    await jump(-hour)
    await chores()
    expect(await paidBy(userId)).toBe(1)
    await resumeAfterSetBack(runtime.db)
    await chores()
    expect(await paidBy(userId)).toBe(2)
    await jump(46_000)
    await chores()
    expect(await runtime.db.select().from(refunds).where(eq(refunds.paymentId, paid.id))).toMatchObject([{ status: 'succeeded' }])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a date that people know stays', async () => {
    const userId = await subscribe()
    const read = async () => (await runtime.db.select().from(subscriptions).where(eq(subscriptions.userId, userId)))[0]
    await passOverSchedule()
    await jump(-hour)
    const before = await read()
    await resumeAfterSetBack(runtime.db)
    expect(await read()).toEqual(before)
  })
})
