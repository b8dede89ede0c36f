import { sql } from 'drizzle-orm'
import { generations } from '#app/server/db/schema/generations.ts'

/**
 * Matches the steps of programs: runs that only answer calls of tools, so that they have no prompt. They are shown in their conversation, and
 * are no works. The trigger `count_work` has the same condition.
 */
export const isStep = sql`(${generations.said} is not null and ${generations.prompt} = '')`
