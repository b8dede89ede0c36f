import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { Problem } from './problem.ts'

/**
 * Matches accounts that are neither blocked nor scheduled for deletion. For other accounts, keys, public links and signed links do not work
 * until an operator unblocks the account or the owner signs in.
 */
export const isActive = and(isNull(users.deleteAfter), isNull(users.blockedAt))

export async function isAccountActive(db: Database | Transaction, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isActive))
  return found.length > 0
}

/** Checks the owner named by a signed link; throws `not_found`. */
export async function requireActive(db: Database, { userId }: { userId: string }): Promise<void> {
  if (!(await isAccountActive(db, userId))) throw new Problem('not_found')
}
