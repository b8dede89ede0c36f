import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#app/server/mail/mailer.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { users } from '#app/server/db/schema/users.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { Problem } from '../../problem.ts'
import { startOrAsk } from './ask-owner.ts'
import { refuseRequest } from './answer-request.ts'
import { runCall } from './calls.ts'
import { mailRequests } from './mail-requests.ts'

const logger = pino({ level: 'silent' })
const siteUrl = 'https://quartet.example'
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
/** Emails that the mail server has taken. */
const sent: Mail[] = []
let mailer = { send: async (mail: Mail) => void sent.push(mail) }
const working = mailer
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  mailer = working
})

const sweep = () => mailRequests(runtime.db, { mailer, siteUrl, logger })

/** A person whose key asks for each run. */
async function owner(overrides: UserOverrides = {}) {
  const { db, queue, providers, keys } = runtime
  const user = await createUser(runtime, { tokens: 100, ...overrides })
  await createKey(runtime, user, { scopes: ['read', 'generate'], budget: { tokens_per_day: 1 } })
  const [key] = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, user.id))
  const mails = () => sent.filter(({ to }) => to === user.email).map(({ subject, text }) => `${subject}\n${text}`)
  return {
    ...user,
    mails,
    /** Asks for a run and returns the id of the request. */
    async ask(prompt: string) {
      const input = { model: 'image-10', prompt, options: {}, inputs: [] }
      const own = { userId: user.id, apiKeyId: key?.id ?? null }
      const call = runCall({ db, queue, providers, ...own }, { input })
      const refused = await startOrAsk(db, { ...own, siteUrl, webhookKey: keys.webhooks }, call).catch((error: unknown) => error)
      return refused instanceof Problem && refused.runRequest ? refused.runRequest.id : expect.unreachable()
    },
    /** Makes the last email older. */
    pass: (time: string) =>
      db
        .update(runRequests)
        .set({ mailedAt: sql`${runRequests.mailedAt} - ${time}::interval` })
        .where(eq(runRequests.userId, user.id)),
    set: (values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(eq(users.id, user.id)),
  }
}

test('several requests are one email, also of workers at the same time: key, price and page, but never a prompt', async () => {
  const ann = await owner()
  await ann.ask('a secret lake')
  await ann.ask('a secret hill')
  const newest = await ann.ask('a secret pond')
  await Promise.all([sweep(), sweep(), sweep()])
  const [mail, ...others] = sent.filter(({ to }) => to === ann.email)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('a program')
  for (const part of ['“a program” has 3 requests', 'costs 10 tokens', `${siteUrl}/approvals/${newest}`]) expect(mail?.text).toContain(part)
  expect(JSON.stringify(mail)).not.toContain('secret')
})

test('the next email comes 15 minutes later, for the requests since then, in the person’s language', async () => {
  const ann = await owner({ locale: 'ru' })
  await ann.ask('a lake')
  await sweep()
  expect(ann.mails()).toEqual([expect.stringMatching(/[а-я][^]*10\sтокенов/)])
  const second = await ann.ask('a hill')
  await ann.pass('14 minutes')
  await sweep()
  expect(ann.mails()).toHaveLength(1)
  await ann.pass('2 minutes')
  await sweep()
  await sweep()
  expect(ann.mails().slice(1)).toEqual([expect.stringContaining(`/approvals/${second}`)])
})

test('nobody gets an email who wants none, whose account is blocked or about to be deleted, or whose request has been answered', async () => {
  const [optedOut, blocked, leaving, answered] = [await owner({ mailWhenAsked: false }), await owner(), await owner(), await owner()]
  for (const one of [optedOut, blocked, leaving]) await one.ask('a lake')
  await blocked.set({ blockedAt: new Date() })
  await leaving.set({ deleteAfter: new Date(Date.now() + 60_000) })
  await refuseRequest(runtime.db, { userId: answered.id, id: await answered.ask('a lake') })
  await sweep()
  expect([optedOut, blocked, leaving, answered].map((one) => one.mails())).toEqual([[], [], [], []])
  // Emails that are turned on again name the requests that still wait.
  await optedOut.set({ mailWhenAsked: true })
  await sweep()
  expect(optedOut.mails()).toHaveLength(1)
})

test('an email is never sent twice, not even after the mail server has failed, and one that fails keeps no other back', async () => {
  const [ann, ben] = [await owner(), await owner()]
  for (const one of [ann, ben]) await one.ask('a lake')
  mailer = { send: async (mail) => (mail.to === ann.email ? Promise.reject(new Error('the mail server is down')) : working.send(mail)) }
  await sweep()
  mailer = working
  await sweep()
  expect([ann.mails().length, ben.mails().length]).toEqual([0, 1])
})

// The embedded database runs one transaction at a time.
describe.runIf(process.env.TEST_DATABASE_URL)('a request that is answered while its email is planned', () => {
  /** Locks a request until all that change it wait for it; they get it in the order of their calls. */
  async function inOrder(id: string, acts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const under: Promise<unknown>[] = []
    await runtime.db.transaction(async (tx) => {
      await tx.select().from(runRequests).where(eq(runRequests.id, id)).for('no key update')
      for (const [index, act] of acts.entries()) {
        under.push(beside(act))
        await expect.poll(() => waitingLocks(runtime.handle.pool)).toBe(index + 1)
      }
    })
    await Promise.all(under)
  }

  test('before the email takes it: the person gets none, or one that counts the others', async () => {
    const [ann, ben] = [await owner(), await owner()]
    const only = await ann.ask('a lake')
    await inOrder(only, [() => refuseRequest(runtime.db, { userId: ann.id, id: only }), sweep])
    expect(ann.mails()).toEqual([])
    await ben.ask('a lake')
    const remaining = await ben.ask('a hill')
    const answered = await ben.ask('a pond')
    await inOrder(answered, [() => refuseRequest(runtime.db, { userId: ben.id, id: answered }), sweep])
    expect(ben.mails()).toEqual([expect.stringContaining(`/approvals/${remaining}`)])
    expect(ben.mails()[0]).toContain('has 2 requests')
  })

  test('after the email has taken it: the answer counts, and the person gets one email', async () => {
    const ann = await owner()
    const id = await ann.ask('a lake')
    await inOrder(id, [sweep, () => refuseRequest(runtime.db, { userId: ann.id, id })])
    await sweep()
    expect(ann.mails()).toHaveLength(1)
    const [request] = await runtime.db.select().from(runRequests).where(eq(runRequests.id, id))
    expect(request).toMatchObject({ status: 'refused', mailedAt: expect.any(Date) })
  })
})
