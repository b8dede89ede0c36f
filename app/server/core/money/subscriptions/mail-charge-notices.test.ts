import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pushKinds } from '#app/contract/account/push.ts'
import { config } from '#config'
import type { Mail } from '#app/server/mail/mailer.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { createBrowser } from '#tests/factories/push.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { createOrder } from '../orders/create-order.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePlan } from './change-plan.ts'
import { mailChargeNotices, pushChargeNotices } from './mail-charge-notices.ts'
import { sweepSubscriptions } from './sweep-subscriptions.ts'

const logger = pino({ level: 'silent' })
const service = scriptedPayments()
const siteUrl = 'https://quartet.example'
const site = { payments: service.payments, siteUrl, locale: 'en' } as const
const [solo, studio] = config.plans
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
/** Emails that the mail server has taken. */
const sent: Mail[] = []
let mailer = { send: async (mail: Mail) => void sent.push(mail) }
const working = mailer
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), payments: service.payments })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  mailer = working
  service.charges('paid')
})

const sweep = () => mailChargeNotices(runtime.db, { mailer, siteUrl, logger })
async function subscriber({ item = 'solo', ...overrides }: UserOverrides & { item?: string } = {}) {
  const user = await createUser(runtime, overrides)
  const input = { kind: 'plan', item, period: 'month', currency: 'USD' } as const
  const order = await createOrder(runtime.db, { ...site, userId: user.id, input })
  service.pay(order.checkoutId ?? '')
  await deliverWebhook(runtime, service, order.checkoutId ?? '')
  const set = (values: object) => runtime.db.update(subscriptions).set(values).where(eq(subscriptions.userId, user.id))
  return {
    ...user,
    set,
    /** Sets the time until the next charge. */
    chargeIn: (time: string) => {
      const at = sql.raw(`now() + interval '${time}'`)
      return set({ paidUntil: at, renewAt: at })
    },
    mails: () => sent.filter(({ to }) => to === user.email).map(({ subject, text }) => `${subject}\n${text}`),
    plan: async () => (await runtime.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id)))[0] ?? expect.unreachable(),
  }
}

test('an email comes three days before a charge and not earlier: amount, date, card and how to stop it', async () => {
  const ann = await subscriber({ timeZone: 'Asia/Vladivostok' })
  await ann.set({ methodLabel: { type: 'bank_card', last4: '4444' } })
  await ann.chargeIn('3 days 1 hour')
  await sweep()
  expect(ann.mails()).toEqual([])
  await ann.chargeIn('2 days 23 hours')
  await sweep()
  const { paidUntil } = await ann.plan()
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Asia/Vladivostok' }).format(paidUntil)
  const [mail, ...others] = ann.mails()
  expect(others).toEqual([])
  for (const part of [
    `On ${date} we’ll charge $8.00`,
    'plan “solo” for a month',
    'the card that ends in 4444',
    `cancel the plan or remove`,
    `stays until ${date}`,
    `${siteUrl}/profile/subscription`,
  ])
    expect(mail).toContain(part)
})

test('a notice is sent once by workers at the same time, and again for the next charge alone', async () => {
  const ann = await subscriber({ locale: 'ru' })
  await ann.chargeIn('2 days')
  await Promise.all([sweep(), sweep(), sweep(), sweep()])
  await sweep()
  expect(ann.mails()).toEqual([expect.stringMatching(/[а-я].*8,00\s\$/)])
  service.charges('declined')
  await ann.set({ paidUntil: sql`noticed_for`, renewAt: sql`now()` })
  await sweepSubscriptions(runtime.db, { payments: service.payments, logger })
  await sweep()
  expect(await ann.plan()).toMatchObject({ status: 'past_due' })
  service.charges('paid')
  await ann.set({ renewAt: sql`now()` })
  await sweepSubscriptions(runtime.db, { payments: service.payments, logger })
  expect(await ann.plan()).toMatchObject({ status: 'active' })
  await sweep()
  expect(ann.mails()).toHaveLength(1)
  await ann.chargeIn('2 days 23 hours')
  await sweep()
  expect(ann.mails()).toHaveLength(2)
})

test('a notice is lost neither by a mail server that is down nor by a process that is killed while it sends', async () => {
  const ann = await subscriber()
  await ann.chargeIn('2 days')
  mailer = { send: () => Promise.reject(new Error('the mail server is down')) }
  await sweep()
  const ended = () => ann.set({ noticingUntil: sql`now() - interval '1 second'` })
  await ended()
  // A killed process never returns from sending.
  mailer = { send: () => new Promise<never>(() => {}) }
  void sweep()
  await expect.poll(async () => Number((await ann.plan()).noticingUntil) > Date.now()).toBe(true)
  mailer = working
  await sweep()
  expect(ann.mails()).toEqual([])
  await ended()
  await sweep()
  await sweep()
  expect(ann.mails()).toHaveLength(1)
})

test('a change of the price is announced, and nobody gets a notice of a charge that will not be made', async () => {
  const [ann, canceled, byHand] = [await subscriber({ item: 'studio' }), await subscriber(), await subscriber()]
  for (const one of [ann, canceled, byHand]) await one.chargeIn('2 days')
  await cancelSubscription(runtime.db, { userId: canceled.id })
  await byHand.set({ method: null })
  await sweep()
  await changePlan(runtime.db, { ...site, logger, userId: ann.id, plan: 'solo', period: 'month' })
  await sweep()
  const price = (amount = 0) => `$${(amount / 100).toFixed(2)}`
  expect(ann.mails()).toEqual([
    expect.stringContaining(`we’ll charge ${price(studio.monthly.USD)}`),
    expect.stringContaining(`we’ll charge ${price(solo.monthly.USD)}`),
  ])
  expect([canceled.mails(), byHand.mails()]).toEqual([[], []])
})

test('a charge reaches browsers that want it a day before, once for each date, with its amount', async () => {
  const ann = await subscriber({ locale: 'ru' })
  const [wanting, other] = [await createBrowser(runtime, ann, ['charge_soon']), await createBrowser(runtime, ann, ['run_ended'])]
  await ann.chargeIn('25 hours')
  await pushChargeNotices(runtime.db)
  expect(await wanting.planned()).toEqual([])
  await ann.chargeIn('23 hours')
  await Promise.all([pushChargeNotices(runtime.db), pushChargeNotices(runtime.db)])
  await pushChargeNotices(runtime.db)
  const content = { kind: 'charge_soon', path: '/profile/subscription', values: { amount: expect.stringMatching(/^8,00\s\$$/) } }
  expect(await wanting.planned()).toEqual([content])
  await ann.chargeIn('22 hours')
  await pushChargeNotices(runtime.db)
  expect(await wanting.planned()).toHaveLength(2)
  expect(await other.planned()).toEqual([])
})

test('no browser is notified of a charge that will not be made', async () => {
  const [canceled, byHand, late] = [await subscriber(), await subscriber(), await subscriber()]
  for (const one of [canceled, byHand]) await one.chargeIn('2 hours')
  await late.chargeIn('-1 hours')
  await cancelSubscription(runtime.db, { userId: canceled.id })
  await byHand.set({ method: null })
  const browsers = await Promise.all([canceled, byHand, late].map((one) => createBrowser(runtime, one, [...pushKinds])))
  await pushChargeNotices(runtime.db)
  expect((await Promise.all(browsers.map(({ planned }) => planned()))).flat()).toEqual([])
})
