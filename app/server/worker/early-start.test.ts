import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { cancelGeneration } from '../core/making/generations/cancel-generation.ts'
import { createGeneration } from '../core/making/generations/create-generation.ts'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { generations } from '../db/schema/generations.ts'
import { tokenEntries } from '../db/schema/tokens.ts'
import { type Provider, ProviderError, type RunContext, type RunResult } from '../providers/provider.ts'
import { openProviders } from '../providers/providers.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import { startWorker } from './worker.ts'

const near = scriptedProvider()
let answer: (context: RunContext) => Promise<RunResult>
let asked = 0
const farProvider = (concurrent: number): Provider => ({
  id: 'far',
  limits: { concurrent, perMinute: null },
  models: async () => (await near.models()).slice(0, 1).map((model) => ({ ...model, id: 'far/text', provider: 'far' })),
  run(_request, context) {
    asked += 1
    return answer(context)
  },
  close: async () => undefined,
})

type TestRuntime = Awaited<ReturnType<typeof openTestRuntime>>
let runtime: TestRuntime
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: near, embedded: true })
})
afterAll(() => runtime[Symbol.asyncDispose]())
/** Connects a service with this many parallel slots; requested pauses of earlier tests are forgotten. */
const connect = (concurrent: number) => {
  runtime = { ...runtime, providers: openProviders([near, farProvider(concurrent)]) }
}
beforeEach(() => {
  connect(64)
  asked = 0
  answer = async () => ({ text: 'done', files: [] })
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A queue that accepts jobs and delivers none. */
const silent = (): Queue => ({ ...runtime.queue, work: async () => undefined, schedule: async () => undefined })
async function start(queue: Queue) {
  stops.push(await startWorker({ ...runtime, queue }))
}
async function startWithJobs() {
  const queue = await openQueue(runtime.handle, { roles: { work: true } })
  stops.push(() => queue.close())
  await start(queue)
}

async function submit(model = 'far/text') {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const input = { model, prompt: 'hello', options: {}, inputs: [] }
  const { id } = await createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input })
  return { id, userId }
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
/** Resolves when all earlier notices have been handled: they arrive in order, and the database answers in order. */
async function untilHeard() {
  const { id } = await submit('far/text')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
}

describe('a remote run on a single machine', () => {
  test('a remote run on a single machine starts before its job arrives', async () => {
    await start(silent())
    const { id } = await submit()
    await expect.poll(() => statusOf(id)).toBe('succeeded')
    expect(asked).toBe(1)
  })

  test('an early run starts once and is charged once, although its job arrives as well', async () => {
    await startWithJobs()
    const runs = await Promise.all(Array.from({ length: 30 }, () => submit()))
    for (const { id } of runs) await expect.poll(() => statusOf(id)).toBe('succeeded')
    expect(asked).toBe(30)
    for (const { id } of runs) expect(await entriesOf(id)).toEqual(['hold', 'settle'])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a run is left to its job where the service has no place for it', async () => {
    connect(1)
    await start(silent())
    const busy = Promise.withResolvers<RunResult>()
    answer = () => busy.promise
    const first = await submit()
    await expect.poll(() => asked).toBe(1)
    const second = await submit()
    const third = await submit('text-1')
    busy.resolve({ text: 'done', files: [] })
    await expect.poll(() => statusOf(first.id)).toBe('succeeded')
    await untilHeard()
    expect([await statusOf(second.id), await statusOf(third.id)]).toEqual(['queued', 'queued'])
    expect(await rowOf(second.id)).toMatchObject({ attempts: 0, startedAt: null })
  })

  test('a run that is to be retried waits for its time and is not started by its notice', async () => {
    await start(silent())
    answer = () => Promise.reject(new ProviderError('temporary', 'broken'))
    const { id } = await submit()
    await expect.poll(() => rowOf(id)).toMatchObject({ status: 'queued', attempts: 1, leaseOwner: null })
    answer = async () => ({ text: 'done', files: [] })
    await untilHeard()
    expect(await statusOf(id)).toBe('queued')
    expect(asked).toBe(2)
  })

  test('an early run can be canceled, and is not charged', async () => {
    await start(silent())
    answer = ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    const { id, userId } = await submit()
    await expect.poll(() => asked).toBe(1)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
    await expect.poll(() => entriesOf(id)).toEqual(['hold', 'release'])
    expect(await statusOf(id)).toBe('canceled')
  })
})

test('a run of the built-in engine waits for its job, and so until it is due', async () => {
  await start(silent())
  const { id } = await submit('text-1')
  await untilHeard()
  expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 0 })
})

describe('a stopping worker', () => {
  async function startPicture(onlyAnswer: boolean) {
    const asking = Promise.withResolvers<void>()
    const picture = Promise.withResolvers<RunResult>()
    answer = async (context) => {
      await context.handOver({ onlyAnswer })
      asking.resolve()
      const aborted = new Promise<never>((_resolve, reject) => context.signal.addEventListener('abort', () => reject(new Error('aborted'))))
      return Promise.race([picture.promise, aborted])
    }
    await start(silent())
    const { id } = await submit()
    await asking.promise
    return { id, stopped: stops.pop()?.(), deliver: () => picture.resolve({ text: 'done', files: [] }) }
  }

  test('a stopping worker waits for an answer that cannot be requested again, and the run ends with it', async () => {
    const { id, stopped, deliver } = await startPicture(true)
    expect(await statusOf(id)).toBe('running')
    deliver()
    await stopped
    expect(await statusOf(id)).toBe('succeeded')
    expect(asked).toBe(1)
  })

  test('a stopping worker leaves other work to the next start', async () => {
    const { id, stopped } = await startPicture(false)
    await stopped
    expect(await rowOf(id)).toMatchObject({ status: 'running', leaseOwner: null })
  })
})
