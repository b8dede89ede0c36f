import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertCode, alertsSchema, waitingSchema } from '#app/contract/operator/alerts.ts'
import { operatorPersonDetailsSchema } from '#app/contract/operator/operator.ts'
import { spendersSchema } from '#app/contract/operator/spenders.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { read } from '#tests/fixtures/read-response.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { createApi } from '#app/server/api/api.ts'
import { backupSchedule, diskDays } from '#app/server/db/schema/operations.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { reports } from '#app/server/db/schema/reports.ts'
import { generationDays, runDays } from '#app/server/db/schema/statistics.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { readDiskSpace } from '#app/server/storage/disk-space.ts'
import { recordDisk } from '../operations/disk-growth.ts'
import { addNoticeFailure, endNoticeFailures } from '../../money/payments/notice-failures.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { takeTokens } from '../../money/tokens/take-tokens.ts'
import { readAlerts } from './read-alerts.ts'

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
  api = createApi(runtime)
  owner = await signIn({ role: 'owner' })
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function signIn(overrides: UserOverrides) {
  const user = await createUser(runtime, overrides)
  const { token } = await createSession(runtime, runtime.keys, user)
  return {
    ...user,
    call: (method: string, path: string, body?: object) => callApi(api, method, `/v1/operator${path}`, { token, ...(body && { body }) }),
  }
}

type Given = Partial<Parameters<typeof readAlerts>[1]>
const alerts = (given: Given = {}) =>
  readAlerts(runtime.handle, { env: runtime.env, storage: runtime.storage, variables: {}, ending: [], isGivingAway: false, ...given })
const find = async (code: AlertCode, given?: Given) => (await alerts(given)).find((alert) => alert.code === code)
const waiting = () => read(waitingSchema, owner.call('GET', '/waiting'))

async function buy(userId: string, payment: Partial<typeof payments.$inferInsert> = {}) {
  const order = {
    id: uuidv7(),
    userId,
    kind: 'pack',
    cause: 'purchase',
    item: 'pack-500',
    tokens: 500,
    amount: 500,
    currency: 'USD',
  } as const
  await runtime.db.insert(orders).values({ ...order, provider: payment.provider ?? 'stripe', status: 'paid' })
  const id = uuidv7()
  const row = {
    id,
    provider: 'stripe',
    paymentId: randomUUID(),
    orderId: order.id,
    userId,
    amount: 500,
    currency: 'USD',
    tokens: 500,
  } as const
  await runtime.db.insert(payments).values({ ...row, ...payment })
  return id
}

test('open reports wait by result since the first of them, and stop waiting when they are decided', async () => {
  const ann = await createUser(runtime)
  const [work = '', other = ''] = await insertWorks(runtime.db, ann.id, [{}, {}])
  expect(await find('reports_open')).toBeUndefined()
  const report = (generationId: string) => ({ id: uuidv7(), generationId, userId: ann.id, token: 'x', reason: 'other' as const, text: '' })
  const [first] = await runtime.db
    .insert(reports)
    .values([report(work), report(work), report(other)])
    .returning()
  const since = new Date(Math.floor((first?.createdAt.getTime() ?? 0) / 1000) * 1000)
  expect(await find('reports_open')).toMatchObject({ severity: 'warning', count: 2, since: since.toISOString().replace('.000', '') })
  expect(await waiting()).toMatchObject({ reports: 2 })
  await owner.call('POST', `/reports/${first?.id}/decide`, { decision: 'dismiss', reason: 'fine' })
  expect(await find('reports_open')).toMatchObject({ count: 1 })
  await runtime.db.update(reports).set({ state: 'dismissed' })
  expect(await find('reports_open')).toBeUndefined()
  expect(await waiting()).toMatchObject({ reports: 0 })
})

test('disputes and failing notifications of payments wait until they end', async () => {
  const { id: userId } = await createUser(runtime)
  const payment = await buy(userId, { dispute: 'open' })
  expect(await find('disputes_open')).toMatchObject({ severity: 'critical', count: 1 })
  expect(await waiting()).toMatchObject({ orders: 1 })
  await runtime.db.update(payments).set({ dispute: 'won' }).where(eq(payments.id, payment))
  expect(await find('disputes_open')).toBeUndefined()
  for (let count = 0; count < 2; count += 1) await addNoticeFailure(runtime.db, 'stripe')
  // Anybody can send a forged one.
  expect(await find('notices_failed')).toBeUndefined()
  await addNoticeFailure(runtime.db, 'stripe')
  expect(await find('notices_failed')).toMatchObject({ severity: 'critical', subject: 'stripe', count: 3, since: expect.any(String) })
  await endNoticeFailures(runtime.db, 'stripe')
  expect(await find('notices_failed')).toBeUndefined()
})

