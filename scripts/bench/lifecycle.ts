/**
 * Measures what the runs themselves cost beside the work of models: submit, queue, claim, result and settlement, with a provider that answers
 * at once, on a temporary PostgreSQL server: `npm run bench:lifecycle`. Options: `--runs=2000`, `--people=50`.
 */
import { sql } from 'drizzle-orm'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { duration, quantile } from './numbers.ts'
import { cpuMsOf, postmasterOf } from './postgres-time.ts'

const number = (name: string, otherwise: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}
const count = number('runs', 2_000)
const peopleCount = number('people', 50)
/** Submits at the same time, as of so many requests. */
const parallel = 8

const server = await startPostgres()
process.env.TEST_DATABASE_URL = server.url
const runtime = await openTestRuntime({ provider: scriptedProvider(), work: true })
const { db, queue, providers } = runtime
try {
  const postmaster = await postmasterOf(db)
  const people = await Promise.all(Array.from({ length: peopleCount }, () => createUser(runtime, { tokens: 1_000_000 })))
  const input = { model: 'image-10', prompt: 'a lighthouse on a cliff at dawn, with seagulls', options: {}, inputs: [] }
  const submits: number[] = []
  let next = 0
  const submitAll = async () => {
    while (next < count) {
      next += 1
      const started = performance.now()
      await createGeneration(db, { queue, providers, userId: people[next % peopleCount]?.id ?? '', input })
      submits.push(performance.now() - started)
    }
  }
  const before = { own: process.cpuUsage(), database: cpuMsOf(postmaster), at: performance.now() }
  await Promise.all(Array.from({ length: parallel }, submitAll))
  const submitted = performance.now() - before.at
  for (;;) {
    const { rows: left } = await db.execute(sql`select 1 from generations where finished_at is null limit 1`)
    if (left.length === 0) break
  }
  const took = performance.now() - before.at
  const own = process.cpuUsage(before.own)
  console.log(`${count} runs of ${peopleCount} people, by one process with ${parallel} submits at a time`)
  console.log(
    `submit, p50 / p95: ${duration(quantile(submits, 0.5))} / ${duration(quantile(submits, 0.95))}; ${perSecond(submitted)} submits/s`,
  )
  console.log(`until all have ended: ${duration(took)}, ${perSecond(took)} runs/s`)
  console.log(
    `processor time of a run: process ${((own.user + own.system) / 1_000 / count).toFixed(1)} ms, PostgreSQL ${((cpuMsOf(postmaster) - before.database) / count).toFixed(1)} ms`,
  )
  const { rows: sizes } = await db.execute<{ bytes: number }>(sql`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and relkind = 'r' and relname in ('generations', 'token_entries', 'files', 'work_sizes', 'search_entries')`)
  console.log(`on disk, with indexes: ${Math.round((sizes[0]?.bytes ?? 0) / count)} bytes of a run`)
} finally {
  await runtime[Symbol.asyncDispose]()
  await server.stop()
}
process.exit()

function perSecond(ms: number): string {
  return String(Math.round((count / ms) * 1_000))
}
