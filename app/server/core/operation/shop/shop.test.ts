import { desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plansSchema, tokenPacksSchema } from '#app/contract/money/tokens.ts'
import { orderSchema } from '#app/contract/money/orders.ts'
import { planChangeSchema, subscriptionSchema } from '#app/contract/money/subscriptions.ts'
import { operatorShopSchema, shopPreviewSchema, type ShopSettings, shopVersionPageSchema } from '#app/contract/money/shop-settings.ts'
import { operatorOrderPageSchema, operatorOrderSchema, reconciliationSchema } from '#app/contract/money/shop.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { errorCode, fieldCodes, read } from '#tests/fixtures/read-response.ts'
import { createApi } from '#app/server/api/api.ts'
import { orders, payments, testPayments } from '#app/server/db/schema/payments.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { shopVersions } from '#app/server/db/schema/shop.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { openShop } from '../../money/shop/shop.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'

let runtime: TestRuntime
let ask: (method: string, path: string, as?: string, body?: unknown) => Promise<Response>
let buyer: { id: string; email: string; token: string }

beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
  const api = createApi(runtime)
  const owner = await createUser(runtime, { role: 'owner' })
  const { token } = await createSession(runtime, runtime.keys, owner)
  const person = await createUser(runtime)
  buyer = { ...person, token: (await createSession(runtime, runtime.keys, person)).token }
  ask = (method, path, as = token, body) => callApi(api, method, `/v1${path}`, { token: as, body })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const listed = (query = '') => read(operatorOrderPageSchema, ask('GET', `/operator/orders${query}`))
const compared = () => read(reconciliationSchema, ask('GET', '/operator/reconciliation'))

/** Places an order of the first pack; the test checkout pays it if asked. */
async function order(outcome: 'paid' | null) {
  const { id } = await read(
    v.object({ id: v.string() }),
    ask('POST', '/orders', buyer.token, { kind: 'pack', item: 'pack-500', currency: 'USD' }),
  )
  if (outcome) await ask('POST', `/orders/${id}/test-payment`, buyer.token, { outcome })
  return id
}

test('orders are found by person, order, payment, status and day, and paged', async () => {
  const [open, paid] = [await order(null), await order('paid')]
  expect((await listed()).items.map(({ id }) => id)).toEqual([paid, open])
  expect((await listed('?status__in=paid')).items).toMatchObject([{ id: paid, person: { email: buyer.email }, refunded: { amount: 0 } }])
  const payment = (await listed(`?q=${paid}`)).items[0]?.payment_id ?? ''
  expect((await listed(`?q=${payment}`)).items.map(({ id }) => id)).toEqual([paid])
  expect((await listed(`?q=${buyer.email.slice(0, 8)}`)).items).toHaveLength(2)
  expect((await listed('?q=nobody@')).items).toEqual([])
  expect((await listed('?from=1970-01-01&to=9999-12-31')).items).toHaveLength(2)
  expect((await listed('?to=1970-01-01')).items).toEqual([])
  const first = await listed('?limit=1')
  expect((await listed(`?limit=1&cursor=${first.next_cursor}`)).items.map(({ id }) => id)).toEqual([open])
})

test('a comparison lists differences only, changes nothing, and recording the answer ends the difference', async () => {
  const id = await order('paid')
  expect(await compared()).toMatchObject({ unanswered: 0, items: [] })
  // The service was paid, although the order had been closed here.
  const late = await order(null)
  await runtime.db.update(orders).set({ status: 'canceled', askAt: null }).where(eq(orders.id, late))
  await runtime.db.update(testPayments).set({ outcome: 'paid', chosenAt: new Date() }).where(eq(testPayments.orderId, late))
  expect((await compared()).items).toMatchObject([{ difference: 'unrecorded', order: { id: late, status: 'canceled' }, here: '–' }])
  expect((await listed(`?q=${late}`)).items).toMatchObject([{ status: 'canceled', payment_id: null }])
  const recorded = await read(operatorOrderSchema, ask('POST', `/operator/orders/${late}/check`))
  expect(recorded).toMatchObject({ status: 'paid', tokens: expect.any(Number) })
  expect((await compared()).items).toEqual([])
  await runtime.db.update(payments).set({ refunded: 100 }).where(eq(payments.orderId, id))
  expect((await compared()).items).toMatchObject([
    { difference: 'refund', order: { id }, here: '1.00 USD', there: '0.00 USD', here_amount: { amount: 100, currency: 'USD' } },
  ])
  await runtime.db.update(payments).set({ refunded: 0, paymentId: 'unknown' }).where(eq(payments.orderId, id))
  expect((await compared()).items).toMatchObject([{ difference: 'missing', order: { id } }])
  expect(await auditLedger(runtime.db)).toEqual([])
})

