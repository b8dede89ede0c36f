/**
 * Compares the queue of runs whose ends are reported to a receiver that fails half the time with the same runs without webhooks, in short
 * rounds on one temporary PostgreSQL server that take turns: `npm run bench:webhooks`. The two rounds of a pair follow each other, so other
 * load of the machine meets both; the median of the pairs' ratios counts, with the quartiles around it. Options: `--pairs=12`, `--people=20`,
 * `--runs=5`, and `--silent=0`: of a hundred calls, how many are never answered.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isNotNull } from 'drizzle-orm'
import pg from 'pg'
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
import { cpuMsOf } from './postgres-time.ts'

const option = (name: string, usual: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : usual
}
const [pairs, people, runs, silent] = [option('pairs', 12), option('people', 20), option('runs', 5), option('silent', 0)]

const statements = countStatements()
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
const postmaster = server.pids()[0] ?? 0
try {
  const crowd = await Promise.all(Array.from({ length: people }, () => createUser(runtime, { tokens: 1_000_000 })))
  // V8 compiles, and PostgreSQL plans and fills its caches.
  await measureRound(crowd, false)
  await measureRound(crowd, true)
  const measured: Record<'without' | 'with', Record<string, number>>[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    // In the order a b b a, so that a machine that slows down slows both.
    const first = await measureRound(crowd, pair % 2 === 1)
    const second = await measureRound(crowd, pair % 2 === 0)
    measured.push(pair % 2 === 0 ? { without: first, with: second } : { without: second, with: first })
  }
  for (const what of Object.keys(measured[0]?.with ?? {})) {
    const of = (half: 'without' | 'with') => measured.map((pair) => pair[half][what] ?? Number.NaN)
    const [without, withHooks] = [of('without'), of('with')]
    const medians = [without, withHooks].map((values) => quantile(values, 0.5).toFixed(1)).join(' and ')
    const ratios = withHooks.map((value, index) => value / (without[index] ?? Number.NaN))
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2))
    const spread = ratios.every((ratio) => Number.isFinite(ratio)) ? `, ratio ${middle} (quartiles ${low} to ${high}, ${pairs} pairs)` : ''
    console.log(`${what}: medians ${medians}${spread}`)
  }
} finally {
  await runtime[Symbol.asyncDispose]()
  await receiver.terminate()
  await server.stop()
}

type Crowd = { id: string }[]

/** Makes a round of runs. The wall clock is what people wait for; other load hardly changes processor time and statements. */
async function measureRound(crowd: Crowd, isWith: boolean): Promise<Record<string, number>> {
  if (isWith) await addEndpoints(crowd)
  const before = { server: process.threadCpuUsage(), postgres: cpuMsOf(postmaster), statements: statements(), calls: await countCalls() }
  const ms = await timeRuns(crowd)
  const { user, system } = process.threadCpuUsage(before.server)
  const [server, postgres, sent] = [(user + system) / 1_000, cpuMsOf(postmaster) - before.postgres, statements() - before.statements]
  const calls = (await countCalls()) - before.calls
  const count = people * runs
  console.log(`${isWith ? 'with webhooks' : 'without'}: ${count} runs in ${duration(ms)}, ${calls} calls`)
  if (isWith && calls === 0) throw new Error('No call was made during the round: make it longer.')
  await endCalls()
  return {
    'time of an end, ms': ms / count,
    'processor time of an end, ms': (server + postgres) / count,
    '… of the server': server / count,
    '… of PostgreSQL': postgres / count,
    'statements of an end': sent / count,
    'calls of an end': calls / count,
  }
}

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

/** Counts the statements of this process from now on. */
function countStatements(): () => number {
  const { query } = pg.Client.prototype
  let count = 0
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, self, given) {
      count += 1
      return Reflect.apply(target, self, given)
    },
  })
  return () => count
}
