import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import * as v from 'valibot'
import type { Connections } from './connections.ts'
import { despiteConflicts } from './despite-conflicts.ts'
import { changeSchema } from './schema-lock.ts'

// The package's import map finds the folder, from the sources and from the bundled server.
const migrationsFolder = dirname(dirname(createRequire(import.meta.url).resolve('#app/server/db/migrations/meta/_journal.json')))

/** Runs the migrations that the database does not have yet. */
export const migrateDatabase = (connections: Connections): Promise<void> =>
  changeSchema(connections, (client) => despiteConflicts(() => migrate(drizzle(client), { migrationsFolder })))

const journalSchema = v.object({ entries: v.array(v.object({ tag: v.string(), when: v.number() })) })
const journal = v.parse(journalSchema, JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')))

/** The names of all migrations by the time that the database stores for each, oldest first. */
export const migrationTags: ReadonlyMap<number, string> = new Map(journal.entries.map(({ tag, when }) => [when, tag]))
