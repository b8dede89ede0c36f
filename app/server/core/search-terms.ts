import { type SQL, sql } from 'drizzle-orm'
import { generations, searchWords } from '../db/schema/generations.ts'

/** Terms beyond this number are ignored. */
const maxWords = 24

/**
 * Matches works that contain all terms, in any inflection, in title, prompt or text. `"…"` is a phrase, and the last term may be a prefix,
 * because it is still being typed. Any input is valid.
 */
export function hasWords(userId: string, typed: string): SQL {
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
  if (parts.length === 0) return sql`false`
  // Materialized, because the planner would otherwise scan all works of the person instead of using the index.
  return sql`${generations.id} in (
    with found as materialized (select id from ${generations} where user_id = ${userId} and ${searchWords} @@ (${sql.join(parts, sql` && `)}))
    select id from found)`
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
