/**
 * Measures what a long queue costs the start and the sweep of a worker, and the place in the queue that a page shows, on a temporary
 * PostgreSQL server: `npm run bench:backlog`. Option: `--runs=200000`.
 */
import { sql } from 'drizzle-orm'
import { countAhead } from '#app/server/core/making/generations/count-ahead.ts'
import { recoverJobs, recoverRuns } from '#app/server/core/making/runs/recover-runs.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { openQueue } from '#app/server/queue/queue.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { tmpdir } from 'node:os'
import { duration } from './numbers.ts'
import { cpuMsOf, postmasterOf } from './postgres-time.ts'
import { addPeople } from './statistics-fill.ts'

const given = process.argv.find((argument) => argument.startsWith('--runs='))
const count = given ? Number(given.split('=')[1]) : 200_000

const server = await startPostgres()
const handle = await openDatabase({ dataDir: tmpdir(), url: server.url })
const queue = await openQueue(handle, { roles: { work: false } })
const { db } = handle
const postmaster = await postmasterOf(db)
const options = { queue, providers: openProviders([]), alone: false }
try {
  const people = await addPeople(db, 1_000)
  await db.execute(sql`
    insert into generations (id, user_id, type, model, prompt, options, inputs, status, price, price_milli, updated_at)
    select gen_random_uuid(), (${sql.param(people)}::uuid[])[1 + n % 1000], 'image', 'sketch/image', 'a lake at dawn', '{}', '[]', 'queued', 4, 4000,
      now() - interval '1 hour'
    from generate_series(1, ${count}) n`)
  await measure(`${count} queued runs without a job are enqueued`, () => recoverJobs(db, options))
  await db.execute(sql`update generations set updated_at = now() - interval '1 hour'`)
  await db.execute(sql`vacuum analyze`)
  await measure('a start when each has its job', async () => (await recoverRuns(db, options)) + (await recoverJobs(db, options)))
  await measure('the sweep of every minute', () => recoverRuns(db, options))
  const { rows } = await db.execute<{ id: string }>(sql`select id from generations order by id desc limit 40`)
  const waiting = rows.map(({ id }) => ({ id, status: 'queued' as const }))
  // The first call of a process reads the queue; later ones read its sample.
  for (const which of ['first', 'again'])
    for (const many of [1, 40])
      await measure(
        `the places of ${many}, ${which}`,
        async () => (await countAhead(db, { ...options, rows: waiting.slice(0, many) })).size,
      )
} finally {
  await queue.close()
  await handle.close()
  await server.stop()
}

async function measure(what: string, work: () => Promise<number>) {
  const before = cpuMsOf(postmaster)
  const started = performance.now()
  const result = await work()
  const took = performance.now() - started
  console.log(`${what}: ${duration(took)}, processor time of PostgreSQL ${cpuMsOf(postmaster) - before} ms (${result})`)
}
