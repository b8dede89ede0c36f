import { and, eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { scriptedPayments } from '#tests/fakes/scripted-payments.ts'
import { everyKindProvider, openOperations, ownServices, type Parts, type Person, type Subject } from '#tests/fixtures/api-operations.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { conflictingDatabase } from '#tests/fixtures/conflicting-database.ts'
import { documentPaths, type Operation, operationsOf } from '#tests/fixtures/openapi-samples.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { unlimitedAttempts } from '#tests/fixtures/unlimited-attempts.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import { eraseAccounts, purgeUploads } from '../../core/identity/accounts/erase-accounts.ts'
import { createBatch } from '../../core/operation/codes/batches.ts'
import { purgeFiles, sweepTrash } from '../../core/library/works/purge-generations.ts'
import { retireResults } from '../../core/library/works/retire-results.ts'
import { hashPassword } from '../../core/identity/passwords/hash-password.ts'
import { sweepRefunds } from '../../core/money/payments/send-refund.ts'
import { sweepOrders } from '../../core/money/payments/sweep-orders.ts'
import { recoverJobs, recoverRuns } from '../../core/making/runs/recover-runs.ts'
import { sealSecret } from '../../core/seal-secret.ts'
import { hashSecret } from '../../core/secret.ts'
import { deleteEndedSessions } from '../../core/identity/sessions/delete-ended-sessions.ts'
import { makeHandover } from '../../core/identity/sessions/make-handover.ts'
import { recordEndedRefund } from '../../core/operation/shop/refund-order.ts'
import { mergeRunDays } from '../../core/making/statistics/merge-run-days.ts'
import { sweepSubscriptions } from '../../core/money/subscriptions/sweep-subscriptions.ts'
import { auditLedger } from '../../core/money/tokens/audit-ledger.ts'
import { sweepLots } from '../../core/money/tokens/sweep-lots.ts'
import { registerClient } from '../../core/identity/programs/clients.ts'
import { startDeviceLogin } from '../../core/identity/programs/device-login.ts'
import { makeChallenge } from '../../core/identity/two-factor/make-challenge.ts'
import { sweepUploads } from '../../core/making/uploads/sweep-uploads.ts'
import { sweepVoices } from '../../core/making/voices/change-voice.ts'
import { emailChanges, emailTokens, identities, passwordResetTokens, twoFactor } from '../../db/schema/credentials.ts'
import { orders, payments } from '../../db/schema/payments.ts'
import { tokenAccounts } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { voices } from '../../db/schema/voices.ts'
import { describeError } from '../../logger.ts'

const { provider, scripted } = everyKindProvider()
const service = scriptedPayments()
const faults: string[] = []
let runtime: TestRuntime
let operations: ReturnType<typeof openOperations>

beforeAll(async () => {
  const logger = pino({ level: 'error', serializers: { err: describeError } }, { write: (line: string) => void faults.push(line) })
  const opened = await openTestRuntime({
    provider,
    work: true,
    logger,
    mailer: { send: async () => undefined },
    payments: service.payments,
    env: { ...ownServices, SESSION_LIMITS: 'off', DEMO: 'off' },
  })
  runtime = { ...opened, attempts: unlimitedAttempts() }
  operations = openOperations(runtime, scripted)
})
afterAll(() => runtime[Symbol.asyncDispose]())

type Call = { base: string; operation: Operation }
const nameOf = ({ base, operation: { method, path } }: Call) => `${method} ${base}${path}`

/** Calls that cannot take part, each with the reason. */
const leftOut: Record<string, string> = {
  'POST /api/v1/demo': 'the demo is off, and draws without an account',
  'POST /api/v1/auth/passkey': 'needs the signature of an authenticator; its locks are those of a sign-in',
  'POST /api/v1/me/passkeys': 'needs the signature of an authenticator',
  'POST /api/v1/me/identities': 'needs the answer of a sign-in service',
  'POST /api/v1/payments/{provider}/webhook': 'needs the signature of the service; genuine notifications are sent beside',
  'POST /api/v1/orders/{id}/test-payment': 'needs the test checkout, and these orders are paid at a service',
}

/** Calls that are always refused here, each with the reason: they take part as far as their refusal. */
const refusedHere: Record<string, string> = {
  'POST /api/v1/subscription/pay': 'needs a charge that failed',
  'POST /api/v1/operator/connections/{id}/keys': 'needs a service that accepts the key',
  'PUT /api/v1/operator/connections/{id}': 'needs a service that accepts the key',
  'POST /api/v1/operator/model-definitions/draft/discard': 'needs a draft of the revision',
  'POST /api/v1/operator/model-definitions/draft/test': 'needs a draft of the revision',
  'POST /api/v1/operator/model-definitions/draft/publish': 'needs a draft of the revision without mistakes',
  'POST /api/v1/operator/model-definitions/restore': 'needs a published definition',
  'POST /api/v1/operator/model-definitions/remove': 'needs a published definition',
  'PUT /api/v1/operator/shop': 'needs the latest version, of which the storm would change the prices',
  'POST /api/v1/operator/shop/versions/{number}/restore': 'needs the latest version',
}

/** Calls that end the access of the person or limit their runs: they meet in waves of their own, in which others are refused. */
const hinders = /sign-out|deletion|sessions|password|email\/|two-factor|second-step|api-keys|\/block|\/role|\/limits|maintenance/

const seed = 20_261_128
/** A random number generator (mulberry32), so that a run can be repeated. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = randomFrom(seed)
function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}
function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return items.length === 0 ? [] : [items.slice(0, size), ...inParts(items.slice(size), size)]
}
const some = <Item>(items: readonly Item[], count: number): Item[] => shuffled(items).slice(0, count)

const password = 'tangerine kettle harbour'

/** Restores what earlier calls have ended: the person may do everything, with a new session and a new key. */
async function restore(person: Person): Promise<Person> {
  const { db, keys } = runtime
  const free = { blockedAt: null, deleteAfter: null, role: 'member', emailVerifiedAt: new Date(), groupId: null } as const
  await db
    .update(users)
    .set({ ...free, passwordHash: await hashPassword(password), dailyTokens: null, concurrentRuns: null, storageMegabytes: null })
    .where(eq(users.id, person.id))
  await db.update(tokenAccounts).set({ runLimit: null, dailyLimit: null }).where(eq(tokenAccounts.userId, person.id))
  // Unpaid orders and voices are limited.
  await db
    .update(orders)
    .set({ createdAt: sql`${orders.createdAt} - interval '1 hour'` })
    .where(eq(orders.userId, person.id))
  await db.delete(voices).where(eq(voices.userId, person.id))
  await db.delete(twoFactor).where(eq(twoFactor.userId, person.id))
  await db.execute(sql`update api_keys set revoked_at = coalesce(revoked_at, now()) where user_id = ${person.id}`)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, person.id))
  const { token } = await createSession(runtime, keys, person)
  const key = await createKey(runtime, person, { scopes: ['read', 'generate', 'library'] })
  return { ...person, email: user?.email ?? person.email, session: token, key }
}

