import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
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
import { makeFolder } from '#tests/fixtures/database.ts'
import { startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

/** Of whole servers, whose starts take most of the time; processes that only send are killed far more often. */
const serverKills = repetitions(1, 6)
const senderKills = repetitions(3, 60)
const runsPerRound = 4
const waits = eq(webhookDeliveries.status, 'waiting')

/** Failed calls and those that a dead process held become due at once, as time makes them due. */
async function makeDue({ db }: { db: Database }): Promise<void> {
  await db.update(webhookDeliveries).set({ nextAt: dueNow }).where(waits)
  await wakeDueDeliveries(db)
}

/**
 * Answers calls, and notes which ends were accepted. Some calls are on their way when their process dies, some were answered and not
 * recorded, and some have failed before. The third call is accepted, because one that fails eight times is given up.
 */
function acceptThird(receiver: Awaited<ReturnType<typeof startWebhookReceiver>>) {
  const accepted = new Set<string>()
  const heard = new Map<string, number>()
  const note = (body: string) => void accepted.add(/"data":\{"id":"([^"]+)"/.exec(body)?.[1] ?? '')
  let reached = Promise.withResolvers<void>()
  let missing = 0
  receiver.answerBy(({ id, body }) => {
    const calls = (heard.get(id) ?? 0) + 1
    heard.set(id, calls)
    missing -= 1
    if (missing <= 0) reached.resolve()
    if (calls < 3) return calls % 2 === accepted.size % 2 ? 'silence' : 500
    note(body)
    return 200
  })
  return {
    accepted,
    /** Resolves when so many further calls were made. */
    next(count = 1): Promise<void> {
      missing = count
      reached = Promise.withResolvers()
      return reached.promise
    },
    acceptAll: () => receiver.answerBy(({ body }) => (note(body), 200)),
  }
}

/** Checks that each ended run of a person was reported. */
async function expectAllDelivered({ db }: { db: Database }, webhook: string, accepted: ReadonlySet<string>): Promise<void> {
  const ended = await db.select({ id: generations.id }).from(generations)
  expect(ended.filter(({ id }) => !accepted.has(id))).toEqual([])
  const log = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook))
  expect(new Set(log.map(({ subjectId }) => subjectId)).size).toBe(ended.length)
  expect(log.filter(({ status }) => status !== 'delivered')).toEqual([])
}

test(
  'kill -9 of what sends loses no end of a run: each is delivered at least once',
  { timeout: isFull ? 900_000 : 180_000 },
  async ({ skip }) => {
    const database = await variablesOfDatabase()
    if (!database) return skip('There is no PostgreSQL: the test plans calls beside the process that sends them.')
    await using receiver = await startWebhookReceiver()
    const dataDir = await makeFolder()
    const handle = await openDatabase({ dataDir, url: database.DATABASE_URL })
    const program = fileURLToPath(new URL('../../app/server/worker/send-webhooks.test-process.ts', import.meta.url))
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ENV_FILE: 'off', ...database, WEBHOOK_ORIGINS: receiver.origin }
    const start = () => spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    let sender: ReturnType<typeof start> | undefined
    try {
      const person = await createUser(handle, { tokens: 0 })
      const { webhook } = await createWebhook(handle.db, {
        userId: person.id,
        key: deriveKeys(database.SECRET).webhooks,
        ownOrigins: [receiver.origin],
        input: { url: receiver.url, events: ['generation.succeeded'], tokens_below: 0 },
      })
      const { accepted, next, acceptAll } = acceptThird(receiver)
      for (let kill = 0; kill < senderKills; kill += 1) {
        const reached = next()
        const ids = await insertWorks(
          handle.db,
          person.id,
          Array.from({ length: runsPerRound }, () => ({})),
        )
        const ended = await handle.db.select().from(generations).where(inArray(generations.id, ids))
        await handle.db.transaction(async (tx) => {
          for (const run of ended) await planRunEnd(tx, run)
        })
        await makeDue(handle)
        sender = start()
        await reached
        // Some die at their first call, and some while they record.
        if (kill % 2 === 1) await next()
        sender.kill('SIGKILL')
        await once(sender, 'exit')
      }
      acceptAll()
      sender = start()
      await expect.poll(async () => (await makeDue(handle), handle.db.$count(webhookDeliveries, waits))).toBe(0)
      await expectAllDelivered(handle, webhook.id, accepted)
    } finally {
      sender?.kill('SIGKILL')
      await handle.close()
    }
  },
)

test('kill -9 of a server that makes runs and reports them loses no end', { timeout: isFull ? 1_200_000 : 180_000 }, async ({ skip }) => {
  const database = await variablesOfDatabase()
  if (!database) return skip('There is no PostgreSQL: the test looks into the database of a running server.')
  await using receiver = await startWebhookReceiver()
  const dataDir = await makeFolder()
  const handle = await openDatabase({ dataDir, url: database.DATABASE_URL })
  let server = await startServer({ dataDir, env: { ...database, WEBHOOK_ORIGINS: receiver.origin } })
  try {
    const person = await createUser(handle, { tokens: 100_000 })
    const quartet = openClient({
      url: server.url,
      key: await createKey(handle, person, { scopes: ['read', 'generate'] }),
      retries: 8,
    })
    const events = ['generation.succeeded' as const, 'generation.failed' as const]
    const { webhook } = await quartet.call('POST /v1/webhooks', { body: { url: receiver.url, events } })
    const { accepted, next, acceptAll } = acceptThird(receiver)
    for (let kill = 0; kill < serverKills; kill += 1) {
      const reached = next()
      await makeDue(handle)
      const prompt = 'The night train leaves at nine. It crosses the mountains in the dark. At dawn it reaches the sea.'
      const body = { model: 'sketch-text', prompt }
      // A run that dies with its server waits for the end of its lease, which only a full run has time for.
      const wait = isFull && kill % 2 === 1 ? 0 : 60
      await Promise.all(Array.from({ length: runsPerRound }, () => quartet.call('POST /v1/generations', { body, wait })))
      await reached
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
