import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { changeBalance, lockAccount } from './lock-account.ts'
import { publishBalance } from './publish-balance.ts'

export type TakeTokensOptions = {
  userId: string
  amount: number
  /** The payment that granted the tokens, if any; its lots are reduced first. */
  paymentId: string | null
  reason: string
}

/** Takes tokens away. Spent tokens become debt; tokens held for runs stay held until the runs end. */
export async function takeTokens(tx: Transaction, { userId, amount, paymentId, reason }: TakeTokensOptions): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`cannot take ${amount} tokens back`)
  const { available } = await lockAccount(tx, userId)
  const taken = Math.min(available, amount)
  const entry = { userId, paymentId, reason }

  let missing = taken
  for (const lot of await lotsOf(tx, userId, paymentId)) {
    if (missing === 0) break
    const part = Math.min(lot.remaining, missing)
    await tx
      .update(tokenLots)
      .set({ remaining: lot.remaining - part })
      .where(eq(tokenLots.id, lot.id))
    await tx.insert(tokenEntries).values({ ...entry, id: uuidv7(), kind: 'refund', amount: part, lotId: lot.id })
    missing -= part
  }
  if (missing > 0) throw new Error(`lots of user ${userId} hold ${missing} tokens fewer than the account`)
  const owed = amount - taken
  if (owed > 0) await tx.insert(tokenEntries).values({ ...entry, id: uuidv7(), kind: 'debt', amount: owed })
  await changeBalance(tx, userId, { available: -taken, debt: owed })
  await publishBalance(tx, userId)
}

/** Orders lots: the payment's own first, then those that would be spent last. */
function lotsOf(tx: Transaction, userId: string, paymentId: string | null) {
  const own = sql`exists (select 1 from ${tokenEntries} where ${tokenEntries.lotId} = ${tokenLots.id} and ${tokenEntries.paymentId} = ${paymentId} and ${tokenEntries.kind} = 'grant')`
  return tx
    .select({ id: tokenLots.id, remaining: tokenLots.remaining })
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0)))
    .orderBy(sql`${own} desc`, sql`${tokenLots.expiresAt} desc nulls first`, desc(tokenLots.id))
}