type Patch = { params?: Record<string, string>; body?: Record<string, unknown> }

/** Proofs and resources that a call needs to be accepted, made for one call. */
const needs: Record<string, (person: Person) => Promise<Patch>> = {
  'POST /api/v1/auth/refresh': async (person) => {
    const { refresh_token } = await createSession(runtime, runtime.keys, person)
    return { body: { refresh_token } }
  },
  'POST /api/v1/auth/handover': async ({ id: userId }) => ({
    body: { access_token: await runtime.db.transaction((tx) => makeHandover(tx, { userId, now: new Date() })) },
  }),
  'POST /api/v1/auth/password/reset': ({ id: userId }) =>
    withToken((hash, expiresAt) => runtime.db.insert(passwordResetTokens).values({ hash, userId, expiresAt })),
  'POST /api/v1/auth/email/send': async ({ id: userId }) => {
    await runtime.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, userId))
    return {}
  },
  'POST /api/v1/auth/email/verify': async ({ id: userId, email }) => {
    await runtime.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, userId))
    return withToken((hash, expiresAt) => runtime.db.insert(emailTokens).values({ hash, userId, email, expiresAt }))
  },
  'POST /api/v1/auth/email/change': (person) =>
    withToken((hash, expiresAt) => addChange(person, { hash, cancelHash: `${hash} no`, expiresAt })),
  'POST /api/v1/auth/email/keep': (person) =>
    withToken((cancelHash, expiresAt) => addChange(person, { hash: `${cancelHash} yes`, cancelHash, expiresAt })),
  'POST /api/v1/auth/sign-in/second-step': async (person) => {
    const code = await addTwoFactor(person, new Date())
    const [user] = await runtime.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, person.id))
    const from = { userId: person.id, passwordHash: user?.passwordHash ?? null, now: new Date() }
    const { challenge } = await runtime.db.transaction((tx) => makeChallenge(tx, from))
    return { body: { challenge, code } }
  },
  'POST /api/v1/me/two-factor/confirm': async (person) => ({ body: { code: await addTwoFactor(person, null) } }),
  'POST /api/v1/me/two-factor/recovery-codes': async (person) => {
    await addTwoFactor(person, new Date())
    return {}
  },
  'DELETE /api/v1/me/identities/{provider}': async ({ id: userId, email }) => {
    await runtime.db.insert(identities).values({ provider: 'google', subject: crypto.randomUUID(), userId, email })
    return { params: { provider: 'google' } }
  },
  'POST /api/v1/tokens/codes': async ({ id }) => {
    const input = { name: 'Storm', tokens: 3, count: 1, once_per_person: false, reason: '' }
    const { codes } = await createBatch(runtime.db, { input, userId: id, address: null, reason: '' })
    return { body: { code: codes[0] } }
  },
  'POST /api/v1/subscription/quote': subscribed,
  'POST /api/v1/subscription/change': (person) => subscribed(person, { body: { plan: config.plans[1].id } }),
  'POST /api/v1/subscription/cancel': subscribed,
  'POST /api/v1/subscription/resume': subscribed,
  'POST /api/v1/subscription/portal': subscribed,
  'POST /api/v1/operator/orders/{id}/refunds': async (person) => {
    await subscribed(person)
    const [paid] = await runtime.db
      .select({ id: payments.orderId })
      .from(payments)
      .where(and(eq(payments.userId, person.id), eq(payments.refunded, 0)))
    return paid ? { params: { id: paid.id } } : {}
  },
  'POST /api/v1/authorization': async () => {
    const redirectUri = 'https://agent.example/back'
    const client = await registerClient(runtime.db, { name: 'Storm', redirectUris: [redirectUri] })
    const asked = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri }
    const request = new URLSearchParams({ ...asked, code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' })
    return { body: { request: request.toString(), allow: true, budget: {}, password } }
  },
  'POST /api/v1/device-login': async () => {
    const client = await registerClient(runtime.db, { name: 'Storm', redirectUris: [] })
    const { userCode } = await startDeviceLogin(runtime.db, { client, scopes: ['read'], address: '203.0.113.9' })
    return { body: { user_code: userCode, allow: true, budget: {}, password } }
  },
  'POST /api/v1/run-requests/{id}/allow': async () => ({ body: { max_price: 1_000 } }),
  'POST /api/v1/run-requests/{id}/allow-and-raise': async () => ({ body: { max_price: 1_000 } }),
  'PUT /api/v1/me/push': async () => ({
    body: { endpoint: 'https://push.example/storm', keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) } },
  }),
  'PUT /api/v1/operator/model-definitions/draft': async () => ({ body: { model: `storm-${crypto.randomUUID()}`, revision: 0 } }),
}