test('missing backups and mail, and a test checkout that is open to strangers, wait until they are set up', async () => {
  const { env, db } = runtime
  expect(await find('backup_off')).toMatchObject({ severity: 'warning' })
  await db.insert(backupSchedule).values({ everySeconds: 86_400, keep: 7, since: sql`now() - interval '3 days'` })
  expect(await find('backup_off')).toBeUndefined()
  expect(await find('backup_late')).toMatchObject({ count: 0, since: expect.any(String) })
  await db.delete(backupSchedule)

  const smtp = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }
  const codes = async (given: Given) => (await alerts(given)).map(({ code }) => code).filter((code) => code.startsWith('mail_'))
  expect(await codes({})).toEqual(['mail_missing'])
  expect(await codes({ env: smtp })).toEqual(['mail_unaddressed'])
  expect(await codes({ env: { ...smtp, OPERATOR_EMAIL: 'op@example.com' } })).toEqual([])

  expect(await find('checkout_open')).toBeUndefined()
  expect(await find('checkout_open', { isGivingAway: true })).toMatchObject({ severity: 'warning' })
  await db.update(users).set({ role: 'operator' }).where(eq(users.role, 'member'))
  // Nobody else has come, and the address is that of this machine.
  expect(await find('checkout_open', { isGivingAway: true, env: { ...env, PUBLIC_URL: 'http://localhost:3000' } })).toBeUndefined()
  expect(await find('checkout_open', { isGivingAway: true, env: { ...env, PUBLIC_URL: 'https://quartet.example' } })).toBeDefined()
})

test('accounts from one network address wait until they are blocked', async () => {
  const { db, keys } = runtime
  const people = await Promise.all([0, 1, 2].map(() => createUser(runtime)))
  const address = '198.51.100.77'
  for (const person of people) await createSession(runtime, keys, person, { address })
  expect(await find('sign_ups_unusual')).toMatchObject({ severity: 'warning', count: 3 })
  await db
    .update(users)
    .set({ blockedAt: sql`now()` })
    .where(eq(users.id, people[0]?.id ?? ''))
  expect(await find('sign_ups_unusual')).toBeUndefined()
})

test('a disk that fills up within a month waits, and its look is taken once a day', async () => {
  const { db, env } = runtime
  const look = { dataDir: env.DATA_DIR }
  await recordDisk(db, look)
  await recordDisk(db, look)
  expect(await db.select().from(diskDays)).toHaveLength(1)
  expect(await find('disk_filling')).toBeUndefined()
  const { free, size } = await readDiskSpace(env.DATA_DIR)
  const at = new Date(Date.now() - 4 * 24 * 60 * 60_000)
  await db.insert(diskDays).values({ day: '2026-01-01', at, free: free * 2, size })
  expect((await find('disk_filling'))?.count).toBeLessThanOrEqual(4)
  await db.update(diskDays).set({ free: 0 })
  expect(await find('disk_filling')).toBeUndefined()
  await db.delete(diskDays)
})

test('an alert that may be right is hidden until its time has passed or its count rises, and others cannot be', async () => {
  const ending = (days: number) => ({ ending: [{ id: 'openai/old', days }] })
  const snooze = (json: object) =>
    owner.call('POST', '/alerts/snooze', { code: 'model_ending', subject: 'openai/old', count: 12, days: 7, ...json })
  expect((await snooze({})).status).toBe(204)
  expect(await find('model_ending', ending(12))).toMatchObject({ snoozed_until: expect.any(String) })
  expect(await find('model_ending', ending(5))).toMatchObject({ snoozed_until: expect.any(String) })
  expect(await find('model_ending', ending(20))).toMatchObject({ snoozed_until: null })
  expect(await find('model_ending', { ending: [{ id: 'openai/other', days: 12 }] })).toMatchObject({ snoozed_until: null })
  const inEightDays = new Date(Date.now() + 8 * 24 * 60 * 60_000)
  expect(await find('model_ending', { ...ending(5), now: inEightDays })).toMatchObject({ snoozed_until: null })
  expect((await snooze({ days: 0 })).status).toBe(204)
  expect(await find('model_ending', ending(12))).toMatchObject({ snoozed_until: null })
  for (const code of ['backup_failed', 'reports_open', 'disk_full']) expect((await snooze({ code })).status).toBe(422)
  const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'alert_snoozed')).orderBy(operatorActs.id)
  expect(acts.map(({ after }) => after)).toEqual([
    { subject: 'model_ending openai/old', days: 7 },
    { subject: 'model_ending openai/old', days: 0 },
  ])
})

