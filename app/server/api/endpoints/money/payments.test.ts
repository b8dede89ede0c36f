import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { orderPageSchema, orderSchema } from '#app/contract/money/orders.ts'
import { subscriptionSchema } from '#app/contract/money/subscriptions.ts'
import { balanceSchema, tokenPacksSchema } from '#app/contract/money/tokens.ts'
import { setLotEnds } from '#tests/factories/lots.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { startStripeServer, stripeKeys } from '#tests/fakes/stripe-server.ts'
import { startYookassaServer, yookassaKeys } from '#tests/fakes/yookassa-server.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { sweepSubscriptions } from '#app/server/core/money/subscriptions/sweep-subscriptions.ts'
import { refundOrder } from '#app/server/core/operation/shop/refund-order.ts'
import { sweepRefunds } from '#app/server/core/money/payments/send-refund.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { noticeFailures, orders, refunds, testPayments } from '#app/server/db/schema/payments.ts'
import { paidPeriods } from '#app/server/db/schema/plan-periods.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { readEnv } from '#app/server/env.ts'
import { type Bounds, boundProvider } from '#app/server/payments/bound-provider.ts'
import { sendersOf } from '#app/server/payments/open-configured-payments.ts'
import { openPayments, type Payments } from '#app/server/payments/payments.ts'
import { PaymentError } from '#app/server/payments/provider.ts'
import { yookassaSenders } from '#app/server/payments/yookassa/senders.ts'
import { openYookassa } from '#app/server/payments/yookassa/yookassa.ts'
import { createApi } from '../../api.ts'