async function subscribed(person: Person, patch: Patch = {}): Promise<Patch> {
  for (const { send } of await paidOrders(person)) await send()
  return patch
}

/** Turns two-factor on, or begins to, and returns a code of the authenticator. */
async function addTwoFactor({ id: userId }: Person, confirmedAt: Date | null): Promise<string> {
  const secret = 'JBSWY3DPEHPK3PXP'
  const sealed = sealSecret({ key: runtime.keys.twoFactor, owner: userId }, secret)
  const values = { secret: sealed, confirmedAt, lastStep: 0 }
  await runtime.db
    .insert(twoFactor)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: twoFactor.userId, set: values })
  return new TOTP({ secret }).generate()
}

async function withToken(store: (hash: string, expiresAt: Date) => Promise<unknown>): Promise<Patch> {
  const token = crypto.randomUUID().repeat(2)
  await store(hashSecret(token), new Date(Date.now() + 3_600_000))
  return { body: { token } }
}

async function addChange(
  { id: userId, email: from }: Person,
  change: Pick<typeof emailChanges.$inferInsert, 'hash' | 'cancelHash' | 'expiresAt'>,
): Promise<void> {
  await runtime.db.update(emailChanges).set({ endedAt: new Date() }).where(eq(emailChanges.userId, userId))
  await runtime.db.insert(emailChanges).values({ ...change, userId, from, email: `ann-${crypto.randomUUID()}@example.com` })
}

