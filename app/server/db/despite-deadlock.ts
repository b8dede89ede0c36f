/** More attempts than requests of an earlier version meet a migration at its worst moment. */
const mostAttempts = 5
/** PostgreSQL's `deadlock_detected`. */
const deadlockCode = '40P01'

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === deadlockCode) || isDeadlock(error.cause))

/**
 * Makes a change in one transaction, again after a deadlock: a process of the earlier version may have read one table and wait for another
 * that the change has locked. PostgreSQL then ends one of the two transactions.
 */
export async function despiteDeadlock(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change()
    } catch (error) {
      if (attempt === mostAttempts || !isDeadlock(error)) throw error
    }
  }
}
