import { type SQL, sql } from 'drizzle-orm'
import { generations, searchWords } from '../../db/schema.ts'

/** More words than anybody looks for. */
const maxWords = 24

/**
 * A person's works that have all the given words, in any of their forms, in title, prompt or text. `"…"` stands for words that follow each
 * other, and the last word may be only a beginning, because it is still being typed. Whatever is typed means something.
 */
export function hasWords(userId: string, typed: string): SQL {
  // Control characters cannot be sent to the database, and mean nothing.
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
  // Found first and for itself: to a planner that wants the newest, looking through all of a person's works seems shorter than the index.
  return sql`${generations.id} in (
    with found as materialized (select id from ${generations} where user_id = ${userId} and ${searchWords} @@ (${sql.join(parts, sql` && `)}))
    select id from found)`
}

/** A word, or what begins with it. Little words ("the", «и») are in no index: one of them alone is taken for a beginning, beside others it is passed over. */
function beginning(word: string, { alone }: { alone: boolean }): SQL {
  const whole = sql`plainto_tsquery('russian', ${word})`
  const pieces = word.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  // Nothing but letters and digits between the quotes, so it is a query whatever was typed.
  const begun = sql`to_tsquery('simple', ${pieces.map((piece) => `'${piece}':*`).join(' & ')})`
  return alone ? sql`(${whole} || ${begun})` : sql`case when numnode(${whole}) = 0 then ''::tsquery else ${whole} || ${begun} end`
}
