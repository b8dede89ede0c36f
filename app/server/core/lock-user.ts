import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { users } from '../db/schema/users.ts'

/**
 * Locks a person's row, which precedes the rows of their sessions and credentials. A caller that also locks the token account does so
 * before. Rows that reference the person can still be inserted, because no key changes. Undefined for an unknown or erased account.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('no key update')
  return user
}
