import { sql } from 'drizzle-orm'
import { generations } from '#app/server/db/schema/generations.ts'

/**
 * Matches the steps of programs: runs that only answer calls of tools or embed texts, so that they have no prompt. The former are shown in
 * their conversation, and none of them are works. The trigger `count_work` has the same condition.
 */
export const isStep = sql`(${generations.said} is not null and ${generations.prompt} = '')`