const logged: unknown[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
let stripe: Awaited<ReturnType<typeof startStripeServer>>
let yookassa: Awaited<ReturnType<typeof startYookassaServer>>
let server: Awaited<ReturnType<typeof openServer>>
let testMode: Awaited<ReturnType<typeof openServer>>
beforeAll(async () => {
  stripe = await startStripeServer()
  yookassa = await startYookassaServer()
  server = await openServer({
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_BASE_URL: stripe.url,
    YOOKASSA_SHOP_ID: yookassaKeys.shopId,
    YOOKASSA_SECRET_KEY: yookassaKeys.secretKey,
    YOOKASSA_BASE_URL: yookassa.url,
    YOOKASSA_VAT_CODE: '4',
    YOOKASSA_TAX_SYSTEM: '2',
    PUBLIC_URL: 'https://quartet.example',
  })
  testMode = await openServer({})
})
afterAll(async () => {
  for (const one of [server, testMode, stripe, yookassa]) await one[Symbol.asyncDispose]()
})
beforeEach(() => {
  logged.length = 0
  stripe.declines(false)
  stripe.down(false)
  yookassa.declines(false)
})

async function openServer(env: Record<string, string>, payments?: Payments) {
  const runtime = await openTestRuntime({ provider: scriptedProvider(), env, logger, ...(payments && { payments }) })
  const api = createApi(runtime)
  const send = (
    method: string,
    path: string,
    { body, headers, address = '127.0.0.1' }: { body?: string; headers?: Record<string, string>; address?: string } = {},
  ) =>
    api.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        body: body ?? null,
      }),
      { clientAddress: address },
    )
  async function person() {
    const user = await createUser(runtime)
    const { token } = await createSession(runtime, runtime.keys, user)
    const call = async <S extends v.GenericSchema>(schema: S, method: string, path: string, body?: object, headers = {}) => {
      const answer = await send(method, path, {
        ...(body && { body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
      const json: unknown = await answer.json()
      if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(json)}`)
      return v.parse(schema, json)
    }
    return {
      ...user,
      call,
      order: (body: object, headers = {}) => call(orderSchema, 'POST', '/v1/orders', body, headers),
      available: async () => (await call(balanceSchema, 'GET', '/v1/tokens')).available,
      subscription: async () => (await call(subscriptionSchema, 'GET', '/v1/subscription')).subscription,
    }
  }
  const hook = (provider: string, notification: { body: string; headers: Record<string, string> }, address?: string) =>
    send('POST', `/v1/payments/${provider}/webhook`, { ...notification, ...(address !== undefined && { address }) })
  const operator = createUser(runtime, { role: 'owner' })
  async function refund(id: string, amount: number) {
    const act = { userId: (await operator).id, address: '127.0.0.1', reason: 'asked for', idempotencyKey: undefined }
    return refundOrder(runtime.db, { ...act, payments: runtime.payments, logger, id, amount })
  }
  /** Asks for the outcome of all open refunds. */
  async function endRefunds() {
    await runtime.db
      .update(refunds)
      .set({ askAt: sql`now() - interval '1 second'` })
      .where(eq(refunds.status, 'pending'))
    await sweepRefunds(runtime.db, { payments: runtime.payments, logger })
  }
  return { runtime, send, person, hook, refund, endRefunds, [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose]() }
}

const dollars = { kind: 'pack', item: 'pack-500', currency: 'USD' }
const roubles = { kind: 'pack', item: 'pack-500', currency: 'RUB' }
const solo = (currency: string) => ({ kind: 'plan', item: 'solo', period: 'month', currency })

/** Ends the person's paid period now. */
async function endPeriod(userId: string) {
  const { db } = server.runtime
  const by = sql`interval '1 month 1 minute'`
  await db
    .update(subscriptions)
    .set({ paidUntil: sql`paid_until - ${by}`, renewAt: sql`renew_at - ${by}` })
    .where(eq(subscriptions.userId, userId))
  await db
    .update(paidPeriods)
    .set({ startsAt: sql`starts_at - ${by}`, endsAt: sql`ends_at - ${by}` })
    .where(sql`${paidPeriods.subscriptionId} in (select id from subscriptions where user_id = ${userId})`)
  await setLotEnds(db, { userId }, sql`expires_at - ${by}`)
  await sweepSubscriptions(db, { payments: server.runtime.payments, logger })
}

describe('Stripe', () => {
  test('a Stripe order is paid at its checkout, and a signed notification grants the tokens once, however often it arrives', async () => {
    const ann = await server.person()
    const order = await ann.order(dollars)
    expect(order).toMatchObject({
      status: 'pending',
      provider: 'stripe',
      checkout_url: expect.stringContaining('https://checkout.stripe.com/'),
    })
    const { form } = stripe.sessionFor(order.id)
    expect(form.get('success_url')).toBe(`https://quartet.example/orders/${order.id}`)
    expect(form.get('cancel_url')).toBe(`https://quartet.example/orders/${order.id}?left=true`)
    expect(form.get('customer_email')).toBe(ann.email)
    const paid = stripe.pay(order.id)
    for (let times = 0; times < 3; times += 1) expect((await server.hook('stripe', paid)).status).toBe(200)
    expect(await ann.available()).toBe(500)
    expect(await ann.call(orderSchema, 'GET', `/v1/orders/${order.id}`)).toMatchObject({ status: 'paid' })
  })

  test('Stripe is asked for minor units of the currency: whole yen, and dinars in thousandths', async () => {
    const provider = server.runtime.payments.find('stripe')
    const common = {
      userId: 'a',
      email: 'ann@example.com',
      locale: 'en',
      description: '500 tokens',
      saveMethod: false,
      method: null,
    } as const
    const urls = { returnUrl: 'https://quartet.example/a', cancelUrl: 'https://quartet.example/b' }
    for (const price of [
      { amount: 1_200, currency: 'JPY' },
      { amount: 2_550, currency: 'KWD' },
    ] as const) {
      const orderId = randomUUID()
      const checkout = await provider?.start({ ...common, ...urls, orderId, price })
      stripe.pay(orderId)
      expect(await provider?.ask(checkout?.checkoutId ?? '')).toMatchObject({ state: 'paid', ...price })
    }
  })

  test('a Stripe notification is not believed when the signature is wrong or missing: 400, logged, and nothing granted', async () => {
    const ann = await server.person()
    const order = await ann.order(dollars)
    const forged = stripe.pay(order.id, { secret: 'whsec_somebody-else' })
    expect((await server.hook('stripe', forged)).status).toBe(400)
    expect((await server.hook('stripe', { ...forged, headers: {} })).status).toBe(400)
    const refusals = logged.filter((line) => JSON.stringify(line).includes('payment notification with an invalid signature refused'))
    expect(refusals).toHaveLength(2)
    expect(await ann.available()).toBe(0)
  })

  test('failed notifications are counted in a row for the operator, and the next one that is handled ends the count', async () => {
    const failures = () => server.runtime.db.select({ provider: noticeFailures.provider, count: noticeFailures.count }).from(noticeFailures)
    await server.runtime.db.delete(noticeFailures)
    const ann = await server.person()
    const order = await ann.order(dollars)
    const paid = stripe.pay(order.id)
    await server.hook('stripe', { ...paid, headers: {} })
    stripe.down(true)
    expect((await server.hook('stripe', paid)).status).toBe(503)
    stripe.down(false)
    expect(await failures()).toEqual([{ provider: 'stripe', count: 2 }])
    expect((await server.hook('stripe', paid)).status).toBe(200)
    expect(await failures()).toEqual([])
    expect(await ann.available()).toBe(500)
  })

  test('a Stripe notification is accepted though its clock or ours is an hour off, and though it is old', async () => {
    for (const shift of [-3600, 3600]) {
      const ann = await server.person()
      const order = await ann.order(dollars)
      const at = Math.floor(Date.now() / 1000) + shift
      expect((await server.hook('stripe', stripe.pay(order.id, { at }))).status).toBe(200)
      expect(await ann.available()).toBe(500)
    }
  })

  test('a Stripe refund is made once through lost answers, limits and busy keys, and refused beyond what was paid', async () => {
    const ann = await server.person()
    const order = await ann.order(dollars)
    await server.hook('stripe', stripe.pay(order.id))
    const before = stripe.refunds().length
    const refund = (amount: number) => server.refund(order.id, amount)
    for (const fault of ['lost', 'limited', 'busy'] as const) {
      stripe.refundFault(fault)
      const { refunds } = await refund(100)
      expect(refunds.at(-1)).toMatchObject({ status: 'pending' })
      await server.endRefunds()
    }
    expect(stripe.refunds().slice(before)).toMatchObject(Array.from({ length: 3 }, () => ({ amount: 100, currency: 'usd' })))
    expect(await ann.available()).toBe(200)
    // Refunded in Stripe's dashboard at the same time, before the notification arrives.
    const notice = stripe.refund(order.id, 500)
    expect((await refund(200)).refunds.at(-1)).toMatchObject({ status: 'failed', failure: 'refused' })
    await server.hook('stripe', notice)
    expect(await ann.available()).toBe(0)
    const shown = await ann.call(orderSchema, 'GET', `/v1/orders/${order.id}`)
    expect(shown.credit_notes.map(({ amount }) => amount.amount)).toEqual([100, 100, 100, 200])
    expect(await auditLedger(server.runtime.db)).toEqual([])
  })

  test('Stripe reports refunds and disputes, and tokens are reversed accordingly', async () => {
    const ann = await server.person()
    const order = await ann.order(dollars)
    await server.hook('stripe', stripe.pay(order.id))
    await server.hook('stripe', stripe.refund(order.id, 100))
    expect(await ann.available()).toBe(400)
    await server.hook('stripe', stripe.dispute(order.id, 'warning_needs_response'))
    expect(await ann.available()).toBe(400)
    await server.hook('stripe', stripe.dispute(order.id, 'needs_response'))
    expect(await ann.available()).toBe(0)
    await server.hook('stripe', stripe.dispute(order.id, 'won'))
    expect(await ann.available()).toBe(400)
    const shown = await ann.call(orderSchema, 'GET', `/v1/orders/${order.id}`)
    expect(shown).toMatchObject({ status: 'paid', refunded: { amount: 100 }, disputed: false })
  })

  test('Stripe charges the saved card by an invoice of Billing for the next period, and a declined one is void', async () => {
    const ann = await server.person()
    const order = await ann.order(solo('USD'))
    expect(stripe.sessionFor(order.id).form.get('payment_intent_data[setup_future_usage]')).toBe('off_session')
    await server.hook('stripe', stripe.pay(order.id))
    expect(await ann.subscription()).toMatchObject({ status: 'active', portal: true })
    expect((await ann.call(v.object({ url: v.string() }), 'POST', '/v1/subscription/portal')).url).toContain('https://billing.stripe.com/')
    await endPeriod(ann.id)
    const renewals = async () =>
      (await ann.call(orderPageSchema, 'GET', '/v1/orders?kind=plan')).items.filter(({ cause }) => cause === 'renewal')
    const [renewal] = await renewals()
    expect(stripe.invoiceFor(renewal?.id ?? '')).toMatchObject({ status: 'paid', amount: 800, currency: 'usd' })
    expect(await ann.available()).toBe(1000)
    stripe.declines(true)
    await endPeriod(ann.id)
    const [declined] = await renewals()
    expect(declined).toMatchObject({ status: 'failed', failure: 'declined' })
    expect(stripe.invoiceFor(declined?.id ?? '')).toMatchObject({ status: 'void' })
    expect(await ann.subscription()).toMatchObject({ status: 'past_due' })
  })

  test('Stripe is asked to send a notification again when its API cannot be reached', async () => {
    const ann = await server.person()
    const order = await ann.order(dollars)
    const paid = stripe.pay(order.id)
    stripe.down(true)
    expect((await server.hook('stripe', paid)).status).toBe(503)
    stripe.down(false)
    expect((await server.hook('stripe', paid)).status).toBe(200)
    expect(await ann.available()).toBe(500)
  })

  test('the Stripe session of a canceled order is closed', async () => {
    const ann = await server.person()
    const order = await ann.order(dollars)
    expect(await ann.call(orderSchema, 'POST', `/v1/orders/${order.id}/cancel`)).toMatchObject({ status: 'canceled', checkout_url: null })
    expect(stripe.sessionFor(order.id).status).toBe('expired')
  })

  test('a Stripe notification about something that is not ours is acknowledged, and Stripe is not asked', async () => {
    const asked = stripe.calls.length
    const gone = stripe.sign('checkout.session.completed', { id: 'cs_test_unknown', object: 'checkout.session' })
    expect((await server.hook('stripe', gone)).status).toBe(200)
    expect((await server.hook('stripe', stripe.sign('customer.created', { id: 'cus_1', object: 'customer' }))).status).toBe(200)
    expect(stripe.calls.length - asked).toBe(0)
  })

  test('a forged Stripe notification does not make us ask Stripe', async () => {
    const asked = stripe.calls.length
    const forged = stripe.sign('checkout.session.completed', { id: 'cs_1', object: 'checkout.session' }, { secret: 'whsec_somebody-else' })
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.hook('stripe', forged)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect(stripe.calls.length - asked).toBe(0)
  })
})

describe('YooKassa', () => {
  test('YooKassa accepts rubles with a receipt required by 54-FZ, and notifications are checked with the service', async () => {
    const ann = await server.person()
    const order = await ann.order(roubles)
    expect(order).toMatchObject({ provider: 'yookassa', checkout_url: expect.stringContaining('https://yoomoney.ru/') })
    const { body } = yookassa.paymentFor(order.id)
    expect(body).toMatchObject({
      amount: { value: '450.00', currency: 'RUB' },
      receipt: { customer: { email: ann.email }, tax_system_code: 2, items: [{ vat_code: 4, amount: { value: '450.00' } }] },
    })
    const paid = yookassa.pay(order.id)
    for (let times = 0; times < 3; times += 1) expect((await server.hook('yookassa', paid)).status).toBe(200)
    expect(await ann.available()).toBe(500)
  })

  test('a false YooKassa notification is checked with the service, and an invalid one is refused', async () => {
    const ann = await server.person()
    const order = await ann.order(roubles)
    const { id } = yookassa.paymentFor(order.id)
    const lie = yookassa.notify('payment.succeeded', { id, status: 'succeeded', paid: true, metadata: { order_id: order.id } })
    expect((await server.hook('yookassa', lie)).status).toBe(200)
    const unknown = yookassa.notify('payment.succeeded', { id: '22e12f66-000f-5000-8000-18db351245c7', status: 'succeeded' })
    expect((await server.hook('yookassa', unknown)).status).toBe(200)
    expect((await server.hook('yookassa', { body: '{"type":"letter"}', headers: {} })).status).toBe(400)
    expect((await server.hook('yookassa', yookassa.notify('payment.succeeded', { id: '\u0000' }))).status).toBe(400)
    expect(await ann.available()).toBe(0)
  })

  test('a YooKassa refund has its receipt under 54-FZ, is made once through lost answers, and fails with the shop’s balance', async () => {
    const ann = await server.person()
    const order = await ann.order(roubles)
    await server.hook('yookassa', yookassa.pay(order.id))
    const before = yookassa.refunds().length
    for (const fault of ['lost', 'limited', 'processing'] as const) {
      yookassa.refundFault(fault)
      expect((await server.refund(order.id, 9_000)).refunds.at(-1)).toMatchObject({ status: 'pending' })
      await server.endRefunds()
    }
    const made = yookassa.refunds().slice(before)
    expect(made.map(({ body }) => body.amount.value)).toEqual(['90.00', '90.00', '90.00'])
    expect(made[0]?.body.receipt).toMatchObject({
      customer: { email: ann.email },
      items: [{ vat_code: 4, amount: { value: '90.00' }, description: expect.stringContaining('500') }],
      tax_system_code: 2,
    })
    yookassa.refundFault('poor')
    expect((await server.refund(order.id, 18_000)).refunds.at(-1)).toMatchObject({ status: 'failed', failure: 'canceled' })
    expect(await ann.available()).toBe(200)
    expect((await server.refund(order.id, 18_000)).refundable.amount).toBe(0)
    expect(await auditLedger(server.runtime.db)).toEqual([])
  })

  test('YooKassa declines and refunds, and the order says so', async () => {
    const ann = await server.person()
    const [first, second] = [await ann.order(roubles), await ann.order(roubles)]
    await server.hook('yookassa', yookassa.decline(first.id))
    expect(await ann.call(orderSchema, 'GET', `/v1/orders/${first.id}`)).toMatchObject({ status: 'failed', failure: 'declined' })
    await server.hook('yookassa', yookassa.pay(second.id))
    await server.hook('yookassa', yookassa.refund(second.id, '45.00'))
    expect(await ann.available()).toBe(450)
  })

  test('YooKassa charges the saved method for the next period, with a receipt of its own', async () => {
    const ann = await server.person()
    const order = await ann.order(solo('RUB'))
    await server.hook('yookassa', yookassa.pay(order.id))
    const { method } = yookassa.paymentFor(order.id)
    await endPeriod(ann.id)
    const { items } = await ann.call(orderPageSchema, 'GET', '/v1/orders')
    const renewal = items.find(({ cause }) => cause === 'renewal')
    expect(yookassa.paymentFor(renewal?.id ?? '').body).toMatchObject({ payment_method_id: method.id, amount: { value: '690.00' } })
    expect(await ann.available()).toBe(1000)
    yookassa.declines(true)
    await endPeriod(ann.id)
    expect(await ann.subscription()).toMatchObject({ status: 'past_due' })
    expect(await auditLedger(server.runtime.db)).toEqual([])
  })
})

describe('unsigned notifications of YooKassa', () => {
  const madeUp = () => yookassa.notify('payment.succeeded', { id: randomUUID(), status: 'succeeded' })

  test('YooKassa is not asked about 300 made-up ids, and a real one among them is granted once', async () => {
    const ann = await server.person()
    const order = await ann.order(roubles)
    const paid = yookassa.pay(order.id)
    const asked = yookassa.calls.length
    const notices = Array.from({ length: 303 }, (_, index) => (index % 101 === 50 ? paid : madeUp()))
    const answers = await Promise.all(notices.map((notice) => server.hook('yookassa', notice, '198.51.100.1')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(yookassa.calls.slice(asked).map(({ path }) => path)).toEqual(Array(3).fill(`/payments/${yookassa.paymentFor(order.id).id}`))
    expect(await ann.available()).toBe(500)
    expect(await auditLedger(server.runtime.db)).toEqual([])
  })

  test('YooKassa notifications are limited by address and, for one payment, from everywhere', async () => {
    const ann = await server.person()
    const notice = yookassa.pay((await ann.order(roubles)).id)
    const asked = yookassa.calls.length
    const statuses: number[] = []
    for (let at = 0; at < 62; at += 1) statuses.push((await server.hook('yookassa', notice, `198.51.100.${at + 2}`)).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
    expect(yookassa.calls.length - asked).toBe(60)
    const empty = { body: '', headers: {} }
    const flood = await Promise.all(Array.from({ length: 602 }, () => server.hook('yookassa', empty, '203.0.113.1')))
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(flood.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('YooKassa notifications are accepted from the addresses of the list alone, and the log names the address of a refused one', async () => {
    await using guarded = await openServer({
      YOOKASSA_SHOP_ID: yookassaKeys.shopId,
      YOOKASSA_SECRET_KEY: yookassaKeys.secretKey,
      YOOKASSA_BASE_URL: yookassa.url,
      YOOKASSA_SENDERS: '185.71.76.0/27, 77.75.156.11, 2a02:5180::/32',
    })
    const ann = await guarded.person()
    const paid = yookassa.pay((await ann.order(roubles)).id)
    const asked = yookassa.calls.length
    for (const address of ['185.71.76.32', '77.75.156.12', '2a02:5181::1', '127.0.0.1', 'unknown'])
      expect((await guarded.hook('yookassa', paid, address)).status).toBe(400)
    expect(yookassa.calls.length - asked).toBe(0)
    expect(logged).toContainEqual(expect.objectContaining({ reason: '77.75.156.12 is not an address of YooKassa' }))
    for (const address of ['185.71.76.31', '::ffff:77.75.156.11', '2a02:5180:0:1::9'])
      expect((await guarded.hook('yookassa', paid, address)).status).toBe(200)
    expect(await ann.available()).toBe(500)
  })

  test.each([
    [undefined, undefined, yookassaSenders],
    [undefined, 'https://proxy.example', null],
    ['any', undefined, null],
    ['10.0.0.1', 'https://proxy.example', ['10.0.0.1']],
  ])('YooKassa notifications are accepted with YOOKASSA_SENDERS %s and YOOKASSA_BASE_URL %s from %j', (senders, baseUrl, list) => {
    expect(sendersOf(readEnv({ YOOKASSA_SENDERS: senders, YOOKASSA_BASE_URL: baseUrl }))).toEqual(list)
  })

  test('YooKassa notifications use a bounded number of connections to a hanging service; all are answered and retried later', async () => {
    const patient = { ...yookassaKeys, baseUrl: yookassa.url, vatCode: 1, taxSystem: undefined, senders: null }
    const service = openYookassa(patient)
    const bounds = { atOnce: 3, waiting: 5, patience: 600_000 }
    const underWay = { now: 0, most: 0 }
    let hangs = false
    const ask = async (checkoutId: string) => {
      underWay.most = Math.max(underWay.most, ++underWay.now)
      const asked = hangs ? openYookassa({ ...patient, timeoutMs: 150 }) : service
      return asked.ask(checkoutId).finally(() => (underWay.now -= 1))
    }
    await using shop = await openServer({}, openPayments([boundProvider({ ...service, ask }, bounds)]))
    const ann = await shop.person()
    const paid = yookassa.pay((await ann.order(roubles)).id)
    hangs = true
    yookassa.hangs(true)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.hook('yookassa', paid)))
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(Array(20).fill([503, '30']))
    expect(underWay.now).toBe(0)
    expect(underWay.most).toBeLessThanOrEqual(bounds.atOnce)
    hangs = false
    yookassa.hangs(false)
    expect((await shop.hook('yookassa', paid)).status).toBe(200)
    expect(await ann.available()).toBe(500)
  })

  /** A payment service whose answers are given by the test. */
  function slowService(bounds: Bounds) {
    const asked: string[] = []
    const gate = Promise.withResolvers<never>()
    const ask = (checkoutId: string) => {
      asked.push(checkoutId)
      return gate.promise
    }
    const service = openYookassa({ ...yookassaKeys, baseUrl: yookassa.url, vatCode: 1, taxSystem: undefined, senders: null })
    const fail = () => gate.reject(new PaymentError('unreachable', 'no answer'))
    return { ...boundProvider({ ...service, ask }, bounds), asked, fail }
  }

  test('YooKassa notifications beyond those that wait for a connection are refused before any other is answered', async () => {
    const service = slowService({ atOnce: 3, waiting: 5, patience: 600_000 })
    const refused: number[] = []
    const questions = Array.from({ length: 20 }, (_, index) => service.ask(`${index}`).catch(() => refused.push(index)))
    await expect.poll(() => refused).toEqual(Array.from({ length: 12 }, (_, index) => index + 8))
    expect(service.asked).toEqual(['0', '1', '2'])
    service.fail()
    await Promise.all(questions)
    expect(service.asked).toEqual(Array.from({ length: 8 }, (_, index) => `${index}`))
  })

  test('YooKassa notifications wait for a connection no longer than their time limit', async () => {
    const service = slowService({ atOnce: 1, waiting: 5, patience: 20 })
    const first = service.ask('first').catch((error: unknown) => error)
    await expect(service.ask('second')).rejects.toMatchObject({ reason: 'unreachable' })
    expect(service.asked).toEqual(['first'])
    service.fail()
    expect(await first).toMatchObject({ reason: 'unreachable' })
  })
})

describe('an order', () => {
  test('an order costs the catalog’s price: an amount from the client is ignored', async () => {
    const ann = await server.person()
    const order = await ann.order({ ...dollars, amount: 1, tokens: 1_000_000, price: { amount: 1, currency: 'USD' } })
    expect(order).toMatchObject({ price: { amount: 500, currency: 'USD' }, tokens: 500 })
    expect(stripe.sessionFor(order.id).amount).toBe(500)
  })

  test.each([
    ['for an unknown pack', { ...dollars, item: 'pack-1' }, 'item', 'not_on_sale'],
    ['in an unknown currency', { ...dollars, currency: 'EUR' }, 'currency', 'currency_not_taken'],
    ['for a plan without a period', { kind: 'plan', item: 'solo', currency: 'USD' }, 'period', 'required'],
  ])('an order with %s is refused and names the error', async (_what, body, field, code) => {
    const ann = await server.person()
    await expect(ann.order(body)).rejects.toThrow(new RegExp(`^Error: 422 .*"${field}":\\{"code":"${code}"`.replace('^Error: ', '')))
  })

  test('only its owner can see an order', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const order = await ann.order(dollars)
    for (const path of ['', '/check', '/cancel'])
      await expect(bob.call(orderSchema, path ? 'POST' : 'GET', `/v1/orders/${order.id}${path}`)).rejects.toThrow('404')
  })
})

describe('the test checkout', () => {
  test('the test checkout applies the person’s choice once and is marked as a test', async () => {
    const ann = await testMode.person()
    expect(await ann.call(tokenPacksSchema, 'GET', '/v1/token-packs')).toMatchObject({ purchasable: true, test: true })
    const order = await ann.order(dollars)
    expect(order).toMatchObject({ provider: 'test', checkout_url: `/checkout/${order.id}` })
    const choose = (id: string, outcome: string) => ann.call(orderSchema, 'POST', `/v1/orders/${id}/test-payment`, { outcome })
    expect(await choose(order.id, 'pending')).toMatchObject({ status: 'pending' })
    expect(await choose(order.id, 'paid')).toMatchObject({ status: 'paid' })
    await expect(choose(order.id, 'paid')).rejects.toThrow('order_closed')
    expect(await ann.available()).toBe(500)
    expect(await choose((await ann.order(dollars)).id, 'declined')).toMatchObject({ status: 'failed', failure: 'declined' })
    expect(await choose((await ann.order(dollars)).id, 'canceled')).toMatchObject({ status: 'canceled' })
  })

  test('a test checkout that is set to pay late does so without an open page', async () => {
    const ann = await testMode.person()
    const { id } = await ann.order(dollars)
    await ann.call(orderSchema, 'POST', `/v1/orders/${id}/test-payment`, { outcome: 'late' })
    expect(await ann.available()).toBe(0)
    await testMode.runtime.db
      .update(testPayments)
      .set({ chosenAt: sql`now() - interval '2 minutes'` })
      .where(eq(testPayments.orderId, id))
    await testMode.runtime.db.update(orders).set({ askedAt: null }).where(eq(orders.id, id))
    expect(await ann.call(orderSchema, 'POST', `/v1/orders/${id}/check`)).toMatchObject({ status: 'paid' })
    expect(await ann.available()).toBe(500)
  })

  test('the test checkout is not found next to a real payment service, and accepts no notifications', async () => {
    const ann = await server.person()
    const { id } = await ann.order(dollars)
    await expect(ann.call(orderSchema, 'POST', `/v1/orders/${id}/test-payment`, { outcome: 'paid' })).rejects.toThrow('404')
    expect((await server.hook('test', { body: '{}', headers: {} })).status).toBe(404)
    expect((await testMode.hook('test', { body: '{}', headers: {} })).status).toBe(400)
    expect((await server.hook('paypal', { body: '{}', headers: {} })).status).toBe(404)
  })

  test('the test checkout can be switched off: then prices are shown and nothing is sold', async () => {
    await using closed = await openServer({ TEST_CHECKOUT: 'false' })
    const ann = await closed.person()
    expect(await ann.call(tokenPacksSchema, 'GET', '/v1/token-packs')).toMatchObject({ purchasable: false, payable_in: [] })
    await expect(ann.order(dollars)).rejects.toThrow('currency_not_taken')
  })
})
