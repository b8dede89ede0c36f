import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { type DatabaseHandle, type OnceTransaction, openDatabase } from '../db/database.ts'
import { openPglite } from '../db/pglite.ts'
import type { Env } from '../env.ts'
import { enqueueAgain, openQueue, type Queue, readUnfinishedJobs, type UnfinishedJob } from '../queue/queue.ts'
import { version } from '../version.ts'
import { BackupError } from './backup-error.ts'
import { isCurrent, readMigration } from './read-state.ts'
import { copyStopped } from './snapshot.ts'

export type MovedTable = { table: string; rows: number }
export type Move = {
  tables: MovedTable[]
  /** Jobs other than those of runs, which the first start enqueues. */
  jobs: number
}

type MoveOptions = { env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>; onTable?: (moved: MovedTable) => void }

/** Rows per statement; a text of a run has up to a megabyte. */
const batch = 500
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Copies the embedded database into an empty PostgreSQL database, in one transaction: all of it is there, or nothing. The source is read from
 * a copy of its folder and never changed; no server may run on it meanwhile. Throws BackupError with a line for the operator.
 */
export async function moveDatabase({ env, onTable = () => {} }: MoveOptions): Promise<Move> {
  const dataDir = resolve(env.DATA_DIR)
  const url = env.DATABASE_URL
  if (!url) throw new BackupError('Set DATABASE_URL to an empty PostgreSQL database.')
  if (!existsSync(join(dataDir, 'db'))) throw new BackupError(`There is no database in ${dataDir}: check DATA_DIR.`)
  await requireEmpty(url)
  const copy = await copyStopped(dataDir)
  try {
    const source = await openPglite({ dir: copy.path, logger: silent, onFatal: () => {} })
    try {
      await requireSound(source.pool)
      const target = await openDatabase({ url, dataDir })
      try {
        return await copyAll(source.pool, target, onTable)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  } finally {
    await copy.release()
    copy.unlock()
  }
}

/** The target has no tables, or those that an interrupted move has left without rows. */
async function requireEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The database of DATABASE_URL cannot be reached (${error.code ?? error.name}).`)
  })
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema', 'pgboss')`,
    )
    if (tables.length === 0) return
    const isOurs = tables.some(({ name }) => name === 'drizzle.__drizzle_migrations')
    if (!isOurs) throw new BackupError('The database of DATABASE_URL has tables: a move overwrites nothing. Choose an empty one.')
    if (!isCurrent(await readMigration(drizzle(client))))
      throw new BackupError(`The database of DATABASE_URL is of another version than this one (${version}). Choose an empty one.`)
    for (const { name } of tables) {
      const { rowCount } = name.startsWith('drizzle.') ? { rowCount: 0 } : await client.query(`select 1 from ${name} limit 1`)
      if (rowCount) throw new BackupError('The database of DATABASE_URL has rows: a move overwrites nothing. Choose an empty one.')
    }
  } finally {
    await client.end()
  }
}

async function requireSound(source: pg.Pool): Promise<void> {
  const db = drizzle(source)
  if (!isCurrent(await readMigration(db)))
    throw new BackupError(
      `The embedded database is of another version than this one (${version}). Start the server once without DATABASE_URL.`,
    )
  const broken = await auditLedger(db)
  if (broken.length > 0)
    throw new BackupError(`The ledger does not add up (${broken.length} violations): run "npm run audit:ledger" without DATABASE_URL.`)
}

async function copyAll(source: pg.Pool, target: DatabaseHandle, onTable: (moved: MovedTable) => void): Promise<Move> {
  const jobs = await readUnfinishedJobs(drizzle(source))
  const queue = await openQueue(target, { roles: { work: false } })
  try {
    // Not repeated, because it takes long and reports its progress.
    return await target.db.transactOnce((tx) => copyInto(tx, { source, queue, jobs, onTable }))
  } finally {
    await queue.close()
  }
}

type Copying = {
  source: pg.Pool
  queue: Queue
  jobs: readonly UnfinishedJob[]
  onTable: (moved: MovedTable) => void
}

async function copyInto(tx: OnceTransaction, { source, queue, jobs, onTable }: Copying): Promise<Move> {
  const run = async <Row extends Record<string, unknown>>(query: string) => (await tx.execute<Row>(sql.raw(query))).rows
  // Keys are checked when all rows are there; the triggers have fired in the source.
  const { rows: tables } = await source.query<Table>(tablesQuery)
  for (const { name } of tables) await run(`alter table ${name} disable trigger user`)
  const keys = await run<Key>(keysQuery)
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${name}`)
  const moved: MovedTable[] = []
  for (const table of tables) {
    const found = { table: table.name, rows: await copyTable(source, table, (query) => tx.execute(query)) }
    moved.push(found)
    onTable(found)
  }
  const { rows: sequences } = await source.query<{ name: string; last: string | null }>(sequencesQuery)
  for (const { name, last } of sequences) if (last !== null) await run(`select setval('${name}', ${last})`)
  for (const { table, name, definition } of keys) await run(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name } of tables) await run(`alter table ${name} enable trigger user`)
  await enqueueAgain(queue, tx, jobs)

  for (const { table, rows } of moved) {
    const [found] = await run<{ count: number }>(`select count(*)::int as count from ${table}`)
    if (found?.count !== rows) throw new BackupError(`The table ${table} has ${found?.count} rows instead of ${rows}. Nothing was moved.`)
  }
  const broken = await auditLedger(tx)
  if (broken.length > 0) throw new BackupError(`The ledger of the copy does not add up (${broken.length} violations). Nothing was moved.`)
  return { tables: moved, jobs: jobs.length }
}

type Column = { name: string; type: string }
type Table = { name: string; columns: Column[] }
type Key = { table: string; name: string; definition: string }

/** Without columns that the database generates. */
const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name,
    json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname = 'public' and c.relkind = 'r' group by 1 order by 1`

const keysQuery = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`

const sequencesQuery = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`

/** Copies the rows as text, in which PostgreSQL writes and reads every type without a loss. Returns their number. */
async function copyTable(
  source: pg.Pool,
  { name, columns }: Table,
  write: (query: ReturnType<typeof sql>) => Promise<unknown>,
): Promise<number> {
  const names = sql.raw(columns.map((column) => column.name).join(', '))
  const values = sql.raw(columns.map(({ type }, index) => `v.c${index}::${type}`).join(', '))
  const aliases = sql.raw(columns.map((_column, index) => `c${index}`).join(', '))
  const client = await source.connect()
  let copied = 0
  try {
    await client.query('begin read only')
    await client.query(`declare moved cursor for select ${columns.map((column) => `${column.name}::text`).join(', ')} from ${name}`)
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({ text: `fetch ${batch} from moved`, rowMode: 'array' })
      if (rows.length === 0) break
      const lists = columns.map((_column, index) => sql`${sql.param(rows.map((row) => row[index] ?? null))}::text[]`)
      await write(sql`insert into ${sql.raw(name)} (${names}) select ${values} from unnest(${sql.join(lists, sql`, `)}) as v (${aliases})`)
      copied += rows.length
    }
    await client.query('commit')
    return copied
  } finally {
    client.release()
  }
}
