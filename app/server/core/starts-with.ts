import { type SQL, sql } from 'drizzle-orm'

/** Matches texts that begin with this one, which is lower-cased. An index with `text_pattern_ops` answers it in every collation. */
export const startsWith = (text: SQL, beginning: string): SQL =>
  sql`${text} like ${`${beginning.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
