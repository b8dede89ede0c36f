import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'
import { searchEntries } from '../db/schema/search.ts'
import { newestFirst } from './page.ts'

/** Terms beyond this number are ignored. */
const maxWords = 24
/** Limits at which a search changes its strategy; tests have smaller ones. Looking up a row costs about as much as reading ten cached matches. */
const usualSteps = {
  /** The newest rows of the list, whose share of matches decides whether a word is frequent. */
  sample: 160,
  /** Most matches that are looked up in a list of works. */
  few: 1_000,
  /** Most matches that are read from the index. */
  known: 4_000,
  /** The newest rows of the list, which are searched for a frequent word. */
  newest: 5_000,
}
/** The share of matches from which a word is frequent. */
const frequent = 1 / 26

export type FindMatchesOptions = {
  userId: string
  typed: string
  /** A list of the person's rows, newest first: its table, id and column of the work, and what else it is filtered by. */
  table: PgTable
  id: Column
  work: Column
  where: SQL | undefined
  limit: number
  /** Whether the list has no takes of films, so that their entries need not be looked up. */
  skipsTakes?: boolean
  steps?: typeof usualSteps
}

type Found = { id: string; work: string | null }

/**
 * Returns the ids of the newest rows of a list whose works match. For a frequent word, the newest rows are looked through, which most likely
 * fill the page. The matches of others are read from the index and looked up in the list. Only if a page is not full are all matches sorted
 * (decision 62).
 */
export async function findMatches(db: Database, options: FindMatchesOptions): Promise<string[]> {
  const { userId, typed, table, id, work, where = sql`true`, limit, skipsTakes = false, steps = usualSteps } = options
  const match = hasWords(userId, typed, { skipsTakes })
  if (!match) return []
  const read = async (query: SQL) => (await db.execute<Found>(query)).rows
  const row = sql`select ${id} as id, ${work} as work from ${table}`
  const order = sql`order by ${newestFirst(id)}`
  const entries = sql`select ${searchEntries.generationId} as entry from ${searchEntries} where ${match}`
  const entryOf = (column: SQL) => sql`(select ${match} from ${searchEntries} where ${searchEntries.generationId} = ${column})`
  const amongNewest = (rows: number, isMatch: SQL) =>
    read(sql`
      select * from (${row} where ${where} ${order} limit ${rows}) newest where ${isMatch} order by id desc nulls last limit ${limit}`)
  const lookThrough = (rows: number) => amongNewest(rows, sql`coalesce(${entryOf(sql`newest.work`)}, false)`)
  const lookUp = (works: string[], most: number) =>
    read(sql`${row} where ${work} = any(${sql.param(works)}::uuid[]) and ${where} ${order} limit ${most}`)
  const sortAll = () =>
    read(sql`with found as materialized (${entries}) ${row} join found on found.entry = ${work} where ${where} ${order} limit ${limit}`)

  // The index has no positions, so it finds the matches of a phrase by reading the entries of all its words.
  const page = await lookThrough(isPhrase(typed) ? steps.newest : steps.sample)
  if (page.length === limit) return idsOf(page)
  if (page.length >= steps.sample * frequent) {
    const more = isPhrase(typed) ? page : await lookThrough(steps.newest)
    return idsOf(more.length === limit ? more : await sortAll())
  }
  const known = sql`with found as materialized (${entries} limit ${steps.known + 1})`
  const count = sql`(select count(*)::int from found) as count`
  const isWorks = id === work
  // Ids are one text, because thousands of rows take longer to transfer than to find.
  const { rows: probe } = await db.execute<{ count: number; ids: string | null }>(
    isWorks
      ? sql`${known} select ${count}, (select string_agg(entry::text, ',') from (select entry from found order by entry desc limit ${steps.few}) newest) as ids`
      : sql`
          ${known} select ${count}, (
            select string_agg(id::text, ',') from (
              select id from (${row} where ${where} ${order} limit ${steps.newest}) newest where newest.work in (select entry from found)
              order by id desc nulls last limit ${limit}
            ) page
          ) as ids`,
  )
  const matches = probe[0]?.count ?? 0
  const ids = probe[0]?.ids?.split(',') ?? []
  if (matches === 0) return []
  if (matches > steps.known) {
    const more = isPhrase(typed) ? page : await lookThrough(steps.newest)
    return idsOf(more.length === limit ? more : await sortAll())
  }
  if (!isWorks) return ids.length === limit ? ids : idsOf(await sortAll())
  // Works with the greatest ids are the newest.
  const found = await takeNewest(ids, { lookUp, limit, first: Math.ceil(limit * 1.5) })
  return idsOf(found.length === limit || matches <= ids.length ? found : await sortAll())
}