type Named = { name: string; send(): Promise<{ status: number; text: string }> }

/** Calls that stop a run, which is submitted just before. */
const stops = ['POST /api/v1/generations/{id}/cancel', 'POST /api/v1/operator/runs/{id}/stop']

async function prepareCall(call: Call, person: Person, operator: Person, asking = operations): Promise<Named> {
  const name = nameOf(call)
  const subject: Subject = await operations.prepare(call.base, call.operation, person, operator)
  const [{ params, query, headers, body }] = subject.samples
  const needed = await needs[name]?.(person)
  const { max_price: _mostPaid, ...given } = Object(body)
  const parts: Parts = {
    params: { ...params, ...needed?.params },
    query,
    headers: { ...headers, ...('Idempotency-Key' in headers && { 'Idempotency-Key': crypto.randomUUID() }) },
    body: body === undefined ? undefined : { ...given, ...needed?.body },
  }
  if (!stops.includes(name)) return { name, send: () => asking.ask(subject, parts) }
  const submitted = v.object({ id: v.string() })
  return {
    name,
    async send() {
      const run = await submit(person).send()
      if (run.status >= 400) return run
      return asking.ask(subject, { ...parts, params: v.parse(submitted, JSON.parse(run.text)) })
    },
  }
}

const submit = (person: Person) => ownCall(person, 'POST', '/generations', { model: 'image-10', prompt: 'a lake' })

