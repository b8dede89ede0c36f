import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import * as v from 'valibot'
import { version } from '../version.ts'
import { DatabaseStartError } from './await-postgres.ts'
import type { Connections, DatabaseLogger } from './connections.ts'
import { despiteConflicts } from './despite-conflicts.ts'
import { changeSchema } from './schema-lock.ts'

// The package's import map finds the folder, from the sources and from the bundled server.
const migrationsFolder = dirname(dirname(createRequire(import.meta.url).resolve('#app/server/db/migrations/meta/_journal.json')))

/** Milliseconds between lines of the log while one migration runs or another process migrates. */
const reportEveryMs = 15_000

/**
 * Runs the migrations that the database does not have yet, and logs them one by one. Throws DatabaseStartError if the database has one that
 * this version does not know: older code must not run on it.
 */
export async function migrateDatabase(connections: Connections, logger?: Pick<DatabaseLogger, 'info'>): Promise<void> {
  let doing: { message: string; migration?: string | undefined } = { message: 'migrating' }
  const report = () => logger?.info({ ...(doing.migration && { migration: doing.migration }) }, doing.message)
  const timer = setInterval(report, reportEveryMs).unref()
  const change = (client: pg.Pool | pg.PoolClient) =>
    despiteConflicts(async () => {
      const done = await readApplied(client)
      requireKnown(done)
      const pending = [...migrationTags].filter(([when]) => when > (done.at(-1) ?? 0)).map(([, tag]) => tag)
      if (pending.length === 0) return
      let count = 0
      const next = () => {
        doing = { message: `migrating: ${count + 1} of ${pending.length}`, migration: pending[count] }
        if (count < pending.length) report()
      }
      next()
      const logQuery = (query: string) => {
        if (!query.startsWith('insert into "drizzle"."__drizzle_migrations"')) return
        count += 1
        next()
      }
      await migrate(drizzle(client, { logger: { logQuery } }), { migrationsFolder })
      logger?.info({ migrations: pending.length }, 'migrated')
    })
  try {
    await changeSchema(connections, change, () => {
      doing = { message: 'waiting for another process that migrates the database' }
      report()
    })
  } finally {
    clearInterval(timer)
  }
}

/** The times of the migrations that the database has, ascending. */
async function readApplied(client: pg.Pool | pg.PoolClient): Promise<number[]> {
  const { rows: found } = await client.query<{ has: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as has`)
  if (!found[0]?.has) return []
  const { rows } = await client.query<{ at: string }>('select created_at::text as at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ at }) => Number(at))
}

function requireKnown(done: readonly number[]): void {
  const newest = Math.max(...migrationTags.keys())
  if (done.every((when) => when <= newest)) return
  throw new DatabaseStartError(
    `The database belongs to a newer version of Quartet than this one (${version}): start that version, or restore a backup of this one.`,
  )
}

const journalSchema = v.object({ entries: v.array(v.object({ tag: v.string(), when: v.number() })) })
const journal = v.parse(journalSchema, JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')))

/** The names of all migrations by the time that the database stores for each, oldest first. */
export const migrationTags: ReadonlyMap<number, string> = new Map(journal.entries.map(({ tag, when }) => [when, tag]))
