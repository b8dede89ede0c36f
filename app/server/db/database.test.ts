import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { testDatabase } from '#tests/conformance/db.ts'
import { makeDataDir, openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { DatabaseStartError, openDatabase } from './database.ts'
import { users } from './schema/users.ts'

const patiently = { timeout: 180_000 }
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

describe('the database of this project', () => {
  testDatabase(openTestDatabase)
})

test('the project `database` runs on PostgreSQL where there is one, and the others on PGlite', () => {
  expect(handle.kind).toBe(inject('databaseUrls') ? 'postgres' : 'pglite')
})

test.each(['operator_acts', 'shop_versions', 'model_versions', 'token_entries'])(
  'the append-only table %s can be emptied neither by itself nor through a table that it references',
  async (table) => {
    const id = await addPerson()
    const refused = { cause: { message: expect.stringMatching(/^\w+ is append-only$/) } }
    await expect(handle.db.execute(sql.raw(`truncate ${table} cascade`))).rejects.toMatchObject(refused)
    await expect(handle.db.execute(sql`truncate users cascade`)).rejects.toMatchObject(refused)
    expect(await handle.db.$count(users, eq(users.id, id))).toBe(1)
  },
)

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

describe.runIf(onPostgres)('a start beside PostgreSQL', () => {
  /** The address over TCP, without the Unix socket that other tests use. */
  const address = () => Object.assign(new URL(handle.options.url ?? ''), { search: '' })
  const silent = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

  /** A port that refuses connections until `open` is called. */
  async function closedPort() {
    const { hostname, port } = address()
    const server = createServer((socket) => {
      const through = connect(Number(port), hostname)
      socket.pipe(through).pipe(socket)
      socket.on('error', () => through.destroy())
      through.on('error', () => socket.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    const own = bound && typeof bound === 'object' ? bound.port : 0
    server.close()
    await once(server, 'close')
    return {
      url: Object.assign(address(), { hostname: '127.0.0.1', port: own }).href,
      open: () => server.listen(own, '127.0.0.1'),
      close: () => server.close(),
    }
  }

  test('a server that is not up yet is waited for', async () => {
    const place = await closedPort()
    const warn = vi.fn(() => void place.open())
    const other = await openDatabase({ ...handle.options, url: place.url, logger: { ...silent, warn } })
    expect(await other.db.$count(users)).toBe(0)
    expect(warn).toHaveBeenCalledWith({ code: 'ECONNREFUSED' }, 'PostgreSQL cannot be reached yet')
    await other.close()
    place.close()
  })

  test('a server that stays away, or refuses for good, is reported in one sentence without the password', async () => {
    const away = await closedPort()
    const missing = Object.assign(address(), { pathname: '/no_such_database', password: 'velvet' }).href
    for (const [url, waitMillis, said] of [
      [away.url, 0, /^PostgreSQL could not be reached for 0 seconds \(ECONNREFUSED\): [^\n]+$/],
      [missing, 60_000, /^The database of DATABASE_URL does not exist: [^\n]+$/],
    ] as const) {
      const failure = await openDatabase({ ...handle.options, url, waitMillis }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseStartError)
      expect(String(failure)).not.toContain('velvet')
      expect(failure).toHaveProperty('message', expect.stringMatching(said))
    }
  })
})

test.skipIf(onPostgres)('a query next to an open transaction that waits for it fails instead of hanging', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The databases of tests wait longer for a connection.
  const { db, close } = await openDatabase({ dataDir: await makeDataDir() })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    const beside = db.$count(users).then(
      () => 'answered',
      () => 'refused',
    )
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await beside).toBe('refused')
  })
  expect(await db.$count(users)).toBe(0)
  vi.useRealTimers()
  await close()
})

test.runIf(onPostgres)('a connection that broke while in use and was never released is replaced in the pool', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // A separate pool, because the idle connections of other tests wait for real timers.
  const { pool, close } = await openDatabase(handle.options)
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await vi.advanceTimersByTimeAsync(30_000)
  expect(pool.totalCount).toBe(0)
  vi.useRealTimers()
  await close()
})

test.skipIf(onPostgres)('checkpoints keep the write-ahead log small', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const other = await openDatabase({ dataDir: await makeDataDir() })
  const bytesSinceCheckpoint = async () => {
    const { rows } = await other.pool.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int as bytes from pg_control_checkpoint()',
    )
    return rows[0]?.bytes
  }
  // This writes only the log, so forty megabytes are cheap.
  await other.pool.query(`select pg_logical_emit_message(false, 'filler', repeat('x', 1000000)) from generate_series(1, 40)`)
  expect(await bytesSinceCheckpoint()).toBeGreaterThan(32 * 1024 * 1024)
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await bytesSinceCheckpoint()).toBeLessThan(1024 * 1024), patiently)
  await other.close()
})

test.runIf(onPostgres)('listening reconnects after its connection was cut and reports the gap', async () => {
  const received: string[] = []
  const onGap = vi.fn()
  await handle.listen('news', (payload) => received.push(payload), onGap)
  await handle.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quartet listener' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(onGap).toHaveBeenCalled(), patiently)
  await handle.db.execute(sql`select pg_notify('news', 'again')`)
  await vi.waitFor(() => expect(received).toEqual(['again']), patiently)
})
