import { config } from '#config'
import type { Transaction } from '../../db/database.ts'

/** Returns the number of runs of a person that may run at once, on this machine and at services together. */
export function readConcurrentLimit(_tx: Transaction, _userId: string): Promise<number> {
  return Promise.resolve(config.generations.maxConcurrent)
}
