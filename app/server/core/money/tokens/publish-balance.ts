import { sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'

/** Channel that notifies every process of changed balances, by user id. The cost of a run is announced with the run instead. */
export const balanceChannel = 'quartet_balance'

/** Announces a changed balance, after the commit or never. */
export async function publishBalance(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${balanceChannel}, ${userId})`)
}
