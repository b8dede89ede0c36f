import { expect, test } from 'vitest'
import journal from '../../app/server/db/migrations/meta/_journal.json' with { type: 'json' }
import { describeMigrations, readContracts, readMigrations } from '../../scripts/snapshots/migrations.ts'
import { migrations, readPresent, snapshots } from '../../scripts/snapshots/snapshots.ts'

test.each(snapshots)('$file is up to date', (snapshot) => {
  const present = readPresent(snapshot)
  expect(snapshot.generate(present), `${snapshot.file} differs from the code: run \`npm run snapshots\` and review the diff`).toBe(present)
})

const create = { name: '0000_start', sql: 'CREATE TABLE "a" ("id" uuid);' }

test('every migration states its changes and whether older code can run next to it', () => {
  for (const [name, { changes, olderCode }] of readContracts(readPresent(migrations))) expect([name, changes, olderCode]).not.toContain('')
})

test('the journal lists every migration in the order of time', () => {
  // The migrator skips a migration that is older than the last one applied.
  expect(journal.entries.map(({ tag }) => tag)).toEqual(readMigrations().map(({ name }) => name))
  expect(journal.entries.map(({ when }) => when)).toEqual(journal.entries.map(({ when }) => when).toSorted((a, b) => a - b))
})

test('a changed or removed migration is refused', () => {
  const landed = describeMigrations('', [create])
  expect(() => describeMigrations(landed, [{ ...create, sql: 'CREATE TABLE "b" ("id" uuid);' }])).toThrow('0000_start has changed')
  expect(() => describeMigrations(landed, [])).toThrow('0000_start is gone')
})

test.each([
  ['expand', 'ALTER TABLE "a" ADD COLUMN "b" text;'],
  ['expand', 'ALTER TABLE "a" ADD COLUMN "b" boolean DEFAULT false NOT NULL;'],
  ['expand, backfill', 'ALTER TABLE "a" ADD COLUMN "b" text;--> statement-breakpoint\nUPDATE "a" SET "b" = "c";'],
  ['contract', 'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;'],
  ['contract', 'ALTER TABLE "a" DROP COLUMN "b";'],
  ['contract', 'ALTER TABLE "a" ADD CONSTRAINT "a_sound" CHECK ("b" > 0);'],
])('a migration is of the kind “%s”', (kind, sql) => {
  expect(describeMigrations('', [{ name: '0000_start', sql }])).toContain(`- Kind: ${kind}\n`)
})
