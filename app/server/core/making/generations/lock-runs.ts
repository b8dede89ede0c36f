import { asc, type SQL } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'

/**
 * Locks runs, the older first, before the account of their owner. A transaction that changes several runs locks them so, because an update
 * locks rows in any order. Returns their ids, to which the change is limited: other runs may match the condition since.
 */
export async function lockRuns(tx: Transaction, which: SQL | undefined): Promise<string[]> {
  const rows = await tx.select({ id: generations.id }).from(generations).where(which).orderBy(asc(generations.id)).for('no key update')
  return rows.map(({ id }) => id)
}
