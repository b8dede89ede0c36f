/**
 * Compares what a person with 10,000 takes of films waits for with one who has the same works and no takes: `npm run bench:takes` on a
 * temporary PostgreSQL server, `npm run bench:takes -- --embedded` on PGlite in a temporary folder. The takes of one person lie among the
 * works, those of another are newer than every work, which is the worst case of a list that starts with the newest. Each ratio is the median
 * of pairs that are measured one after the other, so that other work on the machine meets both. Pages of the database that are read (PostgreSQL only) are exact. Options:
 * `--takes=10000`, `--works=2000`, `--rounds=30`. Exits with an error if a ratio is above 1.3 and more than 1 ms.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { readOverview } from '#app/server/core/library/first-views/read-overview.ts'
import { summarizeLibrary } from '#app/server/core/library/works/summarize-library.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { type Database, openDatabase } from '#app/server/db/database.ts'
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
const takes = number('takes', 10_000)
const works = number('works', 2_000)
const rounds = number('rounds', 30)
/** The highest ratio, and the difference below which it is the noise of the machine. */
const aim = { ratio: 1.3, ms: 1 }

const planSchema = v.tuple([v.object({ Plan: v.object({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() }) })])

const server = process.argv.includes('--embedded') ? undefined : await startPostgres({ buffers: '256MB' })
const dataDir = await mkdtemp(join(tmpdir(), 'quartet-bench-takes-'))
const handle = await openDatabase({ dataDir, ...(server && { url: server.url }) })
const { db } = handle
try {
  const [none = '', among = '', newest = ''] = await addPeople(db, 3)
  await withoutTriggers(db, async () => {
    await addWorks(db, { userIds: [none], count: works })
    await addWorks(db, { userIds: [among], count: works + takes })
    await addWorks(db, { userIds: [newest], count: works + takes })
  })
  await makeTakes(db, among, sql`random()`)
  await makeTakes(db, newest, sql`id desc`)
  await db.execute(sql`vacuum analyze`)

  const view = { providers: openProviders([]), keys: deriveKeys('a secret that is long enough for a bench'), locale: 'en' } as const
  const list = (query: object) => (userId: string) => listGenerations(db, { ...view, userId, query: { limit: 40, trash: false, ...query } })
  const cases: Record<string, (userId: string) => Promise<unknown>> = {
    'library, a page': list({}),
    'library, images': list({ type__in: ['image'] }),
    'library, favorites': list({ favorite: true }),
    'running works': list({ status__in: ['queued', 'running'] }),
    'search, a frequent word (lakes)': list({ q: 'lakes' }),
    'search, less frequent (libraries)': list({ q: 'libraries' }),
    'search, a rare word': list({ q: words[300] }),
    'search, the rarest word': list({ q: words.at(-5) }),
    'search, no result': list({ q: 'nothinglikethis' }),
    'library, summary': (userId) => summarizeLibrary(db, { ...view, userId }),
    'overview of the dashboard': (userId) => readOverview(db, { ...view, accountId: userId, personId: userId, sessionId: null }),
  }
  console.log(`${handle.kind}: ${works} works, ${takes} takes, medians of ${rounds} rounds`)
  const heads = ['none', 'among', 'ratio', 'newest', 'ratio', ...('pool' in handle ? ['pages', 'among', 'newest'] : [])]
  console.log(`${''.padEnd(34)}${heads.map((head) => head.padStart(9)).join('')}`)
  for (const [name, read] of Object.entries(cases)) {
    const times = new Map([none, among, newest].map((userId): [string, number[]] => [userId, []]))
    for (let round = -3; round < rounds; round += 1)
      for (const [userId, measured] of round % 2 === 0 ? times : [...times].toReversed()) {
        const started = performance.now()
        await read(userId)
        if (round >= 0) measured.push(performance.now() - started)
      }
    const [without = [], ...others] = times.values()
    const usual = quantile(without, 0.5)
    const cells = others.flatMap((measured) => {
      const ratio = quantile(
        measured.map((ms, round) => ms / (without[round] ?? Number.NaN)),
        0.5,
      )
      if (ratio > aim.ratio && quantile(measured, 0.5) - usual > aim.ms) process.exitCode = 1
      return [duration(quantile(measured, 0.5)), ratio.toFixed(2)]
    })
    const pages: string[] = []
    if ('pool' in handle) for (const userId of times.keys()) pages.push(String(await pagesOf(handle.pool, () => read(userId))))
    console.log(`${name.padEnd(34)}${[duration(usual), ...cells, ...pages].map((cell) => cell.padStart(9)).join('')}`)
  }
} finally {
  await handle.close()
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Makes works of a person takes of a film, the first ones in this order. */
async function makeTakes(on: Pick<Database, 'execute'>, userId: string, order: ReturnType<typeof sql>): Promise<void> {
  const film = uuidv7()
  const document = JSON.stringify({ v: 1, language: 'en', title: 'The keeper', order: [], shots: {} })
  await on.execute(sql`insert into films (id, user_id, title, document) values (${film}, ${userId}, 'The keeper', ${document}::jsonb)`)
  await on.execute(sql`
    insert into film_takes (generation_id, film_id, part, recipe)
    select id, ${film}::uuid, 'still:shotaa', '{}'::jsonb from generations where user_id = ${userId} order by ${order} limit ${takes}`)
}

/** Counts the pages that the statements of this work read, by running each again with its plan. */
async function pagesOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const asked: { text: string; values: unknown[] }[] = []
  const { query } = pool
  pool.query = new Proxy(query, {
    apply(target, self, args: unknown[]) {
      const [statement, values] = args
      if (typeof statement === 'object' && statement !== null && 'text' in statement)
        asked.push({ text: String(statement.text), values: Array.isArray(values) ? values : [] })
      return Reflect.apply(target, self, args)
    },
  })
  await work()
  pool.query = query
  let pages = 0
  for (const { text, values } of asked) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values)
    const [{ Plan: plan }] = v.parse(planSchema, rows[0]?.['QUERY PLAN'])
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return pages
}
