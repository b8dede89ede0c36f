import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOrderPageSchema, operatorOrderSchema, reconciliationSchema } from '#app/contract/shop.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { createApi } from '../../api/api.ts'
import { orders, payments, testPayments } from '../../db/schema/payments.ts'
import { auditLedger } from '../tokens/audit-ledger.ts'

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

const read = async <S extends v.GenericSchema>(schema: S, response: Promise<Response>) => v.parse(schema, await (await response).json())
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

test('orders are found by person, order, payment and status, and paged', async () => {
  const [open, paid] = [await order(null), await order('paid')]
  expect((await listed()).items.map(({ id }) => id)).toEqual([paid, open])
  expect((await listed('?status__in=paid')).items).toMatchObject([{ id: paid, person: { email: buyer.email }, refunded: { amount: 0 } }])
  const payment = (await listed(`?q=${paid}`)).items[0]?.payment_id ?? ''
  expect((await listed(`?q=${payment}`)).items.map(({ id }) => id)).toEqual([paid])
  expect((await listed(`?q=${buyer.email.slice(0, 8)}`)).items).toHaveLength(2)
  expect((await listed('?q=nobody@')).items).toEqual([])
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
  expect((await compared()).items).toMatchObject([{ difference: 'refund', order: { id }, here: '1.00 USD', there: '0.00 USD' }])
  await runtime.db.update(payments).set({ refunded: 0, paymentId: 'unknown' }).where(eq(payments.orderId, id))
  expect((await compared()).items).toMatchObject([{ difference: 'missing', order: { id } }])
  expect(await auditLedger(runtime.db)).toEqual([])
})
