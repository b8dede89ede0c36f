import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { wholeTokens } from '#app/contract/milli.ts'
import type { Transaction } from '../../db/database.ts'
import { tokenEntries, tokenHolds, tokenLots } from '../../db/schema/tokens.ts'
import { Problem } from '../problem.ts'
import { type AccountBalance, changeBalance, lockAccount } from './lock-account.ts'
import { requireWithinLimits } from './own-limits.ts'
import { holdOf } from './small-change.ts'
import { readSpendable } from './spendable-lots.ts'

export type HoldTokensOptions = {
  userId: string
  generationId: string
  /** The highest cost of the run in milli-tokens. */
  priceMilli: number
  /** Highest price that the caller agreed to. */
  maxAmount?: number | undefined
  /** Whether the model is built in; free tokens of an unverified account pay for built-in models only. */
  unbilled: boolean
}

/**
 * Holds tokens for a generation, from the lots that expire first, and change for a fraction of a token; throws `price_changed`, `not_enough_tokens`, `email_not_verified`, or
 * for the person's own limits. The generation's row must exist.
 */
export async function holdTokens(
  tx: Transaction,
  { userId, generationId, priceMilli, maxAmount, unbilled }: HoldTokensOptions,
): Promise<void> {
  if (!Number.isSafeInteger(priceMilli) || priceMilli < 0) throw new RangeError(`cannot hold ${priceMilli} milli-tokens`)
  const price = wholeTokens(priceMilli)
  requireAgreed(price, maxAmount)
  const { available, ...account } = await lockAccount(tx, userId)
  const { tokens: amount, milli } = holdOf(priceMilli, spendableChange(account))
  await requireWithinLimits(tx, { userId, price, amount })
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
  await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'hold', amount, milli, generationId })
  await changeBalance(tx, userId, { available: -amount, held: amount, change: -milli })
}

/** Returns the change that may pay for a run: none while there is a debt. */
export const spendableChange = ({ debt, change }: Pick<AccountBalance, 'debt' | 'change'>): number => (debt > 0 ? 0 : change)

/** Throws `price_changed` with the price if it exceeds what the caller agreed to. */
export function requireAgreed(price: number, maxPrice: number | undefined): void {
  if (maxPrice !== undefined && price > maxPrice) throw new Problem('price_changed', { price })
}
