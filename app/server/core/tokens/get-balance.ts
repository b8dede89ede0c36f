import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Balance } from '#app/contract/tokens.ts'
import type { Database } from '../../db/database.ts'
import { tokenLots } from '../../db/schema.ts'
import { lockAccount } from './lock-account.ts'

/** What a person has, in the order it will be spent. */
export function getBalance(db: Database, userId: string): Promise<Balance> {
  return db.transaction(async (tx) => {
    const { available, held, debt } = await lockAccount(tx, userId)
    const lots = await tx
      .select()
      .from(tokenLots)
      .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0)))
      .orderBy(sql`${tokenLots.expiresAt} asc nulls last`, asc(tokenLots.id))
    return {
      available,
      held,
      debt,
      lots: lots.map((lot) => ({
        id: lot.id,
        source: lot.source,
        amount: lot.amount,
        remaining: lot.remaining,
        expires_at: lot.expiresAt?.toISOString() ?? null,
        created_at: lot.createdAt.toISOString(),
      })),
    }
  })
}
