/**
 * Measures processor time and memory of the embedded database. Flags of V8 are compared by a run with each:
 * `node scripts/bench/embedded.ts` and `node --liftoff-only scripts/bench/embedded.ts`.
 */
import { rm } from 'node:fs/promises'
import { recountDays } from '#app/server/core/making/statistics/record-run.ts'
import { getStatistics } from '#app/server/core/making/statistics/get-statistics.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { duration, quantile } from './numbers.ts'
import { addPeople, addRuns } from './statistics-fill.ts'

const rounds = 6
const repetitions = 20

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const dataDir = await makeDataDir()
const handle = await openDatabase({ dataDir })
const { db } = handle
try {
  console.log(`open: ${duration(cpuMs())} of processor time`)
  const people = await addPeople(db, 20)
  await addRuns(db, { people, count: 4_000 })
  for (const userId of people) await db.transaction((tx) => recountDays(tx, { userId, timeZone: 'Europe/Moscow' }))
  await db.execute('analyze')

  const view = { providers: openProviders([]), keys: deriveKeys('a secret that is long enough for a bench'), locale: 'en' } as const
  const queries = {
    'a page of the library': (userId: string) => listGenerations(db, { ...view, userId, query: { limit: 50, trash: false } }),
    'a search': (userId: string) => listGenerations(db, { ...view, userId, query: { limit: 50, trash: false, q: 'lake' } }),
    'statistics of 30 days': (userId: string) => getStatistics(db, { ...view, userId, query: { days: 30, bucket: 'day' } }),
    'statistics of a year': (userId: string) => getStatistics(db, { ...view, userId, query: { days: 365, bucket: 'month' } }),
  }
  const spent = new Map<string, number[]>()
  // The optimizer takes a while, so only the second half of the rounds counts.
  for (let round = 0; round < rounds * 2; round += 1) {
    for (const [name, query] of Object.entries(queries)) {
      const before = cpuMs()
      for (let index = 0; index < repetitions; index += 1) await query(people[index % people.length] ?? '')
      if (round >= rounds) spent.set(name, [...(spent.get(name) ?? []), (cpuMs() - before) / repetitions])
    }
  }
  for (const [name, times] of spent) console.log(`${name}: ${quantile(times, 0.5).toFixed(2)} ms of processor time`)
  console.log(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
} finally {
  await handle.close()
  await rm(dataDir, { recursive: true, force: true })
}
