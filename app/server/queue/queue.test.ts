import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBareDatabase, openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { openDatabase } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { openQueue, type Queue } from './queue.ts'

const patiently = { timeout: 60_000 }
let database: TestDatabase
let queue: Queue

beforeEach(async () => {
  database = await openTestDatabase()
  queue = await openQueue(database, { roles: { work: true } })
})
afterEach(async () => {
  await queue.close()
  await database.close()
})

const id = () => crypto.randomUUID()

async function openAgain(pace: { pollSeconds?: number; closeMs?: number }) {
  await queue.close()
  queue = await openQueue(database, { roles: { work: true }, ...pace })
}

function enqueue(generationId: string, options?: { startAfterSeconds?: number }) {
  return database.db.transaction((tx) => queue.enqueue(tx, 'run-generation', { generation_id: generationId }, options))
}

async function jobs(): Promise<{ name: string; state: string; data: unknown }[]> {
  const { rows } = await database.pool.query(`select name, state, data from pgboss.job where name not like '\\_\\_%'`)
  return rows
}

test('a job and the row it is about are written together', async () => {
  const handled: string[] = []
  await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
  const userId = id()
  await database.db.transaction(async (tx) => {
    await tx.insert(users).values({ id: userId, email: 'a@example.com', locale: 'en', referralCode: 'a', termsAcceptedAt: new Date() })
    await queue.enqueue(tx, 'run-generation', { generation_id: userId })
  })
  await vi.waitFor(() => expect(handled).toEqual([userId]), patiently)
  expect(await database.db.$count(users)).toBe(1)
})

test.runIf(process.env.TEST_DATABASE_URL)('processes that start at once on a new database all get their tables and queues', async () => {
  const options = await makeBareDatabase()
  const started = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const handle = await openDatabase(options)
      return { handle, queue: await openQueue(handle, { roles: { work: false } }) }
    }),
  )
  for (const { handle, queue: own } of started) {
    await handle.db.transaction((tx) => own.enqueue(tx, 'run-generation', { generation_id: id() }))
    await own.close()
    await handle.close()
  }
})

test('a transaction that is rolled back leaves no job', async () => {
  const attempt = database.db.transaction(async (tx) => {
    await queue.enqueue(tx, 'run-generation', { generation_id: id() })
    throw new Error('changed my mind')
  })
  await expect(attempt).rejects.toThrow('changed my mind')
  expect(await jobs()).toEqual([])
})

test('the first job after a start can be enqueued inside a transaction', async () => {
  await queue.close()
  queue = await openQueue(database, { roles: { work: false } })
  await enqueue(id())
  expect(await jobs()).toMatchObject([{ name: 'run-generation', state: 'created' }])
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

test('a burst of jobs is processed without waiting for the poll', async () => {
  await openAgain({ pollSeconds: 600 })
  const handled = new Set<string>()
  await queue.work('run-generation', { concurrency: 2 }, async ({ generation_id }) => void handled.add(generation_id))
  await Promise.all(Array.from({ length: 60 }, () => enqueue(id())))
  await vi.waitFor(() => expect(handled.size).toBe(60), patiently)
})

test('at most `concurrency` handlers run at once, and no job runs twice', async () => {
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
    await database.pool.query('select 1')
    handled.push(generation_id)
    running -= 1
  })
  await Promise.all(Array.from({ length: 30 }, () => enqueue(id())))
  await vi.waitFor(() => expect(handled).toHaveLength(30), patiently)
  expect(most).toBe(3)
  expect(new Set(handled).size).toBe(30)
})

test('a handler that fails twice is run a third time, and its error messages are not stored', async () => {
  await openAgain({ pollSeconds: 0.5 })
  let runs = 0
  await queue.work('run-generation', { concurrency: 1 }, async () => {
    runs += 1
    if (runs < 3) throw new Error('answer with sk-secret in it')
  })
  await enqueue(id())
  await vi.waitFor(() => expect(runs).toBe(3), patiently)
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'completed' }]), patiently)
  const { rows } = await database.pool.query('select output::text as output from pgboss.job where output is not null')
  expect(JSON.stringify(rows)).not.toContain('sk-secret')
})

test('a delayed job runs after the others, no earlier than its delay', async () => {
  await openAgain({ pollSeconds: 0.5 })
  const handled: string[] = []
  await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
  await enqueue('later', { startAfterSeconds: 1 })
  await enqueue('now')
  await vi.waitFor(() => expect(handled).toEqual(['now', 'later']), patiently)
  const { rows } = await database.pool.query(
    `select started_on - created_on >= interval '1 second' as waited from pgboss.job order by start_after`,
  )
  expect(rows.at(-1)).toEqual({ waited: true })
})

test('closing aborts the handlers, and an unfinished job runs after the next start', async () => {
  let aborted = false
  const begun = Promise.withResolvers<void>()
  await queue.work('run-generation', { concurrency: 1 }, async (_data, signal) => {
    begun.resolve()
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true
        reject(signal.reason)
      })
    })
  })
  await enqueue('interrupted')
  await begun.promise
  await queue.close()
  expect(aborted).toBe(true)

  queue = await openQueue(database, { roles: { work: true } })
  const handled: string[] = []
  await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
  await vi.waitFor(() => expect(handled).toEqual(['interrupted']), patiently)
})

test('closing waits for a handler that is about to finish', async () => {
  let finished = false
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  await queue.work('run-generation', { concurrency: 1 }, async (_data, signal) => {
    signal.addEventListener('abort', () => finish.resolve())
    begun.resolve()
    await finish.promise
    // Two round trips to the database, in which a close that does not wait is noticed.
    await jobs()
    await jobs()
    finished = true
  })
  await enqueue(id())
  await begun.promise
  await queue.close()
  expect(finished).toBe(true)
  expect(await jobs()).toMatchObject([{ state: 'completed' }])
})

test('closing gives up on a handler that ignores its signal', async () => {
  await openAgain({ closeMs: 200 })
  const begun = Promise.withResolvers<void>()
  const ignored = Promise.withResolvers<void>()
  await queue.work('run-generation', { concurrency: 1 }, () => {
    begun.resolve()
    return ignored.promise
  })
  await enqueue(id())
  await begun.promise
  await queue.close()
  expect(await jobs()).toMatchObject([{ state: 'retry' }])
  ignored.resolve()
})

test('the job of a dead process blocks neither other jobs nor the next start', async () => {
  await enqueue('lost')
  // SIGKILL leaves an active job without a worker.
  await database.pool.query(`update pgboss.job set state = 'active', started_on = now() where name = 'run-generation'`)
  await queue.close()
  queue = await openQueue(database, { roles: { work: true } })
  const handled: string[] = []
  await queue.work('run-generation', { concurrency: 1 }, async ({ generation_id }) => void handled.push(generation_id))
  await enqueue('next')
  await vi.waitFor(() => expect(handled).toEqual(['next']), patiently)
})

test('schedules survive being set again, and at most one sweep waits', async () => {
  await queue.schedule('sweep', '* * * * *')
  await queue.schedule('sweep', '* * * * *')
  for (let count = 0; count < 3; count += 1) await database.db.transaction((tx) => queue.enqueue(tx, 'sweep', {}))
  expect(await jobs()).toHaveLength(1)
  const { rows } = await database.pool.query('select name, cron from pgboss.schedule')
  expect(rows).toEqual([{ name: 'sweep', cron: '* * * * *' }])
})
