import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'

/** Notifies every process whose balance has changed, with the user's id. Costs of runs are notified with the runs. */
export const balanceChannel = 'quartet_balance'

/** Delivered after the commit or never. */
export async function publishBalance(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${balanceChannel}, ${userId})`)
}
