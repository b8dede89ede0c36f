/**
 * Compares the queue of runs whose ends are reported to a slow, failing receiver with the same runs without webhooks, in turns on one
 * temporary PostgreSQL server: `npm run bench:webhooks`. Options: `--rounds=5`, `--people=20`, `--runs=25`.
 */
import { and, isNotNull, lte, sql } from 'drizzle-orm'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import { createApi } from '#app/server/api/api.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { duration, quantile } from './numbers.ts'

const option = (name: string, usual: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : usual
}
const [rounds, people, runs] = [option('rounds', 5), option('people', 20), option('runs', 25)]

const server = await startPostgres()
process.env['TEST_DATABASE_URL'] = server.url
// A third never answers, a third refuses, the others are fine.
let calls = 0
const receiver = await startWebhookReceiver(() => (['silence', 500, 200] as const)[calls++ % 3] ?? 200)
const runtime = await openTestRuntime({ provider: scriptedProvider(), work: true, env: { WEBHOOK_ORIGINS: receiver.origin } })
const { db, queue, providers } = runtime
try {
  const crowd = await Promise.all(Array.from({ length: people }, () => createUser(runtime, { tokens: 1_000_000 })))
  const took = { without: new Array<number>(), with: new Array<number>() }
  for (let round = 0; round < rounds * 2; round += 1) {
    // In the order a b b a, so that a machine that slows down slows both.
    const isWith = [false, true, true, false][round % 4] ?? false
    if (isWith) await addEndpoints(crowd)
    const ms = await timeRuns(crowd)
    took[isWith ? 'with' : 'without'].push(ms)
    console.log(`${isWith ? 'with webhooks' : 'without'}: ${people * runs} runs in ${duration(ms)}`)
    await untilQuiet()
    await db.delete(webhooks)
  }
  const [without, withHooks] = [quantile(took.without, 0.5), quantile(took.with, 0.5)]
  console.log(
    `medians ${duration(without)} and ${duration(withHooks)}, ratio ${(withHooks / without).toFixed(2)} (${receiver.calls.length} calls)`,
  )
} finally {
  await runtime[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await server.stop()
}

type Crowd = { id: string }[]

async function addEndpoints(crowd: Crowd): Promise<void> {
  const api = createApi(runtime)
  for (const person of crowd) {
    const token = await createKey(runtime, person, { scopes: ['read', 'generate'] })
    const added = await callApi(api, 'POST', '/v1/webhooks', { token, body: { url: receiver.url, events: ['generation.succeeded'] } })
    if (added.status !== 201) throw new Error(await added.text())
  }
}

async function timeRuns(crowd: Crowd): Promise<number> {
  const isEnded = isNotNull(generations.finishedAt)
  const goal = (await db.$count(generations, isEnded)) + people * runs
  const started = performance.now()
  const input = { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] }
  await Promise.all(
    crowd.map(async ({ id: userId }) => {
      for (let run = 0; run < runs; run += 1) await createGeneration(db, { queue, providers, userId, apiKeyId: null, input })
    }),
  )
  while ((await db.$count(generations, isEnded)) < goal) await sleep(5)
  return performance.now() - started
}

/** Waits until no call is due or under way, so that none is made during the next round. */
async function untilQuiet(): Promise<void> {
  const due = and(isNotNull(webhookDeliveries.nextAt), lte(webhookDeliveries.nextAt, sql`now() + interval '50 seconds'`))
  while ((await db.$count(webhookDeliveries, due)) > 0) await sleep(100)
}
