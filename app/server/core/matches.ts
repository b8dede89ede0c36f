import { or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * Matches texts that begin with this one, which is lower-cased. An index with `text_pattern_ops` answers it in every collation. Earlier releases
 * stored letters in two parts as they were typed, hence the second condition.
 */
export function startsWith(text: SQL, beginning: string): SQL | undefined {
  const forms = new Set([beginning, beginning.normalize('NFD')])
  return or(...[...forms].map((form) => sql`${text} like ${`${escaped(form.toLowerCase())}%`}`))
}

/** Matches texts that contain this one, also in letters in two parts. No index answers it. */
export const contains = (text: SQLWrapper, part: string): SQL => sql`normalize(${text}, NFC) ilike ${`%${escaped(part)}%`}`
