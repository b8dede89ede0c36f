import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { openEventHub } from '../core/library/events/event-hub.ts'
import { followGeneration } from '../core/library/events/follow-generation.ts'
import { cancelGeneration } from '../core/making/generations/cancel-generation.ts'
import { createGeneration } from '../core/making/generations/create-generation.ts'
import { recoverRuns } from '../core/making/runs/recover-runs.ts'
import { openRunStarts } from '../core/making/generations/run-starts.ts'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { generations } from '../db/schema/generations.ts'
import { tokenEntries } from '../db/schema/tokens.ts'
import type { Provider, RunContext, RunResult } from '../providers/provider.ts'
import { openProviders } from '../providers/providers.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import { startWorker } from './worker.ts'

const near = scriptedProvider()
let answer: (context: RunContext) => Promise<RunResult>
let served: string[] = []
const farProvider = (id: string, limits: { concurrent: number; perMinute: number | null }): Provider => ({
  id,
  limits,
  models: async () => (await near.models()).slice(0, 1).map((model) => ({ ...model, id: `${id}/text`, provider: id })),
  run(request, context) {
    served.push(request.generationId)
    return answer(context)
  },
  close: async () => undefined,
})

let runtime: TestRuntime
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: near })
})
afterAll(() => runtime[Symbol.asyncDispose]())
/** Connects services with so many places; runs of earlier tests do not wait for them. */
let count = 0
let [far, other] = ['', '']
const connect = (concurrent: number, perMinute: number | null = null) => {
  count += 1
  ;[far, other] = [`far-${count}`, `other-${count}`]
  const services = [far, other].map((id) => farProvider(id, { concurrent, perMinute }))
  runtime = { ...runtime, providers: openProviders([near, ...services]), starts: openRunStarts() }
}
beforeEach(() => {
  connect(64)
  served = []
  answer = async () => ({ text: 'done', files: [] })
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
/** A queue that accepts jobs and delivers none. */
const silent = (): Queue => ({ ...runtime.queue, work: async () => undefined, schedule: async () => undefined })
async function start(queue = silent()) {
  stops.push(await startWorker({ ...runtime, queue }))
}

type Submit = { userId?: string; model?: string; starts?: TestRuntime['starts'] }
async function submit({ userId, model = `${far}/text`, starts = runtime.starts }: Submit = {}) {
  const { db, queue, providers } = runtime
  const owner = userId ?? (await createUser(runtime, { tokens: 100 })).id
  const input = { model, prompt: 'hello', options: {}, inputs: [] }
  return createGeneration(db, { queue, providers, starts, userId: owner, input })
}
async function rowOf(id: string) {
  const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
  return row ?? expect.fail('the run is gone')
}
const statusOf = async (id: string) => (await rowOf(id)).status
async function entriesOf(id: string) {
  const entries = await runtime.db.select({ kind: tokenEntries.kind }).from(tokenEntries).where(eq(tokenEntries.generationId, id))
  return entries.map(({ kind }) => kind).toSorted()
}

test('a run starts in the process that accepted it, without a job, and is charged once', async () => {
  await start()
  const run = await submit()
  expect(run).toMatchObject({ status: 'running', attempts: 1 })
  await expect.poll(() => statusOf(run.id)).toBe('succeeded')
  expect(await entriesOf(run.id)).toEqual(['hold', 'settle'])
  expect(await runtime.db.execute(sql`select 1 from pgboss.job where data->>'generation_id' = ${run.id}`)).toMatchObject({ rows: [] })
})

test('the hold is committed before the service is called', async () => {
  await start()
  const held: unknown[] = []
  answer = async () => {
    for (const id of served) held.push(await entriesOf(id))
    return { text: 'done', files: [] }
  }
  const { id } = await submit()
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(held).toEqual([['hold']])
})

test('a process without a worker leaves a run to its job, and work of this machine waits for its turn', async () => {
  await start()
  expect(await submit({ starts: openRunStarts() })).toMatchObject({ status: 'queued', attempts: 0 })
  expect(await submit({ model: 'text-1' })).toMatchObject({ status: 'queued', attempts: 0 })
})

test('nobody jumps the queue: a run waits while another one waits for a place at its service', async () => {
  connect(1)
  await start()
  const busy = Promise.withResolvers<RunResult>()
  answer = () => busy.promise
  const first = await submit()
  const second = await submit()
  expect([first.status, second.status]).toEqual(['running', 'queued'])
  busy.resolve({ text: 'done', files: [] })
  await expect.poll(() => statusOf(first.id)).toBe('succeeded')
  expect((await submit()).status).toBe('queued')
  // Another service has a queue of its own.
  expect((await submit({ model: `${other}/text` })).status).toBe('running')
})

test('a person has no more runs running than they may have, however many are submitted at once', async () => {
  await start()
  const busy = Promise.withResolvers<RunResult>()
  answer = () => busy.promise
  const { id: userId } = await createUser(runtime, { tokens: 100, concurrentRuns: 2 })
  const runs = await Promise.all(Array.from({ length: 6 }, () => submit({ userId })))
  expect(runs.map(({ status }) => status).toSorted()).toEqual(['queued', 'queued', 'queued', 'queued', 'running', 'running'])
  busy.resolve({ text: 'done', files: [] })
})

test('a run of a worker that was killed after the hold is continued by another one, and charged once', async () => {
  // The process dies between the commit and the call.
  const dead = openRunStarts()
  dead.serve(async () => ({ workerId: crypto.randomUUID(), begin: () => undefined, [Symbol.asyncDispose]: async () => undefined }))
  const { id } = await submit({ starts: dead })
  expect([await statusOf(id), await entriesOf(id)]).toEqual(['running', ['hold']])
  await runtime.db.execute(sql`update generations set lease_until = now() - interval '1 second' where id = ${id}`)
  const queue = await openQueue(runtime.handle, { roles: { work: true } })
  stops.push(() => queue.close())
  await recoverRuns(runtime.db, { queue, providers: runtime.providers, alone: false })
  await start(queue)
  await expect.poll(() => rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 2, interruptions: 1 })
  expect([served.filter((one) => one === id), await entriesOf(id)]).toEqual([[id], ['hold', 'settle']])
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('a refused run gives its place back, so that nobody waits for it', async () => {
  connect(1, 1)
  await start()
  const { id: poor } = await createUser(runtime)
  await expect(submit({ userId: poor })).rejects.toMatchObject({ code: 'not_enough_tokens' })
  expect(served).toEqual([])
  expect((await submit()).status).toBe('running')
})

test('a direct run can be canceled', async () => {
  await start()
  const aborted = Promise.withResolvers<void>()
  answer = ({ signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        aborted.resolve()
        reject(signal.reason)
      }),
    )
  const { id, userId } = await submit()
  await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
  await aborted.promise
  expect(await entriesOf(id)).toEqual(['hold', 'release'])
})

/** Writes the first piece, and the second one as soon as the first is read. */
function writesTwoPieces() {
  const read = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  answer = async ({ onText, signal }) => {
    onText('one ')
    await read.promise
    onText('two')
    await Promise.race([end.promise, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    return { text: 'one two', files: [] }
  }
  return { readFirst: read.resolve, end: end.resolve }
}

test('a reader of this process gets each piece at once, and who stops then pays for what was shown', async () => {
  await start()
  const { readFirst } = writesTwoPieces()
  const { id, userId } = await submit()
  await runtime.db.transaction(async (tx) => {
    // Nothing can be stored meanwhile.
    await tx.execute(sql`select 1 from generations where id = ${id} for update`)
    for await (const { text } of followGeneration(runtime.db, { hub: runtime.hub, id, signal: AbortSignal.timeout(15_000) })) {
      if (text === 'one ') readFirst()
      if (text === 'one two') break
    }
  })
  await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', text: 'one two' })
})

test('pieces reach a reader though the worker is another process', async () => {
  await start()
  // A hub that knows nothing of the runs of this process, as that of another one.
  const hub = await openEventHub(runtime.handle, { onError: (error) => expect.fail(String(error)) })
  stops.push(() => hub.close())
  const { readFirst, end } = writesTwoPieces()
  const { id } = await submit()
  const seen: (string | null)[] = []
  for await (const { text, status } of followGeneration(runtime.db, { hub, id, signal: AbortSignal.timeout(15_000) })) {
    if (text !== null && text !== seen.at(-1)) seen.push(text)
    if (text === 'one ') readFirst()
    if (text === 'one two' && status === 'running') end()
  }
  expect(seen).toEqual(['one ', 'one two'])
})
