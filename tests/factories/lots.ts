import { and, eq, type SQL } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { tokenAccounts, tokenLots } from '#app/server/db/schema/tokens.ts'

/**
 * Sets the expiry of a person's lots, or only of those of a plan. The account is locked first, as in every change of tokens; transactions
 * that lock lots in different orders would deadlock.
 */
export function setLotEnds(db: Database, { userId, source }: { userId: string; source?: 'plan' }, expiresAt: SQL): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.select({ userId: tokenAccounts.userId }).from(tokenAccounts).where(eq(tokenAccounts.userId, userId)).for('update')
    await tx
      .update(tokenLots)
      .set({ expiresAt })
      .where(and(eq(tokenLots.userId, userId), source && eq(tokenLots.source, source)))
  })
}
