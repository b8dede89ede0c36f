import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../db/database.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '../../db/schema.ts'

export type AccountBalance = { available: number; held: number }

/**
 * Locks a person's account row, which every change of tokens does first, so that changes of one person happen one after another.
 * Lots that have ended are taken out of the balance on the way: what this returns can be spent.
 */
export async function lockAccount(tx: Transaction, userId: string): Promise<AccountBalance> {
  const [account] = await tx
    .select({ available: tokenAccounts.available, held: tokenAccounts.held })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.userId, userId))
    .for('update')
  if (!account) throw new Error(`user ${userId} has no token account`)
  const expired = await expireLots(tx, userId)
  return { available: account.available - expired, held: account.held }
}

/** Returns how many tokens ended. */
async function expireLots(tx: Transaction, userId: string): Promise<number> {
  const ended = await tx
    .select({ id: tokenLots.id, remaining: tokenLots.remaining })
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0), lte(tokenLots.expiresAt, sql`now()`)))
  if (ended.length === 0) return 0
  for (const lot of ended) {
    await tx.update(tokenLots).set({ remaining: 0 }).where(eq(tokenLots.id, lot.id))
    await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'expire', amount: lot.remaining, lotId: lot.id })
  }
  const total = ended.reduce((sum, lot) => sum + lot.remaining, 0)
  await changeBalance(tx, userId, { available: -total, held: 0 })
  return total
}

/** The database refuses a change that would leave less than nothing. */
export async function changeBalance(tx: Transaction, userId: string, by: AccountBalance): Promise<void> {
  await tx
    .update(tokenAccounts)
    .set({ available: sql`${tokenAccounts.available} + ${by.available}`, held: sql`${tokenAccounts.held} + ${by.held}` })
    .where(eq(tokenAccounts.userId, userId))
}
