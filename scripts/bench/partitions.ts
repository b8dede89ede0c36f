/**
 * Tries what docs/scaling.md plans: `generations` in partitions by month, by ranges of the id, which begins with the time. Prints what the
 * frequent statements cost with and without partitions, on a temporary PostgreSQL server: `npm run bench:partitions`. Option: `--works=60000`.
 */
import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#app/server/db/database.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { addWorks } from './growth-fill.ts'
import { duration, quantile } from './numbers.ts'
import { addPeople } from './statistics-fill.ts'

const given = process.argv.find((argument) => argument.startsWith('--works='))
const count = given ? Number(given.split('=')[1]) : 60_000

/** The first id of a month, counted back from the present one. */
const firstId = (monthsAgo: number) => {
  const now = new Date()
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)
  return `${start
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})/, '$1-')}-0000-0000-000000000000`
}

const server = await startPostgres()
const handle = await openDatabase({ dataDir: tmpdir(), url: server.url })
const { db } = handle
const run = async (query: string) => (await db.execute(sql.raw(query))).rows
try {
  const people = await addPeople(db, 100)
  await db.transaction(async (tx) => {
    // Without triggers, whose tables are not read here.
    await tx.execute(sql`set local session_replication_role = replica`)
    await addWorks(tx, { userIds: people, count })
  })
  await run(
    `update generations set status = 'queued', finished_at = null, charged = null, charged_milli = null where id in (select id from generations order by id desc limit 50)`,
  )
  await run('create schema months')
  await run(
    'create table months.generations (like public.generations including defaults including constraints, primary key (id)) partition by range (id)',
  )
  for (let month = 13; month >= 0; month -= 1)
    await run(
      `create table months.generations_${month} partition of months.generations for values from ('${firstId(month)}') to ('${firstId(month - 1)}')`,
    )
  const indexes = await run(
    `select indexdef from pg_indexes where schemaname = 'public' and tablename = 'generations' and indexdef not like 'CREATE UNIQUE%'`,
  )
  for (const { indexdef } of indexes) await run(String(indexdef).replace('ON public.generations', 'ON months.generations'))
  await run('insert into months.generations select * from public.generations')
  await run(
    'alter table files add constraint files_in_months foreign key (generation_id) references months.generations (id) on delete cascade',
  )
  await run('vacuum analyze')
  console.log(`${count} works, ${indexes.length} indexes, 14 partitions; the key of "files" refers to the partitioned table`)

  const [person] = people
  const ids = (await run(`select id from generations order by random() limit 50`)).map(({ id }) => String(id))
  const statements: Record<string, (table: string, id: string) => string> = {
    'a page of the library': (table) =>
      `select * from ${table} where user_id = '${person}' and deleted_at is null order by id desc nulls last limit 41`,
    'a work by its id': (table, id) => `select * from ${table} where id = '${id}'`,
    'a claim': (table, id) =>
      `update ${table} set lease_owner = gen_random_uuid(), lease_until = now() where id = '${id}' and status = 'succeeded'`,
    'unfinished runs': (table) => `select id from ${table} where status in ('queued', 'running') order by lease_until limit 100`,
    'the summary by the works themselves': (table) =>
      `select model, count(*) from ${table} where user_id = '${person}' and deleted_at is null group by model`,
  }
  for (const [name, statement] of Object.entries(statements)) {
    const figures: string[] = []
    for (const table of ['public.generations', 'months.generations']) {
      const times: number[] = []
      for (const id of [...ids, ...ids]) {
        const started = performance.now()
        await run(statement(table, id))
        times.push(performance.now() - started)
      }
      figures.push(duration(quantile(times.slice(ids.length), 0.5)))
    }
    console.log(`${name.padEnd(40)} ${figures.map((figure) => figure.padStart(10)).join('')}`)
  }
  const started = performance.now()
  await run('alter table files drop constraint files_in_months')
  await run('alter table months.generations detach partition months.generations_12')
  console.log(`a month is detached in ${duration(performance.now() - started)}`)
} finally {
  await handle.close()
  await server.stop()
}
