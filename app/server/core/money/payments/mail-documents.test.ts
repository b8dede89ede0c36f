import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreateOrder } from '#app/contract/money/orders.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { createOrder } from '../orders/create-order.ts'
import { sweepSubscriptions } from '../subscriptions/sweep-subscriptions.ts'
import { mailDocuments } from './mail-documents.ts'

const service = scriptedPayments()
const logger = pino({ level: 'silent' })
const siteUrl = 'https://quartet.example'
const sent: Mail[] = []
let refuses = false
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), payments: service.payments })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const mailer = {
  async send(mail: Mail) {
    if (refuses) throw new Error('451')
    sent.push(mail)
  },
}

/** Sends what is due, as two processes at once and again afterwards. Returns the emails as text, without narrow spaces. */
async function mailTo(email: string): Promise<string[]> {
  sent.length = 0
  const sweep = () => mailDocuments(runtime.db, { mailer, siteUrl, logger })
  await Promise.all([sweep(), sweep()])
  await sweep()
  return sent.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`.replaceAll(/[\u00a0\u202f]/g, ' '))
}

async function pay(userId: string, input: CreateOrder): Promise<string> {
  const { checkoutId } = await createOrder(runtime.db, { payments: service.payments, siteUrl, locale: 'en', userId, input })
  if (checkoutId === null) throw new Error('no checkout')
  service.pay(checkoutId)
  await notify(checkoutId)
  return checkoutId
}
const notify = (checkoutId: string) => deliverWebhook({ ...runtime, logger }, service, checkoutId)
const pack: CreateOrder = { kind: 'pack', item: 'pack-500', currency: 'USD' }
const plan: CreateOrder = { kind: 'plan', item: 'solo', period: 'month', currency: 'USD' }

test('a purchase and each of its refunds are mailed once, with the amount, the tokens and the number', async () => {
  const { id: userId, email } = await createUser(runtime)
  const checkoutId = await pay(userId, pack)
  await notify(checkoutId)
  const [receipt, ...others] = await mailTo(email)
  expect(others).toEqual([])
  for (const part of ['receipt for $5.00', 'You paid $5.00 on', '500 tokens were added', '/orders/', '/receipt', 'Document number: 20'])
    expect(receipt).toContain(part)
  expect(receipt).not.toContain('plan')

  service.set(checkoutId, { refunded: 200 })
  await notify(checkoutId)
  const [part] = await mailTo(email)
  expect(part).toContain('We refunded $2.00')
  expect(part).toContain('200 tokens that it paid for were reversed')
  service.set(checkoutId, { refunded: 500 })
  await notify(checkoutId)
  const [rest] = await mailTo(email)
  expect(rest).toContain('We refunded $3.00')
  expect(rest).toContain('300 tokens')
  expect(await mailTo(email)).toEqual([])
})

test('the email of a plan says when it renews, for how much and where to stop it; a renewal and the end by a refund are mailed', async () => {
  const { id: userId, email } = await createUser(runtime)
  await pay(userId, plan)
  const [first] = await mailTo(email)
  expect(first).toMatch(/Your plan renews on \w+ \d+, \d{4} for \$8\.00\. To stop it, .*https:\/\/quartet\.example\/profile\/subscription/)

  await runtime.db
    .update(subscriptions)
    .set({ paidUntil: sql`now()`, renewAt: sql`now() - interval '1 second'` })
    .where(eq(subscriptions.userId, userId))
  await sweepSubscriptions(runtime.db, { payments: service.payments, logger })
  const [renewal, ...others] = await mailTo(email)
  expect([renewal, others]).toEqual([expect.stringContaining('Your plan is renewed'), []])
  expect(renewal).toContain('You paid $8.00')

  await runtime.db.update(subscriptions).set({ cancelAtEnd: true }).where(eq(subscriptions.userId, userId))
  const paid = await runtime.db.select().from(payments).where(eq(payments.userId, userId))
  for (const { paymentId, amount } of paid) {
    service.set(paymentId.replace('payment-', ''), { refunded: amount })
    await notify(paymentId.replace('payment-', ''))
  }
  expect((await mailTo(email)).at(-1)).toContain('Your plan has ended. You won’t be charged again.')
})

test('the email is in the language of the person, and one that could not be sent is not sent again by itself', async () => {
  const { id: userId, email } = await createUser(runtime, { locale: 'ru' })
  await pay(userId, { ...pack, currency: 'RUB' })
  const [receipt] = await mailTo(email)
  expect(receipt).toMatch(/чек на \d[\d ]*(,\d\d)? ₽/)
  expect(receipt).toContain('500 токенов зачислено')
  await pay(userId, pack)
  refuses = true
  expect(await mailTo(email)).toEqual([])
  refuses = false
  expect(await mailTo(email)).toEqual([])
})

test('a person who was erased gets no email', async () => {
  const { id: userId, email } = await createUser(runtime)
  await pay(userId, pack)
  await runtime.db
    .update(users)
    .set({ erasedAt: sql`now()` })
    .where(eq(users.id, userId))
  expect(await mailTo(email)).toEqual([])
})
