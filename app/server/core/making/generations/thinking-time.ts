import { type SQL, sql } from 'drizzle-orm'

/** The milliseconds of all reasoning of a run, with the reasoning that is being written; `table` is the name of the table in the query. */
export const thoughtFor = (table: 'run' | 'generations'): SQL =>
  sql.raw(`coalesce(${table}.thinking_ms, 0) + coalesce((extract(epoch from now() - ${table}.thinking_started_at) * 1000)::int, 0)`)

/** The columns of a run that ends, whose reasoning ends with it. */
export const thinkingEnded = {
  thinkingMs: sql<
    number | null
  >`case when generations.thinking_started_at is null then generations.thinking_ms else ${thoughtFor('generations')} end`,
  thinkingStartedAt: null,
}
