import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'

/** Returns the number of runs of a person that may run at once, on this machine and at services together. */
export async function readConcurrentLimit(tx: Transaction, userId: string): Promise<number> {
  return (await readEntitlement(tx, userId)).concurrentRuns ?? config.generations.maxConcurrent
}