type Slices = { lookUp: (works: string[], most: number) => Promise<Found[]>; limit: number; first: number }

/** Looks matches up, newest first, in slices of growing size until the page is full. */
async function takeNewest(known: readonly string[], { lookUp, limit, first }: Slices): Promise<Found[]> {
  const left = [...known]
  const page: Found[] = []
  for (let size = first; left.length > 0 && page.length < limit; size *= 2)
    page.push(...(await lookUp(left.splice(0, size), limit - page.length)))
  return page
}

const idsOf = (found: readonly Found[]) => found.map(({ id }) => id)
const isPhrase = (typed: string) => /["«»“”„]/.test(typed)

/**
 * Matches search entries that contain all terms, in any inflection, in title, prompt or text. `"…"` is a phrase, and the last term may be a
 * prefix, because it is still being typed. Any input is valid; undefined without a term.
 */
export function hasWords(userId: string, typed: string, { skipsTakes = false } = {}): SQL | undefined {
  // PostgreSQL rejects control characters.
  const clean = typed
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[«»“”„]/g, '"')
  const segments = clean.split('"')
  const parts: SQL[] = []
  let words = 0
  for (const [index, segment] of segments.entries()) {
    const closed = index % 2 === 1 && index < segments.length - 1
    if (closed) {
      parts.push(sql`phraseto_tsquery('russian', ${segment})`)
      continue
    }
    const found = segment.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    for (const [at, word] of found.entries()) {
      if (words >= maxWords) break
      words += 1
      const last = index === segments.length - 1 && at === found.length - 1
      parts.push(last ? beginning(word, { alone: parts.length === 0 }) : sql`plainto_tsquery('russian', ${word})`)
    }
  }
  if (parts.length === 0) return undefined
  // Every lexeme of the query gets the person's prefix, as those of the entries have it.
  const lexeme = "'((?:[^']|'')+)'"
  const own = sql`regexp_replace((${sql.join(parts, sql` && `)})::text, ${lexeme}::text, ${`'${userId.slice(-6)}\\1'`}::text, 'g')::tsquery`
  if (!skipsTakes) return sql`${searchEntries.words} @@ ${own}`
  // Entries of takes have a word that no text has. The index itself leaves them out; a query of no words must go on matching nothing.
  const noTake = sql`${`!'${userId.slice(-6)} take'`}::tsquery`
  return sql`${searchEntries.words} @@ (case when numnode(${own}) = 0 then ${own} else ${own} && ${noTake} end)`
}

/**
 * Returns the query for a term or a prefix. Stop words ("the", «и») are not indexed: alone they match as a prefix, with other terms they
 * are ignored.
 */
function beginning(word: string, { alone }: { alone: boolean }): SQL {
  const whole = sql`plainto_tsquery('russian', ${word})`
  const pieces = word.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  // The term is reduced to letters and digits and quoted, so any input is a valid query.
  const prefix = sql`to_tsquery('simple', ${pieces.map((piece) => `'${piece}':*`).join(' & ')})`
  return alone ? sql`(${whole} || ${prefix})` : sql`case when numnode(${whole}) = 0 then ''::tsquery else ${whole} || ${prefix} end`
}
