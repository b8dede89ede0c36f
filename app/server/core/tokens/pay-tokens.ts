import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../db/database.ts'
import { tokenEntries, tokenLots } from '../../db/schema/tokens.ts'
import { Problem } from '../problem.ts'
import { requireAgreed } from './hold-tokens.ts'
import { changeBalance, lockAccount } from './lock-account.ts'
import { requireWithinLimits } from './own-limits.ts'
import { publishBalance } from './publish-balance.ts'
import { readSpendable } from './spendable-lots.ts'

export type PayTokensOptions = {
  userId: string
  amount: number
  /** Highest price that the caller agreed to. */
  maxAmount?: number | undefined
  /** A code that says for what, because no run does. */
  reason: string
}

/** Charges tokens for something that is no run, at once, from the lots that expire first. Throws as `holdTokens` does. */
export async function payTokens(tx: Transaction, { userId, amount, maxAmount, reason }: PayTokensOptions): Promise<void> {
  requireAgreed(amount, maxAmount)
  const { available } = await lockAccount(tx, userId)
  if (amount === 0) return
  await requireWithinLimits(tx, { userId, price: amount, amount })
  if (available < amount) throw new Problem('not_enough_tokens', { missing: amount - available })
  const { lots, isHeldBack } = await readSpendable(tx, { userId, available, unbilled: false })
  if (isHeldBack(amount)) throw new Problem('email_not_verified')
  let missing = amount
  for (const { id, remaining } of lots) {
    if (missing === 0) break
    const taken = Math.min(remaining, missing)
    await tx
      .update(tokenLots)
      .set({ remaining: remaining - taken })
      .where(eq(tokenLots.id, id))
    missing -= taken
  }
  if (missing > 0) throw new Error(`lots of user ${userId} hold ${missing} tokens fewer than the account`)
  // The ledger knows payments as holds that are settled.
  await tx.insert(tokenEntries).values([
    { id: uuidv7(), userId, kind: 'hold', amount, reason },
    { id: uuidv7(), userId, kind: 'settle', amount, milli: amount * 1_000, reason },
  ])
  await changeBalance(tx, userId, { available: -amount })
  await publishBalance(tx, userId)
}
