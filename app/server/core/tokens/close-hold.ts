import { desc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { tokenEntries, tokenHolds, tokenLots } from '../../db/schema/tokens.ts'
import { changeBalance, lockAccount } from './lock-account.ts'

export type CloseHoldOptions = {
  userId: string
  generationId: string
  /** The amount charged; the rest returns to its lots. */
  charge: number
  /** The reason on the receipt: why tokens were returned, or why the paid work differs from the request. */
  reason: string | null
}

/**
 * Settles a generation's hold. The caller has ended the generation by a guarded update in the same transaction; a second call would be
 * rolled back by the ledger's unique key (generation, kind).
 */
export async function closeHold(tx: Transaction, { userId, generationId, charge, reason }: CloseHoldOptions): Promise<void> {
  const { debt } = await lockAccount(tx, userId)
  const parts = await tx
    .select({ lotId: tokenHolds.lotId, amount: tokenHolds.amount })
    .from(tokenHolds)
    .innerJoin(tokenLots, eq(tokenLots.id, tokenHolds.lotId))
    .where(eq(tokenHolds.generationId, generationId))
    .orderBy(sql`${tokenLots.expiresAt} desc nulls first`, desc(tokenLots.id))
  const held = parts.reduce((sum, part) => sum + part.amount, 0)
  if (!Number.isSafeInteger(charge) || charge < 0 || charge > held) throw new RangeError(`cannot charge ${charge} of ${held} held tokens`)

  // Tokens return to the lots that would be spent last. Debt is settled from them first.
  let released = held - charge
  const repaid = Math.min(debt, released)
  let owed = repaid
  const repayments: { lotId: string; amount: number }[] = []
  for (const part of parts) {
    const back = Math.min(part.amount, released)
    const repay = Math.min(owed, back)
    if (repay > 0) repayments.push({ lotId: part.lotId, amount: repay })
    if (back > repay) await giveBack(tx, part.lotId, back - repay)
    released -= back
    owed -= repay
  }
  await tx.delete(tokenHolds).where(eq(tokenHolds.generationId, generationId))

  const entry = { userId, generationId }
  if (charge > 0) await tx.insert(tokenEntries).values({ ...entry, id: uuidv7(), kind: 'settle', amount: charge, reason })
  if (held > charge) await tx.insert(tokenEntries).values({ ...entry, id: uuidv7(), kind: 'release', amount: held - charge, reason })
  for (const repayment of repayments) await tx.insert(tokenEntries).values({ ...repayment, id: uuidv7(), userId, kind: 'repay' })
  await changeBalance(tx, userId, { available: held - charge - repaid, held: -held, debt: -repaid })
}

/** Reopens a lot that has expired in the meantime, so that the returned tokens can be spent for a while. */
async function giveBack(tx: Transaction, lotId: string, amount: number): Promise<void> {
  const grace = sql`now() + make_interval(secs => ${config.tokens.expiredReleaseGrace})`
  await tx
    .update(tokenLots)
    .set({
      remaining: sql`${tokenLots.remaining} + ${amount}`,
      expiresAt: sql`case when ${tokenLots.expiresAt} <= now() then ${grace} else ${tokenLots.expiresAt} end`,
    })
    .where(eq(tokenLots.id, lotId))
}
