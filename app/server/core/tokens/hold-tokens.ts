import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../db/database.ts'
import { tokenEntries, tokenHolds, tokenLots } from '../../db/schema/tokens.ts'
import { Problem } from '../problem.ts'
import { changeBalance, lockAccount } from './lock-account.ts'
import { requireWithinLimits } from './own-limits.ts'
import { readSpendable } from './spendable-lots.ts'

export type HoldTokensOptions = {
  userId: string
  generationId: string
  amount: number
  /** Highest price that the caller agreed to. */
  maxAmount?: number | undefined
  /** Whether the model is built in; free tokens of an unverified account pay for built-in models only. */
  unbilled: boolean
}

/**
 * Holds tokens for a generation, from the lots that expire first; throws `price_changed`, `not_enough_tokens`, `email_not_verified`, or
 * for the person's own limits. The generation's row must exist.
 */
export async function holdTokens(tx: Transaction, { userId, generationId, amount, maxAmount, unbilled }: HoldTokensOptions): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot hold ${amount} tokens`)
  requireAgreed(amount, maxAmount)
  const { available } = await lockAccount(tx, userId)
  await requireWithinLimits(tx, { userId, amount })
  if (available < amount) throw new Problem('not_enough_tokens', { missing: amount - available })
  const { lots, isHeldBack } = await readSpendable(tx, { userId, available, unbilled })
  if (isHeldBack(amount)) throw new Problem('email_not_verified')

  let missing = amount
  for (const lot of lots) {
    if (missing === 0) break
    const taken = Math.min(lot.remaining, missing)
    await tx
      .update(tokenLots)
      .set({ remaining: lot.remaining - taken })
      .where(eq(tokenLots.id, lot.id))
    await tx.insert(tokenHolds).values({ generationId, lotId: lot.id, amount: taken })
    missing -= taken
  }
  if (missing > 0) throw new Error(`lots of user ${userId} hold ${missing} tokens fewer than the account`)
  await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'hold', amount, generationId })
  await changeBalance(tx, userId, { available: -amount, held: amount })
}

/** Throws `price_changed` with the price if it exceeds what the caller agreed to. */
export function requireAgreed(price: number, maxPrice: number | undefined): void {
  if (maxPrice !== undefined && price > maxPrice) throw new Problem('price_changed', { price })
}
