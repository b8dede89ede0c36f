import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'

/** Accounts from one network address within these days that are unusual. */
export const unusualAccounts = 3
export const unusualDays = 7

/** Whether another account from this network address would be unusual, by the sessions that new accounts have. */
export async function isUnusual(db: Database, address: string): Promise<boolean> {
  const known = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(sessions.address, address), sql`${users.createdAt} > now() - make_interval(days => ${unusualDays})`))
    .limit(unusualAccounts)
  return known.length >= unusualAccounts - 1
}
