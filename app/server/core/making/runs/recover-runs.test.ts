import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { rescueMs } from './claim.ts'
import { type ExpiredLeases, recoverJobs, recoverRuns } from './recover-runs.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let userId: string
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(async () => {
  await runtime.db.execute(sql`delete from pgboss.job`)
  await runtime.db.delete(generations)
  userId = (await createUser(runtime, { tokens: 1_000 })).id
})

const own = () => ({ queue: runtime.queue, providers: runtime.providers })

async function submit(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const input = { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] }
    ids.push((await createGeneration(runtime.db, { ...own(), userId, input })).id)
  }
  return ids
}

const anHourPasses = () => runtime.db.execute(sql`update generations set updated_at = updated_at - interval '1 hour'`)
const loseJobs = (ids: readonly string[]) =>
  runtime.db.execute(sql`delete from pgboss.job where ${inArray(sql`data->>'generation_id'`, [...ids])}`)
const handleJobs = (ids: readonly string[]) =>
  runtime.db.execute(sql`update pgboss.job set state = 'active' where ${inArray(sql`data->>'generation_id'`, [...ids])}`)

/** The run of each job that waits or is being handled. */
async function jobs(): Promise<string[]> {
  const { rows } = await runtime.db.execute<{ id: string }>(
    sql`select data->>'generation_id' as id from pgboss.job where name like 'run-%' and state <= 'active'`,
  )
  return rows.map(({ id }) => id).toSorted()
}

test('however often and by however many processes the queue is searched, each waiting run has one job', async () => {
  const ids = await submit(60)
  const lost = ids.slice(0, 20)
  await handleJobs(ids.slice(50))
  for (let round = 0; round < 3; round += 1) {
    await loseJobs(lost)
    await anHourPasses()
    const found = await Promise.all([1, 2, 3, 4].map(() => recoverJobs(runtime.db, { ...own(), alone: false })))
    expect(found.reduce((sum, one) => sum + one, 0)).toBe(lost.length)
    expect(await jobs()).toEqual(ids.toSorted())
  }
})

test('a run whose job has just ended is not enqueued at once, and at the start of the only process it is', async () => {
  const ids = await submit(2)
  await loseJobs(ids)
  expect(await recoverJobs(runtime.db, { ...own(), alone: false })).toBe(0)
  expect(await recoverJobs(runtime.db, { ...own(), alone: true })).toBe(2)
  expect(await recoverJobs(runtime.db, { ...own(), alone: true })).toBe(0)
})

test('models that are read from the database do not wait for the connection of the search', async () => {
  const ids = await submit(1)
  await loseJobs(ids)
  const models = async () => {
    await runtime.db.execute(sql`select 1`)
    return runtime.providers.models()
  }
  const options = { ...own(), providers: { ...runtime.providers, models }, alone: true }
  expect(await recoverJobs(runtime.db, options)).toBe(1)
  expect(await recoverRuns(runtime.db, options)).toBe(0)
})

test('a job that died with the only process does not keep its run from being enqueued', async () => {
  const ids = await submit(1)
  await handleJobs(ids)
  expect(await recoverJobs(runtime.db, { ...own(), alone: true })).toBe(1)
})

test('a run of a dead worker gets one job, until that job is handled', async () => {
  const ids = await submit(3)
  await handleJobs(ids)
  const [dead = ''] = ids
  await runtime.db
    .update(generations)
    .set({ status: 'running', leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(generations.id, dead))
  const found = await Promise.all([1, 2, 3].map(() => recoverRuns(runtime.db, { ...own(), alone: false })))
  expect(found.toSorted()).toEqual([0, 0, 1])
  expect(await recoverRuns(runtime.db, { ...own(), alone: false })).toBe(0)
})

/** Moves the clock of the database, which all leases are compared with. */
const moveClock = (by: string) => runtime.db.execute(sql`update generations set lease_until = lease_until - ${by}::interval`)

test('a clock that jumps by a day takes no run from a live worker, and the run of a dead one is still found', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [live = '', dead = ''] = await submit(2)
  await handleJobs([live, dead])
  const leases = { leaseUntil: sql`now() + interval '30 seconds'` }
  await runtime.db.update(generations).set({ status: 'running', ...leases })
  const processes: ExpiredLeases[] = [new Map(), new Map()]
  const search = async () => {
    const found = await Promise.all(processes.map((expired) => recoverRuns(runtime.db, { ...own(), alone: false, expired })))
    return found.reduce((sum, one) => sum + one, 0)
  }
  expect(await search()).toBe(0)
  await moveClock('1 day')
  expect([await search(), await search()]).toEqual([0, 0])
  await runtime.db.update(generations).set(leases).where(eq(generations.id, live))
  vi.advanceTimersByTime(rescueMs)
  expect([await search(), await search()]).toEqual([1, 0])
  expect(await jobs()).toEqual([live, dead, dead].toSorted())
})

test('a clock that goes back by an hour takes no run either', async () => {
  const [live = ''] = await submit(1)
  await handleJobs([live])
  await runtime.db.update(generations).set({ status: 'running', leaseUntil: sql`now() + interval '30 seconds'` })
  await moveClock('-1 hour')
  expect(await recoverRuns(runtime.db, { ...own(), alone: false })).toBe(0)
})