/** A call of the storm itself, beside the generated ones. */
function ownCall({ session }: Person, method: string, path: string, body?: object): Named {
  const headers = { authorization: `Bearer ${session}`, ...(body && { 'content-type': 'application/json' }) }
  const name = `${method} /api/v1${path}`
  return { name, send: () => operations.send(`/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null }) }
}

/** Orders a pack and a plan, pays them at the service, and returns the notifications about them. */
async function paidOrders(person: Person): Promise<Named[]> {
  const plan = { kind: 'plan', item: config.plans[0].id, period: 'month', currency: 'USD' }
  const pack = { kind: 'pack', item: config.packs[0].id, currency: 'USD' }
  for (const body of [pack, plan]) await ownCall(person, 'POST', '/orders', body).send()
  const unpaid = await runtime.db.select().from(orders).where(eq(orders.userId, person.id))
  return unpaid.flatMap(({ checkoutId, status }) => {
    if (checkoutId === null || status !== 'pending') return []
    service.pay(checkoutId)
    const headers = { signature: 'genuine' }
    const name = 'a notification of a payment'
    return { name, send: () => operations.send('/api/v1/payments/stripe/webhook', { method: 'POST', headers, body: checkoutId }) }
  })
}

/** Work of the workers beside the calls, by the clock or after them. */
const chores: Record<string, (person: Person) => Promise<unknown>> = {
  'expired lots': () => sweepLots(runtime.db),
  'ended sessions': () => deleteEndedSessions(runtime.db),
  voices: () => sweepVoices(runtime.db, runtime),
  'erased accounts': () => eraseAccounts(runtime.db, runtime),
  'old results': () => retireResults(runtime.db, { maxAge: 0, now: new Date(Date.now() + 1_000) }),
  trash: () => sweepTrash(runtime.db, { queue: runtime.queue, now: new Date(Date.now() + 366 * 86_400_000) }),
  uploads: () => sweepUploads(runtime.db, { storage: runtime.storage, now: new Date(Date.now() + 366 * 86_400_000) }),
  'days of runs': () => mergeRunDays(runtime.db, { now: new Date(Date.now() + 3 * 86_400_000) }),
  'runs of dead workers': () => recoverRuns(runtime.db, { ...runtime, alone: false }),
  'lost jobs': () => recoverJobs(runtime.db, { ...runtime, alone: false }),
  orders: () => sweepOrders(runtime.db, runtime),
  refunds: () => sweepRefunds(runtime.db, { ...runtime, onEnd: recordEndedRefund }),
  subscriptions: () => sweepSubscriptions(runtime.db, runtime),
  files: async ({ id: userId }) => {
    await purgeFiles(runtime.db, { storage: runtime.storage, userId })
    await purgeUploads(runtime.db, { storage: runtime.storage, userId })
  },
}

const done = async (work: Promise<unknown>) => {
  await work
  return { status: 200, text: '' }
}

/** Reads how many deadlocks PostgreSQL has counted in this database; the connections report theirs first. The embedded database has none. */
async function countDeadlocks(): Promise<number> {
  const { pool } = runtime.handle
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const [first] = clients
  if (!first) throw new Error('The pool has no connection.')
  try {
    const { rows: known } = await first.query(`select from pg_proc where proname = 'pg_stat_force_next_flush'`)
    if (known.length > 0) for (const client of clients) await client.query('select pg_stat_force_next_flush()')
    const { rows } = await first.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = current_database()')
    return Number(rows[0]?.deadlocks ?? 0)
  } finally {
    for (const client of clients) client.release()
  }
}

const errorSchema = v.union([
  v.pipe(
    v.object({ code: v.string() }),
    v.transform(({ code }) => code),
  ),
  v.pipe(
    v.object({ error: v.object({ code: v.nullable(v.string()) }) }),
    v.transform(({ error }) => error.code ?? ''),
  ),
])
const codeIn = (text: string): string => v.parse(errorSchema, JSON.parse(text))

const parsed = v.pipe(
  v.string(),
  v.transform((text): unknown => JSON.parse(text)),
)

/** Reads the writing calls of both documents, which are generated from the contract, without those that are left out. */
async function readCalls(): Promise<Call[]> {
  const documents = await Promise.all(
    (['/api', '/openai'] as const).map(async (base) => ({
      base,
      document: v.parse(parsed, (await operations.send(documentPaths[base], {})).text),
    })),
  )
  const calls = documents.flatMap(({ base, document }) => operationsOf(document).map((operation) => ({ base, operation })))
  const writes = calls.filter((call) => call.operation.method !== 'GET')
  expect(Object.keys({ ...leftOut, ...refusedHere }).filter((name) => !writes.some((call) => nameOf(call) === name))).toEqual([])
  return writes.filter((call) => !(nameOf(call) in leftOut))
}

test(
  'all acts on one person at once neither deadlock nor fail, and the ledger stays sound',
  { timeout: isFull ? 1_800_000 : 600_000 },
  async ({ annotate }) => {
    const { newOwner, newPerson } = operations
    const conflicts = watchConflicts(onTestFinished)
    const before = await countDeadlocks()

    const taking = await readCalls()
    const [owner, second] = [await newOwner(), await newOwner()]
    const outcomes = new Map<string, Set<string>>()
    const failed: string[] = []
    let sent = 0
    for (let round = 0; round < repetitions(1, 12); round += 1) {
      let person = await newPerson()
      const isHindering = ({ operation }: Call) => hinders.test(operation.path)
      const waves = [
        ...inParts(shuffled(taking.filter((call) => !isHindering(call))), 10),
        ...inParts(shuffled(taking.filter(isHindering)), 5),
      ]
      for (const [index, wave] of waves.entries()) {
        person = await restore(person)
        const isLast = index === waves.length - 1
        const prepared: Named[] = []
        for (const call of wave) prepared.push(await prepareCall(call, person, random() < 0.5 ? owner : second))
        const change = (by: Person, amount: number) =>
          ownCall(by, 'POST', `/operator/people/${person.id}/tokens`, { amount, reason: 'a test' })
        const notifications = await paidOrders(person)
        if (isLast)
          await runtime.db
            .update(users)
            .set({ deleteAfter: new Date(0) })
            .where(eq(users.id, person.id))
        const together = shuffled([
          ...prepared,
          // Each call meets itself too.
          ...prepared,
          ...notifications,
          ...notifications,
          submit(person),
          submit(person),
          change(owner, 5),
          change(second, -3),
          ownCall(person, 'GET', '/tokens'),
          ...some(Object.entries(chores), 4).map(([name, chore]) => ({ name, send: () => done(chore(person)) })),
          ...(isLast ? [{ name: 'the erasure', send: () => done(eraseAccounts(runtime.db, runtime)) }] : []),
        ])
        const answers = await Promise.all(together.map(async ({ name, send: start }) => ({ name, ...(await start()) })))
        sent += answers.length
        for (const { name, status, text } of answers) {
          const outcome = status < 400 ? 'accepted' : codeIn(text)
          outcomes.set(name, (outcomes.get(name) ?? new Set()).add(outcome))
          if (status >= 500) failed.push(`${name}: ${status} ${text.slice(0, 300)}`)
        }
      }
    }
    expect(failed).toEqual([])
    expect(faults).toEqual([])
    expect(conflicts).toEqual([])
    expect((await countDeadlocks()) - before).toBe(0)
    expect(await auditLedger(runtime.db)).toEqual([])
    // The positive control: most calls are accepted at least once, although others change what they need meanwhile.
    const refused = taking.map(nameOf).filter((name) => !outcomes.get(name)?.has('accepted') && !(name in refusedHere))
    await annotate(
      `${taking.length} kinds of calls, ${sent} calls, refused: ${refused.map((name) => `${name} (${[...(outcomes.get(name) ?? [])].join(', ')})`).join(', ')}`,
    )
    expect(refused.length, refused.join(', ')).toBeLessThan(20)
  },
)

test('every act gives the same answer if each of its transactions is repeated once', { tags: 'full', timeout: 600_000 }, async () => {
  const repeating = openOperations({ ...runtime, db: conflictingDatabase(runtime.db) }, scripted)
  const { newOwner, newPerson } = operations
  const owner = await newOwner()
  const refused: Record<string, string> = {}
  for (const call of await readCalls()) {
    const { name, send } = await prepareCall(call, await restore(await newPerson()), owner, repeating)
    const { status, text } = await send()
    expect(status, `${name}: ${text} ${faults.at(-1) ?? ''}`).toBeLessThan(500)
    // A run may end before it is stopped.
    if (status >= 400 && !stops.includes(name)) refused[name] = codeIn(text)
  }
  expect(Object.keys(refused).sort()).toEqual(Object.keys(refusedHere).sort())
  expect(faults).toEqual([])
  expect(await auditLedger(runtime.db)).toEqual([])
})
