import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testQueue } from '#tests/conformance/queue.ts'
import { makeBareDatabase, openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { once } from '#tests/fixtures/once.ts'
import { openDatabase } from '../db/database.ts'
import { openQueue } from './queue.ts'

const id = () => crypto.randomUUID()

describe('pg-boss', () => {
  testQueue(async () => {
    const database = await openTestDatabase()
    return {
      db: database.db,
      openQueue: (options) => openQueue(database, options),
      async jobs() {
        const { rows } = await database.pool.query(`select name, state, data from pgboss.job where name not like '\\_\\_%'`)
        return rows
      },
      async loseWorker() {
        await database.pool.query(`update pgboss.job set state = 'active', started_on = now() where name = 'run-generation'`)
      },
      close: () => database.close(),
    }
  })
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

describe('the rows of pg-boss', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.close())

  test('a delayed job waits, error messages of handlers are not stored, and a schedule is stored once', once, async () => {
    const queue = await openQueue(database, { roles: { work: true }, pollSeconds: 0.5 })
    let runs = 0
    await queue.work('run-generation', { concurrency: 1 }, async () => {
      runs += 1
      if (runs === 1) throw new Error('answer with sk-secret in it')
    })
    await database.db.transaction((tx) => queue.enqueue(tx, 'run-generation', { generation_id: id() }, { startAfterSeconds: 1 }))
    for (let count = 0; count < 2; count += 1) await queue.schedule('sweep', '* * * * *')
    const read = async () => {
      const { rows } = await database.pool.query(
        `select state, output::text as output, started_on - created_on >= interval '1 second' as waited from pgboss.job where name = 'run-generation'`,
      )
      return rows
    }
    await vi.waitFor(async () => expect(await read()).toMatchObject([{ state: 'completed', waited: true }]), { timeout: 180_000 })
    const { rows } = await database.pool.query('select row_to_json(j)::text as row from pgboss.job j')
    expect(JSON.stringify(rows)).not.toContain('sk-secret')
    const { rows: schedules } = await database.pool.query('select name, cron from pgboss.schedule')
    expect(schedules).toEqual([{ name: 'sweep', cron: '* * * * *' }])
    await queue.close()
  })

  test('a scheduled job is handled, also one without data that an earlier version has scheduled', once, async () => {
    const queue = await openQueue(database, { roles: { work: true }, pollSeconds: 0.5 })
    let swept = 0
    await queue.work('sweep', { concurrency: 1 }, async () => void (swept += 1))
    await queue.schedule('sweep', '0 0 1 1 *')
    const { rows } = await database.pool.query(`select data from pgboss.schedule where name = 'sweep'`)
    for (const data of [rows[0]?.data, null]) {
      const before = swept
      await database.pool.query(`insert into pgboss.job (name, data, policy) values ('sweep', $1, 'short')`, [data])
      await vi.waitFor(() => expect(swept).toBe(before + 1), { timeout: 180_000 })
    }
    await queue.close()
  })
})
