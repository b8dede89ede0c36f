import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'

/** Says in every process whose balance has changed, as its payload. What runs cost is told with the runs, and not here. */
export const balanceChannel = 'quartet_balance'

/** Heard after the commit, or never. */
export async function publishBalance(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${balanceChannel}, ${userId})`)
}
