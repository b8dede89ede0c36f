/**
 * Compares the queue of runs whose ends are reported to a receiver that fails half the time with the same runs without webhooks, in turns on
 * one temporary PostgreSQL server: `npm run bench:webhooks`. Options: `--rounds=10`, `--people=20`, `--runs=10`, and `--silent=0`: of a
 * hundred calls, how many are never answered.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhooks } from '#app/server/db/schema/webhooks.ts'
import { createApi } from '#app/server/api/api.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { duration, quantile } from './numbers.ts'

const option = (name: string, usual: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : usual
}
const [rounds, people, runs, silent] = [option('rounds', 10), option('people', 20), option('runs', 10), option('silent', 0)]

const server = await startPostgres()
process.env['TEST_DATABASE_URL'] = server.url
const receiver = new Worker(new URL('webhook-receiver.ts', import.meta.url), { workerData: silent })
const [origin] = v.parse(v.tuple([v.string()]), await once(receiver, 'message'))
/** Returns the calls that have reached the receiver. */
async function countCalls(): Promise<number> {
  receiver.postMessage('count')
  return v.parse(v.tuple([v.number()]), await once(receiver, 'message'))[0]
}
const runtime = await openTestRuntime({ provider: scriptedProvider(), work: true, env: { WEBHOOK_ORIGINS: origin } })
const { db, queue, providers } = runtime
try {
  const crowd = await Promise.all(Array.from({ length: people }, () => createUser(runtime, { tokens: 1_000_000 })))
  const took = { without: new Array<number>(), with: new Array<number>() }
  /** Processor time of the server's thread, which other work on the machine changes little. */
  const used = { without: new Array<number>(), with: new Array<number>() }
  for (let round = 0; round < rounds * 2; round += 1) {
    // In the order a b b a, so that a machine that slows down slows both.
    const isWith = [false, true, true, false][round % 4] ?? false
    if (isWith) await addEndpoints(crowd)
    const before = process.threadCpuUsage()
    const ms = await timeRuns(crowd)
    const { user, system } = process.threadCpuUsage(before)
    took[isWith ? 'with' : 'without'].push(ms)
    used[isWith ? 'with' : 'without'].push((user + system) / 1_000)
    console.log(
      `${isWith ? 'with webhooks' : 'without'}: ${people * runs} runs in ${duration(ms)}, ${duration((user + system) / 1_000)} of the processor`,
    )
    await endCalls()
  }
  const calls = await countCalls()
  if (calls === 0) throw new Error('no call was made')
  for (const [what, { without, with: withHooks }] of Object.entries({ 'wall clock': took, processor: used })) {
    const [a, b] = [quantile(without, 0.5), quantile(withHooks, 0.5)]
    console.log(`${what}: medians ${duration(a)} and ${duration(b)}, ratio ${(b / a).toFixed(2)} (${calls} calls)`)
  }
} finally {
  await runtime[Symbol.asyncDispose]()
  await receiver.terminate()
  await server.stop()
}

type Crowd = { id: string }[]

async function addEndpoints(crowd: Crowd): Promise<void> {
  const api = createApi(runtime)
  for (const person of crowd) {
    const token = await createKey(runtime, person, { scopes: ['read', 'generate'] })
    const added = await callApi(api, 'POST', '/v1/webhooks', { token, body: { url: `${origin}/hook`, events: ['generation.succeeded'] } })
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

/** Drops the calls that are left, and waits until none is under way, so that none is made during the next round. */
async function endCalls(): Promise<void> {
  await db.delete(webhooks)
  for (let before = -1, now = await countCalls(); before !== now; now = await countCalls()) {
    before = now
    await sleep(1_000)
  }
}
