import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { copyDatabase, makeBareDatabase, makeDataDir } from '#tests/fixtures/database.ts'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { type Database, type DatabaseHandle, openDatabase } from '../db/database.ts'
import { files } from '../db/schema/files.ts'
import { generations } from '../db/schema/generations.ts'
import { installation } from '../db/schema/installation.ts'
import { avatars } from '../db/schema/users.ts'
import { hasNoJob, openQueue } from '../queue/queue.ts'
import { moveDatabase } from './move-database.ts'

/** The content of every table as the database writes it, by table. */
async function contentOf(db: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ line: string }>(sql`select t::text as line from ${sql.identifier(name)} t order by 1`)
    content[name] = rows.map(({ line }) => line)
  }
  return content
}

/** Constraints, and triggers that are enabled. */
async function rulesOf(db: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = 'public'::regnamespace and tgenabled = 'O' and not tgisinternal order by 1, 2, 3`)
  return rows
}

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('a move to PostgreSQL', () => {
  let folder: string
  let runId: string
  let userId: string
  let before: Record<string, string[]>
  let rules: unknown[]
  const cleanup = new AsyncDisposableStack()
  beforeAll(async () => {
    folder = await makeDataDir()
    cleanup.defer(() => rm(folder, { recursive: true, force: true }))
    const handle = await openDatabase({ dataDir: folder })
    const queue = await openQueue(handle, { roles: { work: false } })
    ;[userId, runId] = await fill(handle)
    await handle.db.transaction(async (tx) => {
      await queue.enqueue(tx, 'run-generation', { generation_id: runId })
      await queue.enqueue(tx, 'purge-files', { user_id: userId })
    })
    before = await contentOf(handle.db)
    rules = await rulesOf(handle.db)
    await queue.close()
    await handle.close()
  })
  afterAll(() => cleanup.disposeAsync())

  /** More rows than a batch has, of every kind of column. */
  async function fill(handle: DatabaseHandle): Promise<[string, string]> {
    const ann = await createUser(handle, { tokens: 10, name: 'Ann "O’Hara" \\ {a,b}\nАнна' })
    const ben = await createUser(handle, { referredBy: ann.id })
    await handle.db.insert(installation).values({ id: uuidv7(), filesIn: 'folder' })
    const image = new Uint8Array([0, 1, 2, 255, 92, 39])
    await handle.db.insert(avatars).values({ userId: ben.id, token: 'token', image, sha256: 'x' })
    const ended = { status: 'succeeded', charged: 0, chargedMilli: 0, finishedAt: new Date('2026-11-01T12:00:00.123Z') } as const
    const work = { userId: ann.id, type: 'image', model: 'm', price: 0, priceMilli: 0 } as const
    const works = Array.from({ length: 501 }, (_, index) => ({
      ...work,
      ...ended,
      id: uuidv7(),
      inputs: [],
      prompt: index % 2 === 0 ? `{"a lake", 'no. ${index}'}` : `озеро № ${index}\\`,
      options: { text: 'NULL', seed: index, nested: `"${index}"` },
      progress: index / 7,
      text: index % 3 === 0 ? '' : null,
    }))
    await handle.db.insert(generations).values(works)
    const queued = { ...work, id: uuidv7(), prompt: 'waits', options: {}, inputs: [], status: 'queued' as const }
    await handle.db.insert(generations).values(queued)
    const file = { userId: ann.id, storageKey: 'k', mediaType: 'image/png', bytes: 5_000_000_000, sha256: 'x' }
    const [first] = works
    if (!first) throw new Error('no work')
    const poster = uuidv7()
    await handle.db.insert(files).values({ ...file, id: poster, generationId: first.id })
    await handle.db
      .insert(files)
      .values({ ...file, id: uuidv7({ msecs: 1 }), generationId: first.id, position: 0, posterId: poster, peaks: [0.1, 1] })
    return [ann.id, queued.id]
  }

  test('a move that fails leaves no row; when it is repeated, every row of every table arrives unchanged, once, with the jobs, and triggers and keys work as before', async () => {
    const { url = '' } = await makeBareDatabase()
    const env = { DATA_DIR: folder, DATABASE_URL: url }
    const stop = new Error('the connection is lost')
    const move = moveDatabase({
      env,
      onTable: ({ table }) => {
        if (table === 'public.users') throw stop
      },
    })
    await expect(move).rejects.toBe(stop)
    const target = await openDatabase({ url, dataDir: folder })
    cleanup.defer(() => target.close())
    expect(Object.values(await contentOf(target.db)).flat()).toEqual([])

    const { tables, jobs } = await moveDatabase({ env })
    expect(jobs).toBe(1)
    expect(tables).toContainEqual({ table: 'public.generations', rows: 502 })
    expect(await contentOf(target.db)).toEqual(before)
    const { rows: waiting } = await target.db.execute(sql`select name, data from pgboss.job where state < 'active'`)
    expect(waiting).toEqual([{ name: 'purge-files', data: { user_id: userId } }])
    // The first start enqueues the run.
    const { rows: lost } = await target.db.execute(
      sql`select id from generations where status = 'queued' and ${hasNoJob(generations.id, { handled: true })}`,
    )
    expect(lost).toEqual([{ id: runId }])

    await expect(moveDatabase({ env })).rejects.toThrow('has rows: a move overwrites nothing')
    expect(await rulesOf(target.db)).toEqual(rules)
    await target.db.execute(sql`delete from files`)
    expect(await auditLedger(target.db)).toEqual([])

    const source = await openDatabase({ dataDir: folder })
    expect(await contentOf(source.db)).toEqual(before)
    await expect(moveDatabase({ env: { ...env, DATABASE_URL: (await makeBareDatabase()).url ?? '' } })).rejects.toThrow('in use')
    await source.close()
  })

  test('a database with tables of something else, or of another version, is refused', async () => {
    const url = await copyDatabase(server)
    const env = { DATA_DIR: folder, DATABASE_URL: url }
    const target = await openDatabase({ url, dataDir: folder })
    cleanup.defer(() => target.close())
    await target.db.execute(
      sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    )
    await expect(moveDatabase({ env })).rejects.toThrow('another version')
    await target.db.execute(sql`drop schema drizzle cascade`)
    await expect(moveDatabase({ env })).rejects.toThrow('has tables')
    await expect(moveDatabase({ env: { DATA_DIR: await mkdtemp(join(tmpdir(), 'quartet-none-')), DATABASE_URL: url } })).rejects.toThrow()
  })
})
