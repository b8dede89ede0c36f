/**
 * Measures statistics with 1,000,000 runs of 1,000 people in a year. On PGlite in a temporary folder, or with `--postgres` on a temporary
 * PostgreSQL server: `npm run bench:statistics -- --postgres`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { recountDays } from '#app/server/core/making/statistics/record-run.ts'
import { getStatistics } from '#app/server/core/making/statistics/get-statistics.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { duration, quantile } from './numbers.ts'
import { addPeople, addRuns } from './statistics-fill.ts'

const number = (name: string, otherwise: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}
const count = number('runs', 1_000_000)
const peopleCount = number('people', 1_000)
const views = number('views', 300)

const server = process.argv.includes('--postgres') ? await startPostgres() : undefined
const dataDir = await mkdtemp(join(tmpdir(), 'quartet-bench-statistics-'))
const handle = await openDatabase({ dataDir, ...(server && { url: server.url }) })
const { db } = handle
try {
  // Statistics never read these indexes, which take most of the time to write.
  for (const name of ['of_user', 'of_user_by_type', 'idempotency']) await db.execute(sql.raw(`drop index generations_${name}`))
  const people = await addPeople(db, peopleCount)
  const filling = performance.now()
  await addRuns(db, { people, count })
  console.log(`${handle.kind}: ${count} runs of ${peopleCount} people written in ${duration(performance.now() - filling)}`)

  const recounts: number[] = []
  for (const userId of people) {
    const started = performance.now()
    await db.transaction((tx) => recountDays(tx, { userId, timeZone: 'Europe/Moscow' }))
    recounts.push(performance.now() - started)
  }
  await db.execute(sql`analyze`)
  const { rows } = await db.execute<{ kept: number }>(sql`
    select days + waits as kept from
      (select count(*)::int as days from generation_days where user_id = ${people[0]}) d,
      (select count(*)::int as waits from generation_waits where user_id = ${people[0]}) w`)
  console.log(`recount of a person's days: ${inWords(recounts)}; the busiest has ${rows[0]?.kept ?? 0} rows for their year`)

  const providers = openProviders([])
  for (const [name, days, bucket] of [
    ['30 days by day', 30, 'day'],
    ['a year by month', 365, 'month'],
    ['a year by day', 365, 'day'],
  ] as const) {
    const view = async (userId: string) => {
      const started = performance.now()
      await getStatistics(db, { providers, locale: 'en', userId, query: { days, bucket } })
      return performance.now() - started
    }
    const anybody: number[] = []
    for (let index = 0; index < views; index += 1) anybody.push(await view(people[(index * 373) % people.length] ?? ''))
    const busiest: number[] = []
    for (let index = 0; index < Math.ceil(views / 10); index += 1) busiest.push(await view(people[0] ?? ''))
    console.log(`${name}: an average person ${inWords(anybody)}; the busiest ${inWords(busiest)}`)
  }
} finally {
  await handle.close()
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function inWords(times: number[]): string {
  return `p50 ${duration(quantile(times, 0.5))}, p95 ${duration(quantile(times, 0.95))}`
}
