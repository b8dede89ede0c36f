import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { claim, rescueMs } from './claim.ts'
import { recoverRuns } from './recover-runs.ts'
import { runGeneration } from './run-generation.ts'

let runtime: TestRuntime
let provider: ReturnType<typeof scriptedProvider>
const { leaseSeconds, maxAttempts, maxConcurrent, maxInterruptions } = config.generations

beforeAll(async () => {
  provider = scriptedProvider()
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const newWorker = () => ({ ...runtime, id: crypto.randomUUID() })

async function submit(userId: string, count: number): Promise<{ id: string; userId: string }[]> {
  const input = { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] }
  const runs: { id: string; userId: string }[] = []
  for (let index = 0; index < count; index += 1)
    runs.push(await createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input }))
  return runs
}

test('a person’s own limit of runs at once replaces that of the server', async () => {
  const ann = await createUser(runtime, { tokens: 100, concurrentRuns: 2 })
  const claims = await Promise.all((await submit(ann.id, 4)).map((run) => claim(runtime.db, newWorker(), run)))
  expect(claims.filter((row) => row === 'too many')).toHaveLength(2)
})

test('however many workers claim at once, a person has at most so many runs running, and the others stay queued', async () => {
  const [busy, other] = [await createUser(runtime, { tokens: 100 }), await createUser(runtime, { tokens: 100 })]
  const runs = await submit(busy.id, maxConcurrent + 5)
  const [own] = await submit(other.id, 1)
  const claims = await Promise.all(runs.map((run) => claim(runtime.db, newWorker(), run)))
  expect(claims.filter((row) => row === 'too many')).toHaveLength(5)
  expect(own && (await claim(runtime.db, newWorker(), own))).toMatchObject({ status: 'running' })

  const left = runs.find((_run, index) => claims[index] === 'too many')
  await runGeneration(runtime.db, { worker: newWorker(), id: left?.id ?? '', controller: new AbortController() })
  const [row] = await runtime.db
    .select()
    .from(generations)
    .where(eq(generations.id, left?.id ?? ''))
  expect(row).toMatchObject({ status: 'queued', attempts: 0 })
})

const passes = (seconds: number) =>
  runtime.db.execute(sql`update generations set lease_until = lease_until - make_interval(secs => ${seconds}) where status = 'running'`)
const runOn = (id: string) => runGeneration(runtime.db, { worker: newWorker(), id, controller: new AbortController() })
async function rowOf(id: string) {
  const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
  return row ?? expect.fail('the run is gone')
}
async function submitOne() {
  const [run] = await submit((await createUser(runtime, { tokens: 100 })).id, 1)
  return run ?? expect.fail('no run')
}
/** Claims the run with so many workers, one after another, each of which is killed. */
async function loseWorkers(run: { id: string; userId: string }, count: number) {
  for (let lost = 0; lost < count; lost += 1) {
    expect(await claim(runtime.db, newWorker(), run)).toMatchObject({ status: 'running' })
    await passes(leaseSeconds)
  }
}

test('workers that are killed while they have a run use up none of its attempts', async () => {
  const run = await submitOne()
  await loseWorkers(run, maxAttempts + 5)
  provider.script = succeeds
  await runOn(run.id)
  expect(await rowOf(run.id)).toMatchObject({ status: 'succeeded', attempts: maxAttempts + 6, interruptions: maxAttempts + 5 })
})

test('a stop and start of the only process counts as an interruption once, and not at all for a worker that released its runs', async () => {
  const run = await submitOne()
  await loseWorkers(run, 1)
  await recoverRuns(runtime.db, { queue: runtime.queue, providers: runtime.providers, alone: true })
  expect(await rowOf(run.id)).toMatchObject({ attempts: 1, interruptions: 1 })
  provider.script = async () => expect.fail('stopped before the call')
  const controller = new AbortController()
  controller.abort('stopped')
  await runGeneration(runtime.db, { worker: newWorker(), id: run.id, controller })
  expect(await rowOf(run.id)).toMatchObject({ status: 'running', attempts: 1, interruptions: 1 })
  provider.script = succeeds
  await runOn(run.id)
  expect(await rowOf(run.id)).toMatchObject({ status: 'succeeded', attempts: 2, interruptions: 1 })
})

test('a run with which every worker dies fails at last, free of charge', async () => {
  const run = await submitOne()
  await loseWorkers(run, maxInterruptions + 1)
  provider.script = succeeds
  await runOn(run.id)
  expect(await rowOf(run.id)).toMatchObject({ status: 'failed', errorCode: 'internal', charged: 0 })
})

test('the run of a dead worker is enqueued again when its lease ends, at most 40 seconds after its death, even if a retry waits', async () => {
  const run = await submitOne()
  const recover = () => recoverRuns(runtime.db, { queue: runtime.queue, providers: runtime.providers, alone: false })
  await claim(runtime.db, newWorker(), run)
  // The job is retried a minute later, as that of a worker which has failed often.
  await runtime.db.execute(
    sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 minute' where data->>'generation_id' = ${run.id}`,
  )
  await passes(leaseSeconds - 5)
  expect(await recover()).toBe(0)
  await passes(5)
  expect(await recover()).toBe(1)
  expect(await recover()).toBe(0)
  expect(leaseSeconds * 1000 + rescueMs).toBeLessThanOrEqual(40_000)
})
