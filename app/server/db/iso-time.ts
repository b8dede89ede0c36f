import { type SQL, sql } from 'drizzle-orm'

/** A time within an answer in JSON, with whole seconds. */
export const isoTime = (time: SQL): SQL => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
