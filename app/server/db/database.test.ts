import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDataDir, openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { openDatabase } from './database.ts'
import { tokenAccounts, users } from './schema.ts'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)
let handle: TestDatabase

beforeEach(async () => {
  handle = await openTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await handle.close()
})

async function addPerson(db: Pick<TestDatabase['db'], 'insert'> = handle.db): Promise<string> {
  const id = crypto.randomUUID()
  await db.insert(users).values({ id, email: `${id}@example.com`, locale: 'ru', referralCode: id, termsAcceptedAt: new Date() })
  return id
}

test('a transaction that throws leaves nothing behind, and its error comes through', async () => {
  const boom = new Error('boom')
  const attempt = handle.db.transaction(async (tx) => {
    await addPerson(tx)
    throw boom
  })
  await expect(attempt).rejects.toBe(boom)
  expect(await handle.db.$count(users)).toBe(0)
})

test('a statement that fails names its constraint and leaves the connection usable', async () => {
  const id = await addPerson()
  await handle.db.insert(tokenAccounts).values({ userId: id })
  await expect(handle.db.update(tokenAccounts).set({ available: -1 })).rejects.toMatchObject({
    cause: { code: '23514', constraint: 'token_accounts_not_negative' },
  })
  expect(await handle.db.$count(users)).toBe(1)
})

test('a savepoint that fails is undone alone', async () => {
  await handle.db.transaction(async (tx) => {
    const id = await addPerson(tx)
    await expect(
      tx.transaction((inner) =>
        inner.insert(users).values({ id, email: 'x', locale: 'en', referralCode: 'x', termsAcceptedAt: new Date() }),
      ),
    ).rejects.toThrow()
    await addPerson(tx)
  })
  expect(await handle.db.$count(users)).toBe(2)
})

test('a transaction left open by a failed script does not reach the next statement', async () => {
  await expect(handle.pool.query('begin; select 1/0; commit')).rejects.toMatchObject({ code: '22012' })
  await addPerson()
  expect(await handle.db.$count(users)).toBe(1)
})

test('times and token counts come back as what they were, whichever the database', async () => {
  const id = await addPerson()
  await handle.db.insert(tokenAccounts).values({ userId: id, available: 9_007_199_254_740_991, held: 1 })
  const [row] = await handle.db.select().from(tokenAccounts)
  const [person] = await handle.db.select().from(users)
  expect(row).toMatchObject({ userId: id, available: 9_007_199_254_740_991, held: 1 })
  expect(person?.createdAt).toBeInstanceOf(Date)
  expect(Math.abs(Date.now() - Number(person?.createdAt))).toBeLessThan(10_000)
})

test('text in any script and of any size survives', async () => {
  const id = await addPerson()
  const name = `Ёжик 🦔 '"\\ ${'ю'.repeat(500_000)}`
  await handle.db.update(users).set({ name }).where(eq(users.id, id))
  const [person] = await handle.db.select({ name: users.name }).from(users)
  expect(person?.name === name).toBe(true)
})

test('200 parallel transactions on one row all take effect, and soon', async () => {
  const userId = await addPerson()
  await handle.db.insert(tokenAccounts).values({ userId })
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: 200 }, () =>
      handle.db.transaction(async (tx) => {
        const [account] = await tx.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId)).for('update')
        await tx
          .update(tokenAccounts)
          .set({ available: (account?.available ?? 0) + 1 })
          .where(eq(tokenAccounts.userId, userId))
      }),
    ),
  )
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(await handle.db.select({ available: tokenAccounts.available }).from(tokenAccounts)).toEqual([{ available: 200 }])
})

// Other processes on the machine can hold it up as well, hence the second try.
test('the event loop stays free while rows are inserted one after another', { retry: 2 }, async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  await addPerson()
  delay.enable()
  for (let count = 0; count < 500; count += 1) await addPerson()
  delay.disable()
  expect(delay.count).toBeGreaterThan(10)
  expect(delay.percentile(99) / 1e6).toBeLessThan(50)
})

