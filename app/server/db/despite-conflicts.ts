import { setTimeout as sleep } from 'node:timers/promises'
import { type ConflictKind, signals } from '../signals.ts'

/** More attempts than requests of an earlier version meet a migration at its worst moment. */
const mostAttempts = 6
/** Milliseconds before the second attempt, on average; each further pause is twice as long. */
const firstPauseMs = 10

/** PostgreSQL's `deadlock_detected` and `serialization_failure`. */
const kinds: ReadonlyMap<unknown, ConflictKind> = new Map([
  ['40P01', 'deadlock'],
  ['40001', 'serialization'],
])

function kindOf(error: unknown): ConflictKind | undefined {
  if (!(error instanceof Error)) return undefined
  return ('code' in error ? kinds.get(error.code) : undefined) ?? kindOf(error.cause)
}

/**
 * Runs an attempt, which is one transaction, and repeats it after a conflict with another one, of which PostgreSQL has ended this one: a
 * process of an earlier version may lock the same rows in another order. The lock order of docs/architecture.md prevents conflicts;
 * each is counted, so that one between transactions of this version is noticed.
 */
export async function despiteConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt()
    } catch (error) {
      const kind = kindOf(error)
      if (kind === undefined) throw error
      if (number === mostAttempts) failWithConflict(error)
      signals.transactionConflict.publish({ kind, outcome: 'repeated' })
      // At random, so that the two do not meet again.
      await sleep(firstPauseMs * 2 ** (number - 1) * (0.5 + Math.random()))
    }
  }
}

/** Throws the error of a transaction that is not repeated, and counts it if it is a conflict. */
export function failWithConflict(error: unknown): never {
  const kind = kindOf(error)
  if (kind !== undefined) signals.transactionConflict.publish({ kind, outcome: 'failed' })
  throw error
}
