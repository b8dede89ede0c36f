import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { isOneOf } from '../is-one-of.ts'

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

/** The accounts of the days that count. */
export const newcomers = sql`select ${users.id} from ${users} where ${users.createdAt} > now() - make_interval(days => ${unusualDays}) and ${users.erasedAt} is null`

/** Counts the network addresses whose new accounts are unusually many, without those that are blocked or get no free tokens. */
export async function countUnusual(db: Database): Promise<number> {
  const addresses = db
    .select({ address: sessions.address })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(isOneOf(sessions.userId, newcomers), isNotNull(sessions.address), isNull(users.blockedAt), isNull(users.freeTokensBarred)))
    .groupBy(sessions.address)
    .having(sql`count(distinct ${users.id}) >= ${unusualAccounts}`)
  return db.$count(addresses.as('addresses'))
}
