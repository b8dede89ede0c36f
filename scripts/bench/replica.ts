/**
 * Tries what docs/scaling.md plans for read replicas: how late a standby is while runs are written, how often a person would not find their
 * own write there, and whether reads give the same. On two temporary PostgreSQL servers: `npm run bench:replica`. Options: `--runs=50000`,
 * `--marks=300`.
 */
import { isDeepStrictEqual } from 'node:util'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { getStatistics } from '#app/server/core/statistics/get-statistics.ts'
import { recountDays } from '#app/server/core/statistics/record-run.ts'
import { auditLedger } from '#app/server/core/tokens/audit-ledger.ts'
import { type Database, openDatabase } from '#app/server/db/database.ts'
import { withRepeats } from '#app/server/db/transactions.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { duration, quantile } from './numbers.ts'
import { addPeople, addRuns } from './statistics-fill.ts'

const number = (name: string, otherwise: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}
const runs = number('runs', 50_000)
const marks = number('marks', 300)
const rounds = 10
/** Runs that a statement of the load writes. */
const written = 50

await using stack = new AsyncDisposableStack()
const primary = await startPostgres({ buffers: '256MB' })
stack.defer(() => primary.stop())
const handle = await openDatabase({ dataDir: tmpdir(), url: primary.url })
stack.defer(() => handle.close())
const { db } = handle
const people = await addPeople(db, 200)
const [busiest = ''] = people
await addRuns(db, { people, count: runs })
await db.transaction((tx) => recountDays(tx, { userId: busiest, timeZone: 'Europe/Moscow' }))
await db.execute(sql`create table marks (n int primary key)`)

const copying = performance.now()
const standby = await startPostgres({ buffers: '256MB', standbyOf: primary.url })
stack.defer(() => standby.stop())
const pool = new pg.Pool({ connectionString: standby.url })
pool.on('error', () => undefined)
stack.defer(() => pool.end())
const replica = withRepeats(drizzle(pool))
console.log(`${runs} runs; the standby answered ${duration(performance.now() - copying)} after its copy began`)

const position = async () => (await db.execute<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`)).rows[0]?.lsn ?? ''
const hasReplayed = async (lsn: string) =>
  (await replica.execute<{ is: boolean }>(sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is`)).rows[0]?.is ?? false
async function replayed(lsn: string): Promise<number> {
  const started = performance.now()
  while (!(await hasReplayed(lsn))) await sleep(1)
  return performance.now() - started
}

await replayed(await position())
const reads: Record<string, (from: Database) => Promise<unknown>> = {
  'statistics of a year': (from) =>
    getStatistics(from, { providers: openProviders([]), locale: 'en', userId: busiest, query: { days: 365, bucket: 'day' } }),
  'audit of the ledger': (from) => auditLedger(from),
}
for (const [name, read] of Object.entries(reads)) {
  const times: [number[], number[]] = [[], []]
  let same = true
  for (let round = 0; round < rounds; round += 1) {
    const answers: unknown[] = []
    for (const [index, from] of [db, replica].entries()) {
      const started = performance.now()
      answers.push(await read(from))
      times[index]?.push(performance.now() - started)
    }
    same &&= isDeepStrictEqual(answers[0], answers[1])
  }
  const [here, there] = times.map((list) => duration(quantile(list, 0.5)))
  console.log(`${name}: primary ${here}, standby ${there}, ${same ? 'the same answers' : 'DIFFERENT answers'}`)
}

for (const load of [false, true]) {
  let isOver = false
  let loaded = 0
  const writing = load ? writeOn() : Promise.resolve()
  async function writeOn(): Promise<void> {
    for (; !isOver; loaded += written) await addRuns(db, { people, count: written })
  }
  const began = performance.now()
  const late: number[] = []
  let missed = 0
  for (let mark = 0; mark < marks; mark += 1) {
    await db.execute(sql`insert into marks (n) values (${mark + (load ? marks : 0)})`)
    const lsn = await position()
    if (!(await hasReplayed(lsn))) missed += 1
    late.push(await replayed(lsn))
    await sleep(5)
  }
  isOver = true
  await writing
  const rate = Math.round((loaded * 1_000) / (performance.now() - began))
  console.log(
    `${load ? `while ${rate} runs/s are written` : 'idle'}: a write is not there yet in ${missed} of ${marks} reads; then it is after p50 ${duration(quantile(late, 0.5))}, p99 ${duration(quantile(late, 0.99))}`,
  )
}

await standby.stop()
const failing = performance.now()
const isAway = await replica.execute(sql`select 1`).then(
  () => false,
  () => true,
)
console.log(
  `a read of a standby that has ended ${isAway ? 'fails' : 'SUCCEEDS'} after ${duration(performance.now() - failing)}, and the primary answers`,
)
await db.execute(sql`select 1`)