test('each role gets the numbers of the pages that it opens', async () => {
  const support = await signIn({ role: 'support' })
  expect(await read(waitingSchema, support.call('GET', '/waiting'))).toEqual({ reports: null, orders: 0, system: null })
  expect(await waiting()).toEqual({ reports: 0, orders: 0, system: 0 })
  for (const path of ['/alerts', '/spenders']) expect((await support.call('GET', path)).status).toBe(404)
  expect((await support.call('POST', '/alerts/snooze', { code: 'backup_off', subject: null, count: null, days: 7 })).status).toBe(404)
  const member = await signIn({})
  expect((await member.call('GET', '/waiting')).status).toBe(404)
  expect((await read(alertsSchema, owner.call('GET', '/alerts'))).items.map(({ code }) => code)).toContain('backup_off')
})

test('people are listed by spent tokens with the cost of their models, and accounts are counted by what they ever did', async () => {
  const { db } = runtime
  await db.delete(payments)
  const before = await read(spendersSchema, owner.call('GET', '/spenders'))
  const [ann, bob, carol] = [await createUser(runtime), await createUser(runtime), await createUser(runtime)]
  const day = new Date().toISOString().slice(0, 10)
  const used = { day, type: 'image', model: 'image-10', status: 'succeeded', runs: 3 } as const
  await db.insert(generationDays).values([
    { ...used, userId: ann.id, tokens: 30, milli: 30_000 },
    { ...used, userId: bob.id, tokens: 90, milli: 90_000 },
    { ...used, userId: bob.id, day: '2020-01-01', tokens: 900, milli: 900_000 },
  ])
  const costs = { shard: 0, failure: '', costedRuns: 6, costedMilli: 120_000, costMicros: 600_000 }
  await db.insert(runDays).values({ ...used, ...costs, runs: 6, tokens: 120, milli: 120_000 })
  for (const { id } of [ann, bob]) await db.update(tokenAccounts).set({ lastDay: day }).where(eq(tokenAccounts.userId, id))
  await buy(ann.id, { provider: 'test' })
  await buy(ann.id)
  await buy(bob.id, { provider: 'test', refunded: 200 })
  await buy(carol.id, { refunded: 500 })
  const { people, accounts, test_revenue: testRevenue } = await read(spendersSchema, owner.call('GET', '/spenders'))
  expect(people).toEqual([
    { id: bob.id, email: bob.email, runs: 3, tokens: 90, cost: 0.45 },
    { id: ann.id, email: ann.email, runs: 3, tokens: 30, cost: 0.15 },
  ])
  expect(accounts).toEqual({
    total: before.accounts.total + 3,
    never_ran: before.accounts.never_ran + 1,
    paying: 1,
    test_only: 1,
  })
  expect(testRevenue).toEqual([{ amount: 800, currency: 'USD' }])
})

test('a person’s tokens are explained by their sources, and the sum is the balance', async () => {
  const ann = await createUser(runtime, { tokens: 5_000 })
  const paymentId = await buy(ann.id)
  await runtime.db.transaction(async (tx) => {
    const grant = { userId: ann.id, expiresAt: null, reason: null }
    await grantTokens(tx, { ...grant, source: 'welcome', amount: 100 })
    await grantTokens(tx, { ...grant, source: 'pack', amount: 500, paymentId })
    await grantTokens(tx, { ...grant, source: 'grant', amount: 1, reason: 'change' })
    await takeTokens(tx, { userId: ann.id, amount: 50, paymentId: null, reason: 'a mistake' })
  })
  const person = await read(operatorPersonDetailsSchema, owner.call('GET', `/people/${ann.id}`))
  expect(person.token_sources).toEqual({
    received: [
      { source: 'grant', amount: 5_000 },
      { source: 'pack', amount: 500 },
      { source: 'welcome', amount: 100 },
      { source: 'change', amount: 1 },
    ],
    spent: 0,
    expired: 0,
    reversed: 50,
    repaid: 0,
  })
  expect(person.available).toBe(5_551)
})