describe('settings of the shop', () => {
  const shop = () => read(operatorShopSchema, ask('GET', '/operator/shop'))
  const save = (version: number, settings: ShopSettings, as?: string) =>
    ask('PUT', '/operator/shop', as, { version, settings, reason: 'new prices' })
  const packs = () => read(tokenPacksSchema, ask('GET', '/token-packs'))

  test('a change is a version: in force for sign-ups and orders in every process at once, and old orders keep theirs', async () => {
    const other = await openShop(runtime.handle)
    expect((await other.current()).version).toBe(0)
    const before = await shop()
    expect(before).toMatchObject({ version: 0, is_default: true })
    const earlier = await order('paid')
    const settings: ShopSettings = {
      ...before.settings,
      currencies: ['EUR', 'USD'],
      packs: [{ id: 'starter', tokens: 300, price: { USD: 400, EUR: 350 } }],
      plans: before.settings.plans.map((plan) => ({ ...plan, monthly: { USD: 100, EUR: 90 }, yearly: { USD: 1_000, EUR: 900 } })),
      welcome_grant: 7,
    }
    expect(await read(operatorShopSchema, save(0, settings))).toMatchObject({ version: 1, is_default: false })
    // The other process is notified after the commit.
    await expect.poll(async () => (await other.current()).settings.packs).toEqual(settings.packs)
    await other.close()
    expect(await packs()).toMatchObject({
      version: 1,
      currencies: ['EUR', 'USD'],
      payable_in: ['EUR', 'USD'],
      items: [
        {
          id: 'starter',
          prices: [
            { amount: 350, currency: 'EUR' },
            { amount: 400, currency: 'USD' },
          ],
        },
      ],
    })
    const gone = ask('POST', '/orders', buyer.token, { kind: 'pack', item: 'pack-500', currency: 'USD' })
    expect(await fieldCodes(gone)).toEqual({ item: 'not_on_sale' })
    const rubles = ask('POST', '/orders', buyer.token, { kind: 'pack', item: 'starter', currency: 'RUB' })
    expect(await fieldCodes(rubles)).toEqual({ currency: 'currency_not_taken' })
    const bought = await read(orderSchema, ask('POST', '/orders', buyer.token, { kind: 'pack', item: 'starter', currency: 'EUR' }))
    expect(bought.price.amount).toBe(350)
    const rows = await runtime.db.select().from(orders)
    expect([earlier, bought.id].map((id) => rows.find((row) => row.id === id)?.shopVersion)).toEqual([0, 1])
    const [act] = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'shop_changed'))
    expect(act).toMatchObject({
      reason: 'new prices',
      before: { version: 0, welcome_grant: 100, packs: 'pack-500, pack-1500, pack-5000', 'packs.starter.price.EUR': null },
      after: { version: 1, welcome_grant: 7, packs: 'starter', 'packs.starter.price.EUR': 3.5 },
    })
  })

  test('of parallel changes to the same version one is kept, and the others are refused with words', async () => {
    const { version, settings } = await shop()
    const answers = await Promise.all([1, 2, 3].map((grant) => save(version, { ...settings, welcome_grant: grant })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await errorCode(save(version, { ...settings, welcome_grant: 50 }))).toBe('shop_changed')
    expect(await errorCode(save(version + 1, (await shop()).settings))).toBe('nothing_to_change')
  })

  test('every version can be restored, the defaults too, and none can be altered', async () => {
    const { version } = await shop()
    const first = await read(operatorShopSchema, ask('POST', '/operator/shop/versions/0/restore', undefined, { version, reason: 'back' }))
    expect(first).toMatchObject({ version: version + 1, is_default: true })
    const again = { version: version + 1, reason: 'forth' }
    expect(await read(operatorShopSchema, ask('POST', '/operator/shop/versions/1/restore', undefined, again))).toMatchObject({
      version: version + 2,
      settings: { welcome_grant: 7 },
    })
    const { items, next_cursor: cursor } = await read(shopVersionPageSchema, ask('GET', '/operator/shop/versions?limit=2'))
    expect(items.map(({ number, restores }) => [number, restores])).toEqual([
      [version + 2, 1],
      [version + 1, 0],
    ])
    const older = await read(shopVersionPageSchema, ask('GET', `/operator/shop/versions?cursor=${cursor}`))
    expect(older.items.map(({ number }) => number)).toEqual([version, 1].filter((number, index, all) => all.indexOf(number) === index))
    expect((await ask('POST', '/operator/shop/versions/99/restore', undefined, { version: version + 2, reason: 'a' })).status).toBe(404)
    await expect(runtime.db.update(shopVersions).set({ reason: 'other' })).rejects.toThrow()
  })

  test.each<[string, (settings: ShopSettings) => ShopSettings, Record<string, string>]>([
    [
      'a price of zero',
      (shop) => ({ ...shop, packs: [{ id: 'a', tokens: 1, price: { USD: 0, EUR: 1 } }] }),
      { 'settings.packs.0.price.USD': 'too_small' },
    ],
    [
      'no tokens',
      (shop) => ({ ...shop, packs: [{ id: 'a', tokens: 0, price: { USD: 1, EUR: 1 } }] }),
      { 'settings.packs.0.tokens': 'too_small' },
    ],
    [
      'a missing price',
      (shop) => ({ ...shop, packs: [{ id: 'a', tokens: 1, price: { USD: 1 } }] }),
      { 'settings.packs.0.price.EUR': 'required' },
    ],
    ['an unknown currency', (shop) => ({ ...shop, currencies: ['USD', 'UGX'] }), { 'settings.currencies.1': 'currency_not_sold' }],
    [
      'an amount that card services do not take',
      (shop) => ({ ...shop, currencies: ['KWD'], plans: [], packs: [{ id: 'a', tokens: 1, price: { KWD: 1_255 } }] }),
      { 'settings.packs.0.price.KWD': 'amount_step' },
    ],
    ['no currency', (shop) => ({ ...shop, currencies: [] }), { 'settings.currencies': 'required' }],
    [
      'an id twice',
      (shop) => ({ ...shop, plans: [...shop.plans, ...shop.plans] }),
      { 'settings.plans.2.id': 'name_taken', 'settings.plans.3.id': 'name_taken' },
    ],
    [
      'a bad id',
      (shop) => ({ ...shop, packs: [{ id: 'Ä', tokens: 1, price: { USD: 1, EUR: 1 } }] }),
      { 'settings.packs.0.id': 'item_id_invalid' },
    ],
    ['a negative grant', (shop) => ({ ...shop, welcome_grant: -1 }), { 'settings.welcome_grant': 'too_small' }],
  ])('settings with %s are refused at the field', async (_, change, fields) => {
    const { version, settings } = await shop()
    expect(await fieldCodes(save(version, change(settings)))).toEqual(fields)
  })

  test('yen and dinars are sold, listed, compared and refunded in their own minor units', async () => {
    const { version, settings } = await shop()
    const abroad = { currencies: ['JPY', 'KWD'], plans: [], packs: [{ id: 'small', tokens: 500, price: { JPY: 1_200, KWD: 2_550 } }] }
    const saved = await read(operatorShopSchema, save(version, { ...settings, ...abroad }))
    const [act] = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'shop_changed')).orderBy(desc(operatorActs.id))
    expect(act?.after).toMatchObject({ 'packs.small.price.JPY': 1_200, 'packs.small.price.KWD': 2.55 })
    const buy = async (currency: string) => {
      const bought = await read(orderSchema, ask('POST', '/orders', buyer.token, { kind: 'pack', item: 'small', currency }))
      await ask('POST', `/orders/${bought.id}/test-payment`, buyer.token, { outcome: 'paid' })
      return bought
    }
    const [yen, dinars] = [await buy('JPY'), await buy('KWD')]
    expect([yen.price, dinars.price]).toEqual([
      { amount: 1_200, currency: 'JPY' },
      { amount: 2_550, currency: 'KWD' },
    ])
    const refund = (id: string, amount: number) => ask('POST', `/operator/orders/${id}/refunds`, undefined, { amount, reason: 'asked' })
    expect(await fieldCodes(refund(dinars.id, 1_255))).toEqual({ amount: 'amount_step' })
    expect([(await refund(dinars.id, 1_250)).status, (await refund(yen.id, 1)).status]).toEqual([200, 200])
    const [made] = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'order_refunded')).orderBy(operatorActs.id)
    expect(made).toMatchObject({ before: { refunded: 0 }, after: { amount: 1.25, currency: 'KWD' } })
    await runtime.db.update(payments).set({ refunded: 600 }).where(eq(payments.orderId, yen.id))
    await runtime.db.update(payments).set({ refunded: 0 }).where(eq(payments.orderId, dinars.id))
    const differences = (await compared()).items.filter(({ order: { id } }) => id === yen.id || id === dinars.id)
    expect(new Set(differences.map(({ here }) => here))).toEqual(new Set(['600 JPY', '0.000 KWD']))
    await runtime.db.update(payments).set({ refunded: 1 }).where(eq(payments.orderId, yen.id))
    await runtime.db.update(payments).set({ refunded: 1_250 }).where(eq(payments.orderId, dinars.id))
    await save(saved.version, settings)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a running subscription keeps its terms, and a preview says so and warns of odd prices without refusing them', async () => {
    const { version, settings } = await shop()
    const { id } = await read(
      v.object({ id: v.string() }),
      ask('POST', '/orders', buyer.token, { kind: 'plan', item: 'solo', period: 'month', currency: 'USD' }),
    )
    await ask('POST', `/orders/${id}/test-payment`, buyer.token, { outcome: 'paid' })
    const dear: ShopSettings = {
      ...settings,
      packs: [...settings.packs, { id: 'large', tokens: 1_000, price: { USD: 9_000, EUR: 900 } }],
      plans: settings.plans.map((plan) => ({
        ...plan,
        tokens_per_month: 10,
        monthly: { USD: 500, EUR: 500 },
        yearly: { USD: 9_900, EUR: 900 },
      })),
    }
    const preview = await read(shopPreviewSchema, ask('POST', '/operator/shop/preview', undefined, { settings: dear }))
    expect(preview.kept).toEqual([{ plan: 'solo', subscriptions: 1 }])
    expect(preview.changes).toContainEqual({ field: 'plans.solo.monthly.USD', before: 1, after: 5 })
    expect(new Set(preview.warnings.map(({ code }) => code))).toEqual(new Set(['pack_dearer', 'year_dearer', 'plan_dearer']))
    await save(version, dear)
    const own = await read(subscriptionSchema, ask('GET', '/subscription', buyer.token))
    expect(own.subscription?.terms).toMatchObject({ plan: 'solo', tokens_per_month: 1_000, price: { amount: 100 } })
    expect((await runtime.db.select().from(subscriptions)).map(({ shopVersion }) => shopVersion)).toEqual([version])
    expect((await read(plansSchema, ask('GET', '/plans'))).items[0]).toMatchObject({ tokens_per_month: 10 })
    const quote = await read(planChangeSchema, ask('POST', '/subscription/quote', buyer.token, { plan: 'studio', period: 'month' }))
    expect(quote.to).toMatchObject({ tokens_per_month: 10, price: { amount: 500 } })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('support sees the shop and its orders, and changes nothing', async () => {
    const support = await createUser(runtime, { role: 'support' })
    const { token } = await createSession(runtime, runtime.keys, support)
    const { version, settings } = await read(operatorShopSchema, ask('GET', '/operator/shop', token))
    expect((await ask('GET', '/operator/orders', token)).status).toBe(200)
    expect((await save(version, settings, token)).status).toBe(404)
    expect((await ask('GET', '/operator/shop', buyer.token)).status).toBe(404)
  })
})
