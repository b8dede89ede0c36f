import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenLots } from '#app/server/db/schema/tokens.ts'
import { Problem } from '../../problem.ts'
import { requireWithinLimits } from './own-limits.ts'
import { readSpendable } from './spendable-lots.ts'

export type SpendLotsOptions = {
  userId: string
  /** The API key whose limits count, if any. */
  apiKeyId: string | null
  /** The balance of the account, which is locked. */
  available: number
  /** The price that counts for the person's own limits. */
  price: number
  amount: number
  /** Whether free tokens of an unverified account may pay. */
  unbilled: boolean
}

/**
 * Takes tokens from the lots that expire first, and returns how many from each. Throws `not_enough_tokens`, `email_not_verified`, or for the
 * limits of the
 * person or the key. The caller changes the balance.
 */
export async function spendLots(
  tx: Transaction,
  { userId, apiKeyId, available, price, amount, unbilled }: SpendLotsOptions,
): Promise<{ lotId: string; amount: number }[]> {
  await requireWithinLimits(tx, { userId, apiKeyId, price, amount })
  if (available < amount) throw new Problem('not_enough_tokens', { missing: amount - available })
  const { lots, isHeldBack } = await readSpendable(tx, { userId, available, unbilled })
  if (isHeldBack(amount)) throw new Problem('email_not_verified')
  const spent: { lotId: string; amount: number }[] = []
  let missing = amount
  for (const { id, remaining } of lots) {
    if (missing === 0) break
    const taken = Math.min(remaining, missing)
    await tx
      .update(tokenLots)
      .set({ remaining: remaining - taken })
      .where(eq(tokenLots.id, id))
    spent.push({ lotId: id, amount: taken })
    missing -= taken
  }
  if (missing > 0) throw new Error(`lots of user ${userId} hold ${missing} tokens fewer than the account`)
  return spent
}
