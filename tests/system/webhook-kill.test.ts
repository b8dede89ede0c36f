import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eq, inArray, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openClient } from '#client'
import { createWebhook } from '#app/server/core/rules/webhooks/endpoints.ts'
import { planRunEnd } from '#app/server/core/rules/webhooks/plan-run-end.ts'
import { dueNow, wakeDueDeliveries } from '#app/server/core/rules/webhooks/plan-webhooks.ts'
import { type Database, openDatabase } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhookDeliveries } from '#app/server/db/schema/webhooks.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { bundleProgram } from '#tests/fixtures/bundle-program.ts'
import { makeFolder } from '#tests/fixtures/database.ts'
import { startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

/** Of whole servers, whose starts take most of the time; processes that only send are killed far more often. */
const serverKills = repetitions(1, 6)
const senderKills = repetitions(3, 60)
const runsPerRound = 4
/** Every kill is followed by a start of some seconds, and of a minute where the machine has other work. */
const patience = isFull ? 5_400_000 : 240_000
const waits = eq(webhookDeliveries.status, 'waiting')

/** Failed calls and those that a dead process held become due at once, as time makes them due. */
async function makeDue({ db }: { db: Database }): Promise<void> {
  await db.update(webhookDeliveries).set({ nextAt: dueNow }).where(waits)
  await wakeDueDeliveries(db)
}

/**
 * Fails the first call of each end and accepts the second, because a call that fails eight times is given up. The call that a test waits for
 * is never answered: its process dies meanwhile. Nothing waits for a timeout.
 */
function acceptSecond(receiver: Awaited<ReturnType<typeof startWebhookReceiver>>) {
  const accepted = new Set<string>()
  const failed = new Set<string>()
  const note = (body: string) => void accepted.add(/"data":\{"id":"([^"]+)"/.exec(body)?.[1] ?? '')
  let reached = Promise.withResolvers<void>()
  let missing = 0
  receiver.answerBy(({ id, body }) => {
    missing -= 1
    if (missing === 0) {
      reached.resolve()
      return 'silence'
    }
    if (!failed.has(id)) {
      failed.add(id)
      return 500
    }
    note(body)
    return 200
  })
  return {
    accepted,
    /** Resolves when so many further calls were made. */
    next(count: number): Promise<void> {
      missing = count
      reached = Promise.withResolvers()
      return reached.promise
    },
    acceptAll: () => receiver.answerBy(({ body }) => (note(body), 200)),
  }
}

/** Waits for an event. A process that ends by itself before, as on a machine without memory, is started again a few times. */
async function whileRunning<P extends { ended: Promise<unknown> }>(event: Promise<unknown>, first: P, again: () => Promise<P>): Promise<P> {
  let process = first
  for (let deaths = 0; deaths < 4; deaths += 1) {
    const isReached = await Promise.race([event.then(() => true), process.ended.then(() => false)])
    if (isReached) return process
    process = await again()
  }
  throw new Error('The process ended by itself again and again.')
}

/** Checks that each ended run of a person was reported. */
async function expectAllDelivered({ db }: { db: Database }, webhook: string, accepted: ReadonlySet<string>): Promise<void> {
  const ended = await db.select({ id: generations.id }).from(generations)
  expect(ended.filter(({ id }) => !accepted.has(id))).toEqual([])
  const log = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook))
  expect(new Set(log.map(({ subjectId }) => subjectId)).size).toBe(ended.length)
  expect(log.filter(({ status }) => status !== 'delivered')).toEqual([])
}

