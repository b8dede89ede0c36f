import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { auditLedger, type BrokenInvariant } from '../core/money/tokens/audit-ledger.ts'
import type { Database } from '../db/database.ts'
import { migrationTags } from '../db/migrate.ts'

type Reader = Pick<Database, 'execute'>

/** Rows by table. */
export const countsSchema = v.record(v.string(), v.number())
export type Counts = v.InferOutput<typeof countsSchema>

/** Counts the rows of every table of the product and of its queue. */
export async function countRows(db: Reader): Promise<Counts> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss', 'drizzle') order by 1`)
  const counts = tables.map(({ name }) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.raw(name)}`)
  if (counts.length === 0) return {}
  const { rows } = await db.execute<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return Object.fromEntries(rows.map(({ name, rows: number }) => [name, number]))
}

/** The last migration that has run: its name, or null if it is of a later version than this one. */
export async function readMigration(db: Reader): Promise<string | null> {
  const { rows } = await db.execute<{ at: string }>(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`)
  return migrationTags.get(Number(rows[0]?.at)) ?? null
}

/** Whether the database has exactly the migrations of this version. */
export const isCurrent = (migration: string | null): boolean => migration === [...migrationTags.values()].at(-1)

/** Audits the ledger; undefined if the schema is not that of this version, whose queries would not fit. */
export async function auditIfCurrent(db: Reader): Promise<BrokenInvariant[] | undefined> {
  return isCurrent(await readMigration(db)) ? auditLedger(db) : undefined
}
