import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { orderSchema } from '#app/contract/money/orders.ts'
import { subscriptionSchema } from '#app/contract/money/subscriptions.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { startYookassaServer, yookassaKeys } from '#tests/fakes/yookassa-server.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { sweepSubscriptions } from '#app/server/core/money/subscriptions/sweep-subscriptions.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { openPayments } from '#app/server/payments/payments.ts'
import { type ChargeRequest, PaymentError } from '#app/server/payments/provider.ts'
import { openYookassa } from '#app/server/payments/yookassa/yookassa.ts'
import { createApi } from '../../api.ts'

let yookassa: Awaited<ReturnType<typeof startYookassaServer>>
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
/** Called before the next requests for a charge are sent, and after they are answered. */
let before: (request: ChargeRequest) => Promise<void> = async () => {}
let after: () => void = () => {}

beforeAll(async () => {
  yookassa = await startYookassaServer()
  const provider = openYookassa({ ...yookassaKeys, baseUrl: yookassa.url, senders: null, vatCode: 4, taxSystem: undefined })
  const payments = openPayments([
    {
      ...provider,
      async charge(request) {
        await before(request)
        const charged = await provider.charge(request)
        after()
        return charged
      },
    },
  ])
  runtime = await openTestRuntime({ provider: scriptedProvider(), payments })
  api = createApi(runtime)
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await yookassa[Symbol.asyncDispose]()
})
beforeEach(() => {
  yookassa.declines(false)
  before = async () => {}
  after = () => {}
})

const sweep = () => sweepSubscriptions(runtime.db, { payments: runtime.payments, logger: runtime.logger })

/** A person with a plan that is paid with a saved method. */
async function subscriber({
  by = 'bank_card',
  locale = 'en',
  item = 'solo',
}: Partial<{ by: 'bank_card' | 'sbp'; locale: 'en' | 'ru'; item: string }> = {}) {
  const user = await createUser(runtime, { locale })
  const { token } = await createSession(runtime, runtime.keys, user)
  const ask = (method: string, path: string, body?: object) => callApi(api, method, path, { token, locale, ...(body && { body }) })
  const made = await ask('POST', '/v1/orders', { kind: 'plan', item, period: 'month', currency: 'RUB' })
  const order = v.parse(orderSchema, await made.json())
  const pay = await callApi(api, 'POST', '/v1/payments/yookassa/webhook', { body: JSON.parse(yookassa.pay(order.id, by).body) })
  expect(pay.status).toBe(200)
  const { method } = yookassa.paymentFor(order.id)
  return {
    ...user,
    ask,
    charges: () => yookassa.chargesOf(method.id),
    read: async () => v.parse(subscriptionSchema, await (await ask('GET', '/v1/subscription')).json()),
    remove: async () => v.parse(subscriptionSchema, await (await ask('DELETE', '/v1/subscription/method')).json()),
    rows: () => runtime.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id)),
    /** Makes the next charge due. */
    endPeriod: () =>
      runtime.db
        .update(subscriptions)
        .set({ paidUntil: sql`now() - interval '1 minute'`, renewAt: sql`now() - interval '1 minute'` })
        .where(eq(subscriptions.userId, user.id)),
  }
}

test.each([
  ['bank_card', { type: 'bank_card', last4: '4444' }],
  ['sbp', { type: 'sbp', last4: null }],
] as const)('a saved method (%s) is shown, and after its removal nothing is charged and the plan ends on its date', async (by, label) => {
  const ann = await subscriber({ by })
  const plan = await ann.read()
  expect(plan).toMatchObject({ saved_method: label, subscription: { method_removed: false, next_charge: { price: { currency: 'RUB' } } } })
  expect(await ann.remove()).toMatchObject({
    saved_method: null,
    charge_under_way: false,
    current_period_end: plan.current_period_end,
    subscription: { cancel_at_period_end: true, next_charge: null, method_removed: true },
  })
  expect(await ann.rows()).toMatchObject([{ method: null, methodLabel: null }])
  await ann.endPeriod()
  await sweep()
  expect(ann.charges()).toEqual([])
  expect(await ann.read()).toMatchObject({ plan: null, subscription: null, saved_method: null })
  expect((await ann.ask('DELETE', '/v1/subscription/method')).status).toBe(409)
})

