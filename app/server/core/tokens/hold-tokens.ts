import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../db/database.ts'
import { tokenEntries, tokenHolds, tokenLots } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { changeBalance, lockAccount } from './lock-account.ts'
import { requireWithinLimits } from './own-limits.ts'

export type HoldTokensOptions = { userId: string; generationId: string; amount: number }

/**
 * Sets tokens aside for a generation, soonest-ending lots first; throws `not_enough_tokens`, or what is said of a person's own limits. The
 * generation's row must be there.
 */
export async function holdTokens(tx: Transaction, { userId, generationId, amount }: HoldTokensOptions): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot hold ${amount} tokens`)
  const { available } = await lockAccount(tx, userId)
  await requireWithinLimits(tx, { userId, amount })
  if (available < amount) throw new Problem('not_enough_tokens', { missing: amount - available })

  let missing = amount
  for (const lot of await spendableLots(tx, userId)) {
    if (missing === 0) break
    const taken = Math.min(lot.remaining, missing)
    await tx
      .update(tokenLots)
      .set({ remaining: lot.remaining - taken })
      .where(eq(tokenLots.id, lot.id))
    await tx.insert(tokenHolds).values({ generationId, lotId: lot.id, amount: taken })
    missing -= taken
  }
  if (missing > 0) throw new Error(`lots of user ${userId} hold ${missing} tokens less than the account says`)
  await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'hold', amount, generationId })
  await changeBalance(tx, userId, { available: -amount, held: amount })
}

function spendableLots(tx: Transaction, userId: string) {
  return tx
    .select({ id: tokenLots.id, remaining: tokenLots.remaining })
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0)))
    .orderBy(sql`${tokenLots.expiresAt} asc nulls last`, asc(tokenLots.id))
}
