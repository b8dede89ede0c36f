import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { deliverWebhook } from '#tests/fixtures/deliver-webhook.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { createOrder } from '../orders/create-order.ts'
import { auditLedger } from '../tokens/audit-ledger.ts'

const service = scriptedPayments()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), payments: service.payments })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const { inviter: forInviter, invited: forInvited } = config.referral.reward
const { payments } = service
const notify = (checkoutId: string) => deliverWebhook(runtime, service, checkoutId)
async function buy(userId: string) {
  const { checkoutId } = await createOrder(runtime.db, {
    payments,
    siteUrl: 'https://quartet.example',
    locale: 'en',
    userId,
    input: { kind: 'pack', item: 'pack-500', currency: 'USD' },
  })
  if (!checkoutId) throw new Error('no checkout')
  service.pay(checkoutId)
  await notify(checkoutId)
  return checkoutId
}
async function available(userId: string) {
  const [account] = await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account?.available
}

test('the first purchase of an invited person rewards both, the second neither', async () => {
  const inviter = await createUser(runtime)
  const invited = await createUser(runtime, { referredBy: inviter.id })
  const checkoutId = await buy(invited.id)
  await Promise.all([notify(checkoutId), notify(checkoutId)])
  await buy(invited.id)
  expect(await available(invited.id)).toBe(1000 + forInvited)
  expect(await available(inviter.id)).toBe(forInviter)
})

test('a refunded purchase reverses its referral reward, and spent tokens become a debt', async () => {
  const inviter = await createUser(runtime)
  const invited = await createUser(runtime, { referredBy: inviter.id })
  const checkoutId = await buy(invited.id)
  service.set(checkoutId, { dispute: 'open' })
  await notify(checkoutId)
  expect([await available(invited.id), await available(inviter.id)]).toEqual([0, 0])
  service.set(checkoutId, { dispute: 'won' })
  await notify(checkoutId)
  expect([await available(invited.id), await available(inviter.id)]).toEqual([500 + forInvited, forInviter])
  service.set(checkoutId, { dispute: 'lost' })
  await notify(checkoutId)
  expect([await available(invited.id), await available(inviter.id)]).toEqual([0, 0])
  service.set(checkoutId, { dispute: 'won' })
  await notify(checkoutId)
  expect([await available(invited.id), await available(inviter.id)]).toEqual([500 + forInvited, forInviter])
  service.set(checkoutId, { refunded: 500 })
  await notify(checkoutId)
  expect([await available(invited.id), await available(inviter.id)]).toEqual([0, 0])
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('inviting oneself under another spelling of the address earns no reward', async () => {
  const inviter = await createUser(runtime, { email: 'bob.self@gmail.com' })
  const invited = await createUser(runtime, { email: 'b.obself+again@googlemail.com', referredBy: inviter.id })
  await buy(invited.id)
  expect([await available(invited.id), await available(inviter.id)]).toEqual([500, 0])
})

test('the database refuses a person who was invited by themselves', async () => {
  const { id } = await createUser(runtime)
  await expect(runtime.db.update(users).set({ referredBy: id }).where(eq(users.id, id))).rejects.toThrow()
})

test('a ring of people who have invited each other earns no reward', async () => {
  const first = await createUser(runtime)
  const second = await createUser(runtime, { referredBy: first.id })
  const third = await createUser(runtime, { referredBy: second.id })
  await runtime.db.update(users).set({ referredBy: third.id }).where(eq(users.id, first.id))
  for (const { id } of [first, second, third]) await buy(id)
  expect(await Promise.all([first, second, third].map(({ id }) => available(id)))).toEqual([500, 500, 500])
})

test('simultaneous purchases with crossed referrals do not deadlock', async () => {
  const [a, b] = [await createUser(runtime), await createUser(runtime)]
  const [ofA, ofB] = [await createUser(runtime, { referredBy: a.id }), await createUser(runtime, { referredBy: b.id })]
  await Promise.all([a, b, ofA, ofB].map(({ id }) => buy(id)))
  expect(await available(a.id)).toBe(500 + forInviter)
  expect(await available(b.id)).toBe(500 + forInviter)
  expect(await auditLedger(runtime.db)).toEqual([])
})
