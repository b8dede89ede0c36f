import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { OpenQueueOptions, Queue } from '#app/server/queue/queue.ts'
import { once } from '#tests/fixtures/once.ts'

export type TestedQueue = {
  /** The database in whose transactions jobs are enqueued. */
  db: Database
  openQueue(options: OpenQueueOptions): Promise<Queue>
  /** All jobs that are not deleted yet. */
  jobs(): Promise<{ name: string; state: string; data: unknown }[]>
  /** Leaves all jobs as a worker does that is killed while it handles them. */
  loseWorker(): Promise<void>
  close(): Promise<void>
}

const patiently = { timeout: 60_000 }
const id = () => crypto.randomUUID()

/** States what every queue guarantees. `open` opens it without jobs. */
export function testQueue(open: () => Promise<TestedQueue>): void {
  let tested: TestedQueue
  let queue: Queue

  beforeEach(async () => {
    tested = await open()
    queue = await tested.openQueue({ roles: { work: true } })
  })
  afterEach(async () => {
    await queue.close()
    await tested.close()
  })

  async function openAgain(pace: { pollSeconds?: number; closeMs?: number }) {
    await queue.close()
    queue = await tested.openQueue({ roles: { work: true }, ...pace })
  }

  function enqueue(generationId: string, options?: { startAfterSeconds?: number; due?: number }) {
    return tested.db.transaction((tx) => queue.enqueue(tx, 'run-generation', { generation_id: generationId }, options))
  }

  test('a job and the row it is about are written together', async () => {
    const handled: string[] = []
    await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
    const userId = id()
    await tested.db.transaction(async (tx) => {
      await tx.insert(users).values({ id: userId, email: 'a@example.com', locale: 'en', referralCode: 'a', termsAcceptedAt: new Date() })
      await queue.enqueue(tx, 'run-generation', { generation_id: userId })
    })
    await vi.waitFor(() => expect(handled).toEqual([userId]), patiently)
    expect(await tested.db.$count(users)).toBe(1)
  })

  test('a transaction that is rolled back leaves no job', async () => {
    const attempt = tested.db.transaction(async (tx) => {
      await queue.enqueue(tx, 'run-generation', { generation_id: id() })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await tested.jobs()).toEqual([])
  })

  test('the first job after a start can be enqueued inside a transaction', async () => {
    await queue.close()
    queue = await tested.openQueue({ roles: { work: false } })
    await enqueue(id())
    expect(await tested.jobs()).toMatchObject([{ name: 'run-generation', state: 'created' }])
  })

  test('a waiting worker is woken by the commit, not by its poll', async () => {
    await openAgain({ pollSeconds: 600 })
    const started = new Set<string>()
    await queue.work('run-generation', { concurrency: 4 }, async ({ generation_id }) => void started.add(generation_id))
    for (let count = 0; count < 20; count += 1) {
      const generationId = id()
      await enqueue(generationId)
      await vi.waitFor(() => expect(started.has(generationId)).toBe(true), patiently)
    }
  })

  test('a burst of jobs is processed without waiting for the poll', once, async () => {
    await openAgain({ pollSeconds: 600 })
    const handled = new Set<string>()
    await queue.work('run-generation', { concurrency: 2 }, async ({ generation_id }) => void handled.add(generation_id))
    await Promise.all(Array.from({ length: 60 }, () => enqueue(id())))
    await vi.waitFor(() => expect(handled.size).toBe(60), patiently)
  })

  test('at most `concurrency` handlers run at once, and no job runs twice', once, async () => {
    let running = 0
    let most = 0
    const handled: string[] = []
    const full = Promise.withResolvers<void>()
    await queue.work('run-generation', { concurrency: 3 }, async ({ generation_id }) => {
      running += 1
      most = Math.max(most, running)
      if (running === 3) full.resolve()
      await full.promise
      // A round trip to the database, in which a fourth handler would start.
      await tested.jobs()
      handled.push(generation_id)
      running -= 1
    })
    await Promise.all(Array.from({ length: 30 }, () => enqueue(id())))
    await vi.waitFor(() => expect(handled).toHaveLength(30), patiently)
    expect(most).toBe(3)
    expect(new Set(handled).size).toBe(30)
  })

  test('a handler that fails twice is run a third time', once, async () => {
    await openAgain({ pollSeconds: 0.5 })
    let runs = 0
    await queue.work('run-generation', { concurrency: 1 }, async () => {
      runs += 1
      if (runs < 3) throw new Error('not yet')
    })
    await enqueue(id())
    await vi.waitFor(() => expect(runs).toBe(3), patiently)
    await vi.waitFor(async () => expect(await tested.jobs()).toMatchObject([{ state: 'completed' }]), patiently)
  })

  test('a delayed job runs after the others', once, async () => {
    await openAgain({ pollSeconds: 0.5 })
    const handled: string[] = []
    await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
    await enqueue('later', { startAfterSeconds: 1 })
    await enqueue('now')
    await vi.waitFor(() => expect(handled).toEqual(['now', 'later']), patiently)
  })

  test('closing aborts the handlers, and an unfinished job runs after the next start', async () => {
    let aborted = false
    const handling = Promise.withResolvers<void>()
    await queue.work('run-generation', { concurrency: 1 }, async (_data, signal) => {
      handling.resolve()
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(signal.reason)
        })
      })
    })
    await enqueue('interrupted')
    await handling.promise
    await queue.close()
    expect(aborted).toBe(true)

    queue = await tested.openQueue({ roles: { work: true } })
    const handled: string[] = []
    await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
    await vi.waitFor(() => expect(handled).toEqual(['interrupted']), patiently)
  })

  test('closing waits for a handler that is about to finish', async () => {
    let finished = false
    const handling = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    await queue.work('run-generation', { concurrency: 1 }, async (_data, signal) => {
      signal.addEventListener('abort', () => finish.resolve())
      handling.resolve()
      await finish.promise
      // Two round trips to the database, in which a close that does not wait is noticed.
      await tested.jobs()
      await tested.jobs()
      finished = true
    })
    await enqueue(id())
    await handling.promise
    await queue.close()
    expect(finished).toBe(true)
    expect(await tested.jobs()).toMatchObject([{ state: 'completed' }])
  })

  test('closing gives up on a handler that ignores its signal', once, async () => {
    await openAgain({ closeMs: 200 })
    const handling = Promise.withResolvers<void>()
    const ignored = Promise.withResolvers<void>()
    await queue.work('run-generation', { concurrency: 1 }, () => {
      handling.resolve()
      return ignored.promise
    })
    await enqueue(id())
    await handling.promise
    await queue.close()
    expect(await tested.jobs()).toMatchObject([{ state: 'retry' }])
    ignored.resolve()
  })

  test('the job of a dead process blocks neither other jobs nor the next start', async () => {
    await enqueue('lost')
    await tested.loseWorker()
    await queue.close()
    queue = await tested.openQueue({ roles: { work: true } })
    const handled: string[] = []
    await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
    await enqueue('next')
    await vi.waitFor(() => expect(handled).toEqual(['next']), patiently)
  })

  test('at most one scheduled job of a kind waits', once, async () => {
    await queue.schedule('sweep', '* * * * *')
    await queue.schedule('sweep', '* * * * *')
    for (let count = 0; count < 3; count += 1) await tested.db.transaction((tx) => queue.enqueue(tx, 'sweep', {}))
    expect(await tested.jobs()).toHaveLength(1)
  })

  test('jobs that are due earlier are handled first, and those due at once in the order of their submit', async () => {
    const wanted = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const [name, due] of [
      ['e', 30],
      ['c', 20],
      ['d', 20],
      ['f', 40],
      ['b', 10],
    ] as const)
      await enqueue(name, { due })
    await enqueue('a')
    const handled: string[] = []
    await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
    await vi.waitFor(() => expect(handled).toEqual(wanted), patiently)
  })

  test('two processes share the jobs of one statement, and none is handled twice', async () => {
    const other = await tested.openQueue({ roles: { work: true } })
    const handled: [string, string][] = []
    for (const [name, process] of Object.entries({ one: queue, other }))
      await process.work('run-generation', { concurrency: 2 }, async ({ generation_id }) => {
        handled.push([name, generation_id])
        // A worker that is faster than the other would take all.
        if (handled.length < 20) await vi.waitFor(() => expect(new Set(handled.map(([by]) => by)).size).toBe(2), patiently)
      })
    const list = Array.from({ length: 40 }, () => ({ data: { generation_id: id() } }))
    await tested.db.transaction((tx) => queue.enqueueAll(tx, 'run-generation', list))
    await vi.waitFor(() => expect(handled).toHaveLength(40), patiently)
    expect(handled.map(([, job]) => job).toSorted()).toEqual(list.map(({ data }) => data.generation_id).toSorted())
    await other.close()
  })
}
