import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openClient } from '#client'
import { dueNow, wakeDueDeliveries } from '#app/server/core/rules/webhooks/plan-webhooks.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhookDeliveries } from '#app/server/db/schema/webhooks.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { makeFolder } from '#tests/fixtures/database.ts'
import { startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

const kills = repetitions(1, 60)
const runsPerRound = 4

test(
  'kill -9 during deliveries loses no end of a run: each is delivered at least once',
  { timeout: isFull ? 2_400_000 : 180_000 },
  async ({ skip }) => {
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
      const accepted = new Set<string>()
      const heard = new Map<string, number>()
      let reached = Promise.withResolvers<void>()
      receiver.answerBy(({ id, body }) => {
        const calls = (heard.get(id) ?? 0) + 1
        heard.set(id, calls)
        reached.resolve()
        // Some are on their way when the server dies, some were answered and not recorded, and some have failed before. The third call is
        // accepted, because one that fails eight times is given up.
        if (calls < 3) return calls % 2 === accepted.size % 2 ? 'silence' : 500
        accepted.add(/"data":\{"id":"([^"]+)"/.exec(body)?.[1] ?? '')
        return 200
      })
      for (let kill = 0; kill < kills; kill += 1) {
        reached = Promise.withResolvers()
        await makeDue()
        const prompt = 'The night train leaves at nine. It crosses the mountains in the dark. At dawn it reaches the sea.'
        const body = { model: 'sketch-text', prompt }
        // A run that dies with its server waits for the end of its lease, which only a full run has time for.
        const wait = isFull && kill % 2 === 1 ? 0 : 60
        await Promise.all(Array.from({ length: runsPerRound }, () => quartet.call('POST /v1/generations', { body, wait })))
        await reached.promise
        await server.kill('SIGKILL')
        server = await server.restart()
      }
      receiver.answerBy(({ body }) => (accepted.add(/"data":\{"id":"([^"]+)"/.exec(body)?.[1] ?? ''), 200))
      await expect
        .poll(() => handle.db.$count(generations, isNotNull(generations.finishedAt)), { timeout: 120_000 })
        .toBe(kills * runsPerRound)
      // Failed calls and those that a dead server held become due at once, as time makes them due.
      await expect.poll(async () => (await makeDue(), handle.db.$count(webhookDeliveries, waits)), { timeout: 120_000 }).toBe(0)
      const ended = await handle.db.select({ id: generations.id }).from(generations)
      expect(ended.filter(({ id }) => !accepted.has(id))).toEqual([])
      const log = await handle.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook.id))
      expect(new Set(log.map(({ subjectId }) => subjectId)).size).toBe(ended.length)
      expect(log.filter(({ status }) => status !== 'delivered')).toEqual([])
    } finally {
      await server[Symbol.asyncDispose]()
      await handle.close()
    }

    async function makeDue() {
      await handle.db.update(webhookDeliveries).set({ nextAt: dueNow }).where(waits)
      await wakeDueDeliveries(handle.db)
    }
  },
)

const waits = eq(webhookDeliveries.status, 'waiting')
