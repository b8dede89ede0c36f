/**
 * Compares what a person with 100,000 works waits for with one of 1,000, in a database of many people, and prints the ratios:
 * `npm run bench:growth` on a temporary PostgreSQL server, `npm run bench:growth -- --embedded` on PGlite in a temporary folder. Options:
 * `--works=200000` of everybody, `--large=100000`, `--small=1000`, `--rounds=30`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { requireStorage } from '#app/server/core/making/files/require-storage.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { readOverview } from '#app/server/core/library/first-views/read-overview.ts'
import { readStorageUse } from '#app/server/core/library/works/storage-use.ts'
import { summarizeLibrary } from '#app/server/core/library/works/summarize-library.ts'
import { getStatistics } from '#app/server/core/making/statistics/get-statistics.ts'
import { recountDays } from '#app/server/core/making/statistics/record-run.ts'
import { listEntries } from '#app/server/core/money/tokens/list-entries.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { addWorks, withoutTriggers, words } from './growth-fill.ts'
import { duration, quantile } from './numbers.ts'
import { addPeople } from './statistics-fill.ts'

const number = (name: string, otherwise: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}
const embedded = process.argv.includes('--embedded')
const works = number('works', embedded ? 150_000 : 200_000)
const large = number('large', 100_000)
const small = number('small', 1_000)
const rounds = number('rounds', 30)

const server = embedded ? undefined : await startPostgres({ buffers: '1GB' })
const dataDir = await mkdtemp(join(tmpdir(), 'quartet-bench-growth-'))
const handle = await openDatabase({ dataDir, ...(server && { url: server.url }) })
const { db } = handle
try {
  const [one = '', other = '', ...rest] = await addPeople(db, 1_002)
  const filling = performance.now()
  await withoutTriggers(db, async () => {
    await addWorks(db, { userIds: [other], count: large / 2 })
    await addWorks(db, { userIds: rest, count: works - large - small })
    await addWorks(db, { userIds: [other], count: large / 2 })
    await addWorks(db, { userIds: [one], count: small })
  })
  for (const userId of [one, other]) await db.transaction((tx) => recountDays(tx, { userId, timeZone: 'Europe/Moscow' }))
  await db.execute(sql`vacuum analyze`)
  const { rows } = await db.execute<{ size: string }>(sql`select pg_size_pretty(pg_database_size(current_database())) as size`)
  console.log(`${handle.kind}: ${works} works written in ${duration(performance.now() - filling)}, ${rows[0]?.size}`)

  const view = { providers: openProviders([]), keys: deriveKeys('a secret that is long enough for a bench'), locale: 'en' } as const
  const list = (query: object) => (userId: string) => listGenerations(db, { ...view, userId, query: { limit: 40, trash: false, ...query } })
  const ledger = (query: object) => (userId: string) => listEntries(db, userId, { limit: 40, ...query })
  const [rare = '', rarest = ''] = [words[300], words.at(-5)]
  const cases: Record<string, (userId: string) => Promise<unknown>> = {
    'search, en, a frequent word (lakes)': list({ q: 'lakes' }),
    'search, ru, a frequent word (озёра)': list({ q: 'озера' }),
    'search, en, less frequent (libraries)': list({ q: 'libraries' }),
    'search, ru, less frequent (долины)': list({ q: 'долины' }),
    'search, a rare word': list({ q: rare }),
    'search, the rarest word': list({ q: rarest }),
    'search, two words': list({ q: 'lake долина' }),
    'search, a phrase': list({ q: '"lake forest"' }),
    'search, a prefix (lak)': list({ q: 'lak' }),
    'search, a prefix of many words (ka)': list({ q: 'ka' }),
    'search, of videos': list({ q: 'castle', type__in: ['video'] }),
    'search, no result': list({ q: 'nothinglikethis' }),
    'search, the second page': secondPage(list, { q: 'lakes' }),
    'ledger search, en': ledger({ q: 'lakes' }),
    'ledger search, ru': ledger({ q: 'долины' }),
    'ledger search, a rare word': ledger({ q: rare }),
    'ledger search, no result': ledger({ q: 'nothinglikethis' }),
    'ledger, a page': ledger({}),
    'library, a page': list({}),
    'library, the page after 500 works': deepPage(list),
    'library, summary': (userId) => summarizeLibrary(db, { ...view, userId }),
    'overview of the dashboard': (userId) => readOverview(db, { ...view, accountId: userId, personId: userId, sessionId: null }),
    'statistics of 30 days': (userId) => getStatistics(db, { ...view, userId, query: { days: 30, bucket: 'day' } }),
    'statistics of a year': (userId) => getStatistics(db, { ...view, userId, query: { days: 365, bucket: 'month' } }),
    'storage limit at a submit': (userId) => db.transaction((tx) => requireStorage(tx, { userId, bytes: 1 })),
    'storage in the settings': (userId) => readStorageUse(db, { userId, locale: 'en' }),
  }
  for (const [name, read] of Object.entries(cases)) {
    const times: Record<string, number[]> = {}
    for (let round = -3; round < rounds; round += 1) {
      for (const userId of [one, other]) {
        const started = performance.now()
        await read(userId)
        if (round >= 0) (times[userId] ??= []).push(performance.now() - started)
      }
    }
    const [few, many] = [quantile(times[one] ?? [], 0.5), quantile(times[other] ?? [], 0.5)]
    console.log(`${name.padEnd(42)} ${duration(few).padStart(8)} ${duration(many).padStart(8)} ${(many / few).toFixed(1).padStart(7)}`)
  }
} finally {
  await handle.close()
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type List = (query: object) => (userId: string) => Promise<{ next_cursor: string | null }>

/** Reads the second page; the first one is read once. */
function secondPage(read: List, query: object): (userId: string) => Promise<unknown> {
  const cursors = new Map<string, Promise<{ next_cursor: string | null }>>()
  return async (userId) => {
    let first = cursors.get(userId)
    if (!first) cursors.set(userId, (first = read(query)(userId)))
    return read({ ...query, cursor: (await first).next_cursor ?? undefined })(userId)
  }
}

function deepPage(read: List): (userId: string) => Promise<unknown> {
  return secondPage((query) => read({ limit: 500, ...('cursor' in query ? { limit: 40 } : {}), ...query }), {})
}