test('kill -9 of what sends loses no end of a run: each is delivered at least once', { timeout: patience }, async ({ skip }) => {
  const database = await variablesOfDatabase()
  if (!database) return skip('There is no PostgreSQL: the test plans calls beside the process that sends them.')
  await using receiver = await startWebhookReceiver()
  const dataDir = await makeFolder()
  const handle = await openDatabase({ dataDir, url: database.DATABASE_URL })
  const program = await bundleProgram('app/server/worker/send-webhooks.test-process.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ENV_FILE: 'off', ...database, WEBHOOK_ORIGINS: receiver.origin }
  let sender: { kill: () => void; ended: Promise<unknown> } | undefined
  async function start() {
    await makeDue(handle)
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    sender = { kill: () => void child.kill('SIGKILL'), ended: once(child, 'exit') }
    return sender
  }
  try {
    const person = await createUser(handle, { tokens: 0 })
    const { webhook } = await createWebhook(handle.db, {
      userId: person.id,
      key: deriveKeys(database.SECRET).webhooks,
      ownOrigins: [receiver.origin],
      input: { url: receiver.url, events: ['generation.succeeded'], tokens_below: 0 },
    })
    const { accepted, next, acceptAll } = acceptSecond(receiver)
    for (let kill = 0; kill < senderKills; kill += 1) {
      const runs = Array.from({ length: runsPerRound }, () => ({}))
      const ids = await insertWorks(handle.db, person.id, runs)
      const ended = await handle.db.select().from(generations).where(inArray(generations.id, ids))
      await handle.db.transaction(async (tx) => {
        for (const run of ended) await planRunEnd(tx, run)
      })
      const due = await handle.db.$count(webhookDeliveries, waits)
      // Some die at their first call, some between calls and records, and some at their last call.
      const reached = next([1, Math.ceil(due / 2), due][kill % 3] ?? 1)
      const killed = await whileRunning(reached, await start(), start)
      killed.kill()
      await killed.ended
    }
    acceptAll()
    const last = await start()
    const untilNoneWaits = async () => {
      await expect.poll(async () => (await makeDue(handle), handle.db.$count(webhookDeliveries, waits))).toBe(0)
    }
    await whileRunning(untilNoneWaits(), last, start)
    await expectAllDelivered(handle, webhook.id, accepted)
  } finally {
    sender?.kill()
    await handle.close()
  }
})

test('kill -9 of a server that makes runs and reports them loses no end', { timeout: patience }, async ({ skip }) => {
  const database = await variablesOfDatabase()
  if (!database) return skip('There is no PostgreSQL: the test looks into the database of a running server.')
  await using receiver = await startWebhookReceiver()
  const dataDir = await makeFolder()
  const handle = await openDatabase({ dataDir, url: database.DATABASE_URL })
  let server = await startServer({ dataDir, built: true, env: { ...database, ROLES: 'api,worker', WEBHOOK_ORIGINS: receiver.origin } })
  try {
    const person = await createUser(handle, { tokens: 100_000 })
    const quartet = openClient({
      url: server.url,
      key: await createKey(handle, person, { scopes: ['read', 'generate'] }),
      retries: 8,
    })
    const events = ['generation.succeeded' as const, 'generation.failed' as const]
    const { webhook } = await quartet.call('POST /v1/webhooks', { body: { url: receiver.url, events } })
    const { accepted, next, acceptAll } = acceptSecond(receiver)
    for (let kill = 0; kill < serverKills; kill += 1) {
      const reached = next(kill % 2 === 0 ? 1 : runsPerRound)
      await makeDue(handle)
      const prompt = 'The night train leaves at nine. It crosses the mountains in the dark. At dawn it reaches the sea.'
      const body = { model: 'sketch-text', prompt }
      // A run that dies with its server waits for the end of its lease, which only a full run has time for.
      const wait = isFull && kill % 2 === 1 ? 0 : 60
      await Promise.all(Array.from({ length: runsPerRound }, () => quartet.call('POST /v1/generations', { body, wait })))
      server = await whileRunning(reached, server, () => server.restart())
      await server.kill('SIGKILL')
      server = await server.restart()
    }
    acceptAll()
    await expect.poll(() => handle.db.$count(generations, isNotNull(generations.finishedAt))).toBe(serverKills * runsPerRound)
    await expect.poll(async () => (await makeDue(handle), handle.db.$count(webhookDeliveries, waits))).toBe(0)
    await expectAllDelivered(handle, webhook.id, accepted)
  } finally {
    await server[Symbol.asyncDispose]()
    await handle.close()
  }
})
