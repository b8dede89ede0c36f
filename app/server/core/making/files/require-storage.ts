import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { storageTotals } from '#app/server/db/schema/storage.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { Problem } from '../../problem.ts'

/**
 * Throws `over_storage_limit` if the person's files and these bytes exceed the limit. The size of a result is not known before, so a run
 * needs one byte. Call it with the person or the account locked, so that concurrent uploads count each other.
 */
export async function requireStorage(tx: Transaction, { userId, bytes }: { userId: string; bytes: number }): Promise<void> {
  const { storageBytes: limit } = await readEntitlement(tx, userId)
  if (limit === null) return
  const [total] = await tx.select().from(storageTotals).where(eq(storageTotals.userId, userId))
  const used = total ? total.results + total.trash + total.uploads : 0
  if (used + bytes > limit) throw new Problem('over_storage_limit')
}