test('a plan without its method is neither resumed nor changed at its end, and the answer says why', async () => {
  const ann = await subscriber({ locale: 'ru', item: 'studio' })
  await ann.remove()
  for (const [path, body] of [['resume'], ['change', { plan: 'solo', period: 'month' }]] as const) {
    const refused = await ann.ask('POST', `/v1/subscription/${path}`, body)
    expect(await refused.json()).toMatchObject({ code: 'method_removed', detail: expect.stringMatching(/[а-я]|ends on its date/) })
  }
  expect(await ann.read()).toMatchObject({ subscription: { cancel_at_period_end: true } })
})

test('a plan whose charge failed ends at once with its method, and that of an ended plan can be removed', async () => {
  const [ann, bob] = [await subscriber(), await subscriber()]
  yookassa.declines(true)
  await ann.endPeriod()
  await sweep()
  expect(await ann.read()).toMatchObject({ subscription: { status: 'past_due' }, saved_method: { last4: '4444' } })
  expect(await ann.remove()).toMatchObject({ plan: null, saved_method: null })
  await bob.ask('POST', '/v1/subscription/cancel')
  await bob.endPeriod()
  await sweep()
  expect(await bob.read()).toMatchObject({ plan: null, saved_method: { last4: '4444' } })
  expect(await bob.remove()).toMatchObject({ saved_method: null })
  expect(await bob.rows()).toMatchObject([{ method: null }])
})

test('a removal waits for the charge that is being sent, which is the last one, and whose answer does not save the method again', async () => {
  const ann = await subscriber()
  await ann.endPeriod()
  const [announced, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  before = async () => {
    announced.resolve()
    await released.promise
  }
  const renewal = sweep()
  await announced.promise
  let isRemoved = false
  const removal = ann.remove().then((answer) => {
    isRemoved = true
    return answer
  })
  await expect.poll(ann.rows).toMatchObject([{ method: null }])
  // Long enough for several looks at the charge.
  await expect.poll(() => runtime.db.$count(orders, and(eq(orders.userId, ann.id), sql`charging_until > now()`))).toBe(1)
  expect([isRemoved, ann.charges()]).toEqual([false, []])
  released.resolve()
  await removal
  const last = ann.charges()
  expect(last).toHaveLength(1)
  await renewal
  // The payment counts, and nothing follows it.
  expect(await ann.read()).toMatchObject({ plan: 'solo', saved_method: null, subscription: { cancel_at_period_end: true } })
  await ann.endPeriod()
  await sweep()
  expect(ann.charges()).toEqual(last)
  expect((await ann.rows()).filter(({ method }) => method !== null)).toEqual([])
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('removals and renewals at the same moments: no charge leaves after a removal has been answered', async () => {
  for (let round = 0; round < repetitions(12, 200); round += 1) {
    const ann = await subscriber()
    await ann.endPeriod()
    const renewals = [sweep(), sweep()]
    await new Promise((resolve) => setTimeout(resolve, round % 12))
    await ann.remove()
    const atRemoval = ann.charges().length
    await Promise.all(renewals)
    await ann.endPeriod()
    await sweep()
    expect(ann.charges()).toHaveLength(atRemoval)
    expect((await ann.rows()).filter(({ method }) => method !== null)).toEqual([])
  }
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('a charge whose answer was lost before the removal is recorded by its notification, and is not sent again', async () => {
  const ann = await subscriber()
  await ann.endPeriod()
  after = () => {
    throw new PaymentError('unreachable', 'the answer is lost')
  }
  await sweep()
  expect(await ann.remove()).toMatchObject({ charge_under_way: true, saved_method: null })
  after = () => {}
  await runtime.db
    .update(subscriptions)
    .set({ renewAt: sql`now()` })
    .where(eq(subscriptions.userId, ann.id))
  await sweep()
  const [charged, ...others] = ann.charges()
  expect(others).toEqual([])
  const notice = yookassa.notify('payment.succeeded', charged ?? expect.unreachable())
  const send = () => callApi(api, 'POST', '/v1/payments/yookassa/webhook', { body: JSON.parse(notice.body) })
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  expect(await ann.read()).toMatchObject({
    plan: 'solo',
    charge_under_way: false,
    saved_method: null,
    subscription: { cancel_at_period_end: true },
  })
  const [renewal] = await runtime.db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, ann.id), eq(orders.cause, 'renewal')))
  expect(renewal).toMatchObject({ status: 'paid', checkoutId: charged?.id })
})