test('opening a database that is already migrated changes nothing', async () => {
  await addPerson()
  await handle.pool.query('select 1')
  if (onPostgres) {
    const again = await Promise.all([openDatabase(handle.options), openDatabase(handle.options)])
    expect(await again[0].db.$count(users)).toBe(1)
    await Promise.all(again.map((other) => other.close()))
  }
  const { rows } = await handle.db.execute<{ count: number }>(sql`select count(*)::int as count from drizzle.__drizzle_migrations`)
  const { default: journal } = await import('./migrations/meta/_journal.json')
  expect(rows[0]?.count).toBe(journal.entries.length)
})

test.skipIf(onPostgres)('a query beside an open transaction that waits for it fails instead of hanging for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await handle.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    const beside = handle.db.$count(users).then(
      () => 'answered',
      () => 'refused',
    )
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await beside).toBe('refused')
  })
  expect(await handle.db.$count(users)).toBe(0)
})

test.runIf(onPostgres)(
  'a connection that broke while lent out, and was never given back, is missing from the pool only for a while',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const client = await handle.pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', resolve))
    await handle.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await vi.advanceTimersByTimeAsync(30_000)
    expect(handle.pool.totalCount).toBe(0)
  },
)

test.skipIf(onPostgres)('the log of changes does not grow for ever', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const other = await openDatabase({ dataDir: await makeDataDir() })
  const bytesSinceCheckpoint = async () => {
    const { rows } = await other.pool.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int as bytes from pg_control_checkpoint()',
    )
    return rows[0]?.bytes
  }
  // Written to the log and nowhere else: forty megabytes cost nothing.
  await other.pool.query(`select pg_logical_emit_message(false, 'filler', repeat('x', 1000000)) from generate_series(1, 40)`)
  expect(await bytesSinceCheckpoint()).toBeGreaterThan(32 * 1024 * 1024)
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await bytesSinceCheckpoint()).toBeLessThan(1024 * 1024))
  await other.close()
})

describe('listening', () => {
  const received: string[] = []
  beforeEach(() => {
    received.length = 0
  })
  const notify = (payload: string, db: Pick<TestDatabase['db'], 'execute'> = handle.db) =>
    db.execute(sql`select pg_notify('news', ${payload})`)

  test('hears of what was committed, once it is committed', async () => {
    await handle.listen('news', (payload) => received.push(payload))
    await handle.db.transaction(async (tx) => {
      await notify('{"id":1}', tx)
      await sleep(20)
      expect(received).toEqual([])
    })
    await vi.waitFor(() => expect(received).toEqual(['{"id":1}']))
  })

  test('hears nothing of what was rolled back', async () => {
    await handle.listen('news', (payload) => received.push(payload))
    await handle.db
      .transaction(async (tx) => {
        await notify('lost', tx)
        throw new Error('no')
      })
      .catch(() => {})
    await notify('kept')
    await vi.waitFor(() => expect(received).toEqual(['kept']))
  })

  test('ends for one listener without ending for the other, and for names that need quotes too', async () => {
    const other: string[] = []
    const stop = await handle.listen('News "x"', (payload) => received.push(payload))
    await handle.listen('News "x"', (payload) => other.push(payload))
    await stop()
    await handle.db.execute(sql`select pg_notify('News "x"', 'still')`)
    await vi.waitFor(() => expect(other).toEqual(['still']))
    expect(received).toEqual([])
  })

  test('goes on after a statement has failed on the connection', async () => {
    await handle.listen('news', (payload) => received.push(payload))
    await expect(handle.pool.query('select 1/0')).rejects.toThrow()
    await notify('after')
    await vi.waitFor(() => expect(received).toEqual(['after']))
  })

  test.runIf(onPostgres)('comes back after its connection was cut, and says that something may have been missed', async () => {
    const onGap = vi.fn()
    await handle.listen('news', (payload) => received.push(payload), onGap)
    await handle.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quartet listener' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(onGap).toHaveBeenCalled(), 5_000)
    await notify('again')
    await vi.waitFor(() => expect(received).toEqual(['again']))
  })
})
