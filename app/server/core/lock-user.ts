import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { sessions } from '../db/schema/sessions.ts'
import { users } from '../db/schema/users.ts'
import { Problem } from './problem.ts'

type UserRow = typeof users.$inferSelect

/**
 * Locks a person's row, which precedes the rows of their sessions and credentials. A caller that also locks the token account does so
 * before. Rows that reference the person can still be inserted, because no key changes. Undefined for an unknown or erased account.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('no key update')
  return user
}

/**
 * Locks the row of a signed-in person and checks their session again: it may have ended since the request was authenticated, for example by
 * the first proof of the address, which nothing that the session makes may survive. Throws `unauthorized`.
 */
export async function lockCaller(tx: Transaction, { userId, sessionId }: { userId: string; sessionId: string }): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  if (!user || !session) throw new Problem('unauthorized')
  return user
}
