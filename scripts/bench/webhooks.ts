/**
 * Compares the queue of runs whose ends are reported to a receiver that fails half the time with the same runs without webhooks, in turns on
 * one temporary PostgreSQL server: `npm run bench:webhooks`. On a busy machine the statements count: they hardly depend on it. Options: `--rounds=10`, `--people=20`, `--runs=10`, and `--silent=0`: of a
 * hundred calls, how many are never answered.
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
const [rounds, people, runs, silent] = [option('rounds', 10), option('people', 20), option('runs', 10), option('silent', 0)]

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
  /** Wall clock, which counts; and what other work on the machine changes little: processor time and statements. */
  const measured: Record<string, Record<'without' | 'with', number[]>> = {}
  for (let round = 0; round < rounds * 2; round += 1) {
    // In the order a b b a, so that a machine that slows down slows both.
    const isWith = [false, true, true, false][round % 4] ?? false
    if (isWith) await addEndpoints(crowd)
    const before = { server: process.threadCpuUsage(), postgres: cpuMsOf(postmaster), statements: statements() }
    const ms = await timeRuns(crowd)
    const { user, system } = process.threadCpuUsage(before.server)
    const now = {
      'wall clock, ms': ms,
      'processor of the server, ms': (user + system) / 1_000,
      'processor of PostgreSQL, ms': cpuMsOf(postmaster) - before.postgres,
      statements: statements() - before.statements,
    }
    for (const [what, value] of Object.entries(now))
      (measured[what] ??= { without: [], with: [] })[isWith ? 'with' : 'without'].push(value / (people * runs))
    console.log(`${isWith ? 'with webhooks' : 'without'}: ${people * runs} runs in ${duration(ms)}`)
    await endCalls()
  }
  const calls = await countCalls()
  if (calls === 0) throw new Error('no call was made')
  for (const [what, { without, with: withHooks }] of Object.entries(measured)) {
    const [a, b] = [quantile(without, 0.5), quantile(withHooks, 0.5)]
    console.log(`${what}, of a run: medians ${a.toFixed(1)} and ${b.toFixed(1)}, ratio ${(b / a).toFixed(2)} (${calls} calls)`)
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
