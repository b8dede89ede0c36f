import { and, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { tokenLots } from '#app/server/db/schema/tokens.ts'
import { lockAccount } from './lock-account.ts'

/** Removes expired lots from all balances; an account that changes removes its own earlier. */
export async function sweepLots(db: Database): Promise<void> {
  const owners = await db
    .selectDistinct({ userId: tokenLots.userId })
    .from(tokenLots)
    .where(and(gt(tokenLots.remaining, 0), lte(tokenLots.expiresAt, sql`now()`)))
  for (const { userId } of owners) await db.transaction((tx) => lockAccount(tx, userId))
}
