import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, noDisposableDomains } from '#tests/factories/users.ts'
import { hangs, makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { drafts, savedPrompts, threads } from '#app/server/db/schema/library.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { tokenEntries } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { authenticateKey } from '../api-keys/authenticate-key.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { openExport } from '../../library/exports/open-export.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { requestDeletion } from './request-deletion.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { mailRestoredAccounts } from './mail-restored-accounts.ts'

const password = 'tangerine kettle'
const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const attempts = () => runtime.attempts
const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const grace = config.auth.deletion.grace / 86_400

async function ask(user: { id: string }, proof: { password?: string } = { password }) {
  const { token } = await createSession(runtime, runtime.keys, user)
  const caller = await authenticate(runtime.db, runtime.keys, token)
  return requestDeletion(runtime.db, runtime.keys, runtime.mailer, attempts(), { caller, proof, siteUrl: 'http://localhost' })
}
const erase = (now: Date) => eraseAccounts(runtime.db, { queue: runtime.queue, now })

async function run(userId: string, prompt: string) {
  const input = { model: 'image-10', prompt, options: {}, inputs: [] }
  const { id } = await createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input })
  return id
}
const statusOf = async (id: string) =>
  (await runtime.db.select({ status: generations.status }).from(generations).where(eq(generations.id, id)))[0]?.status

/** A person with rows in every table; each of their texts contains `mark`. */
async function somebody() {
  const mark = randomUUID()
  const user = await createUser(runtime, { password, tokens: 100, name: `Ann ${mark}`, email: `ann-${mark}@example.com` })
  provider.script = makesAFile(runtime.scratchDir)
  const done = await run(user.id, `a lake ${mark}`)
  await expect.poll(() => statusOf(done)).toBe('succeeded')
  const sources = [{ url: `https://lakes.example/${mark}`, title: mark }]
  await runtime.db
    .update(generations)
    .set({ thinking: `a thought about ${mark}`, sources })
    .where(eq(generations.id, done))
  provider.script = hangs
  const running = await run(user.id, `a river ${mark}`)
  await expect.poll(() => statusOf(running)).toBe('running')
  provider.script = succeeds

  const path = join(runtime.scratchDir, mark)
  await writeFile(path, `a picture of ${mark}`)
  const uploaded = { storageKey: `uploads/${mark}`, ...(await runtime.storage.putFile(`uploads/${mark}`, path)) }
  const own = { id: uuidv7(), userId: user.id }
  await runtime.db.insert(uploads).values({ ...own, ...uploaded, type: 'image', mediaType: 'image/png' })
  await runtime.db.insert(identities).values({ provider: 'github', subject: mark, userId: user.id, email: user.email })
  await runtime.db.insert(savedPrompts).values({ ...own, type: 'text', name: mark, text: mark })
  await runtime.db.insert(threads).values({ ...own, title: mark })
  const url = `https://hooks.example/${mark}`
  await runtime.db.insert(webhooks).values({ ...own, url, events: ['generation.canceled'], secret: mark, tokensBelow: 1 })
  await runtime.db.insert(webhookDeliveries).values({ ...own, webhookId: own.id, event: 'webhook.test', subjectId: own.id, body: mark })
  await runtime.db.insert(drafts).values({
    userId: user.id,
    type: 'text',
    draft: { model: null, prompt: mark, options: {}, inputs: [] },
  })
  await runtime.db.insert(subscriptions).values({
    ...own,
    plan: 'solo',
    period: 'month',
    tokens: 1_000,
    amount: 800,
    currency: 'USD',
    provider: 'test',
    method: mark,
    status: 'active',
    paidUntil: days(20),
    renewAt: days(20),
  })
  const key = await createApiKey(runtime.db, runtime.mailer, {
    userId: user.id,
    siteUrl: 'http://localhost',
    input: { name: mark, scopes: ['read'] },
  })
  return { user, mark, done, running, key: key.created.key }
}

/** Every row of every table that contains the words. */
async function mentions(word: string): Promise<string[]> {
  const { rows } = await runtime.db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await runtime.db.execute(sql`select 1 from ${sql.identifier(name)} t where t::text like ${`%${word}%`} limit 1`)
    if (hits.length > 0) found.push(name)
  }
  return found
}
/** Empty folders may stay, because their names are ids only. */
async function storedFiles(): Promise<string> {
  const found = await readdir(join(runtime.env.DATA_DIR, 'files'), { recursive: true, withFileTypes: true })
  return found.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).join('\n')
}

