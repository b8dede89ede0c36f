import { type Column, type SQL, sql } from 'drizzle-orm'

/** Matches the ids that a query returns. They are read first, so that an index finds the rows however many the planner expects. */
export const isOneOf = (column: Column, ids: SQL): SQL => sql`${column} = any (array(${ids}))`