test('after a week nothing of the person is left but the ledger, and that adds up', async () => {
  const { user, mark, done, running } = await somebody()
  expect((await mentions(mark)).length).toBeGreaterThan(5)
  expect(await storedFiles()).toContain(done)
  const before = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.userId, user.id))
  await ask(user)
  const [plan] = await runtime.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id))
  expect(plan, 'nothing is charged for any more').toMatchObject({ status: 'active', cancelAtEnd: true })
  expect(await erase(days(grace - 0.01))).toBe(0)
  expect(await erase(days(grace + 0.01))).toBe(1)

  await expect.poll(() => mentions(mark)).toEqual([])
  await expect.poll(storedFiles).not.toContain(done)
  await expect.poll(storedFiles).not.toContain(mark)
  expect(await runtime.db.select().from(files).where(eq(files.userId, user.id))).toEqual([])
  const after = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.userId, user.id))
  expect(after).toEqual(expect.arrayContaining(before))
  expect(await statusOf(running)).toBe('canceled')
  expect(await auditLedger(runtime.db)).toEqual([])
  expect(await erase(days(grace + 1))).toBe(0)
})

// The embedded database runs one transaction at a time.
test.runIf(process.env.TEST_DATABASE_URL)('an account is erased while one of its runs ends, without a deadlock', async () => {
  const { user, running } = await somebody()
  await ask(user)
  let erased: Promise<number> | undefined
  await runtime.db.transaction(async (tx) => {
    // A run that ends locks its row, then the account.
    await tx.update(generations).set({ progress: 0.5 }).where(eq(generations.id, running))
    erased = beside(() => erase(days(grace + 1)))
    erased.catch(() => undefined)
    await expect.poll(() => waitingLocks(runtime.handle.pool)).toBeGreaterThan(0)
    await lockAccount(tx, user.id)
  })
  expect(await erased).toBeGreaterThan(0)
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('a stolen session alone cannot request the deletion', async () => {
  const user = await createUser(runtime, { password })
  await expect(ask(user, {})).rejects.toMatchObject({ fields: { password: 'required' } })
  await expect(ask(user, { password: 'another password' })).rejects.toMatchObject({ fields: { password: 'password_wrong' } })
})

test('a request for deletion ends all sessions and keys at once; a sign-in within the week restores the account', async () => {
  const { user, mark, key } = await somebody()
  const session = await createSession(runtime, runtime.keys, user)
  await ask(user)
  await expect(authenticate(runtime.db, runtime.keys, session.token)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(authenticateKey(runtime.db, attempts(), key)).rejects.toMatchObject({ code: 'unauthorized' })

  await signIn(runtime.db, runtime.keys, attempts(), { email: user.email, password, address: '203.0.113.1', userAgent: null })
  expect(await erase(days(grace + 1))).toBe(0)
  expect((await mentions(mark)).length).toBeGreaterThan(5)
  expect(await authenticateKey(runtime.db, attempts(), key)).toMatchObject({ accountId: user.id })
})

test('a sign-in that cancels the deletion is confirmed by one email', async () => {
  const user = await createUser(runtime, { password, locale: 'ru' })
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  const tell = () => mailRestoredAccounts(runtime.db, { mailer, siteUrl: 'http://localhost', logger: runtime.logger })
  const toThem = () => sent.filter(({ to }) => to === user.email).map(({ subject }) => subject)
  const enter = () => signIn(runtime.db, runtime.keys, attempts(), { email: user.email, password, address: '203.0.113.2', userAgent: null })
  await enter()
  await ask(user)
  await tell()
  expect(toThem()).toEqual([])
  await enter()
  await Promise.all([tell(), tell()])
  await tell()
  expect(toThem()).toEqual(['Ваш аккаунт Quartet не будет удалён'])
})

test('a deleted account frees its address, for a new account that has nothing of the old one and no second welcome grant', async () => {
  const user = await createUser(runtime, { password, tokens: 7 })
  await ask(user)
  await erase(days(grace + 1))
  const again = await signUp(runtime.db, runtime.mailer, attempts(), {
    open: true,
    email: user.email,
    password,
    name: undefined,
    locale: 'en',
    referralCode: undefined,
    disposable: noDisposableDomains,
    address: '203.0.113.9',
    perAddress: 5,
    siteUrl: 'http://localhost',
  })
  await again.delivery
  expect(again.user.id).not.toBe(user.id)
  expect(again.user).toMatchObject({ available: 0, free_tokens_barred: 'known_mailbox' })
  expect(await runtime.db.select().from(users).where(eq(users.id, user.id))).toMatchObject([{ name: null, passwordHash: null }])
})

test('the export holds every word and file of the person, and nothing that opens the account', async () => {
  const { user, mark, key, done } = await somebody()
  const stranger = await createUser(runtime, { name: 'A stranger' })
  const zip = Buffer.from(
    await new Response(await openExport(runtime.db, { storage: runtime.storage, userId: user.id })).arrayBuffer(),
  ).toString('latin1')
  for (const part of [
    'account.json',
    'works.json',
    'token-ledger.json',
    `files/${done}/`,
    `a picture of ${mark}`,
    `a lake ${mark}`,
    `a thought about ${mark}`,
    `https://lakes.example/${mark}`,
    user.email,
  ])
    expect(zip).toContain(part)
  const [kept] = await runtime.db.select({ hash: apiKeys.hash }).from(apiKeys).where(eq(apiKeys.userId, user.id))
  for (const secret of [key, kept?.hash ?? '', user.passwordHash ?? '', stranger.email]) expect(zip).not.toContain(secret)
})
