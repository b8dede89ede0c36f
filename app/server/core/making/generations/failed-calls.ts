import { eq, lt, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { CallFailure, FailedCall } from '#app/contract/base/call-failures.ts'
import type { Database } from '#app/server/db/database.ts'
import { failedCalls } from '#app/server/db/schema/failed-calls.ts'
import { generations, type StoredCallFailure } from '#app/server/db/schema/generations.ts'
import type { CallReport } from '#app/server/providers/call-report.ts'
import { Problem } from '../../problem.ts'

/** Days for which calls are kept. */
const keptDays = 30

/** Stores the last failed call of a run, in place of an earlier one. */
export async function recordFailedCall(db: Database, generationId: string, call: CallReport): Promise<void> {
  await db
    .insert(failedCalls)
    .values({ generationId, ...call })
    .onConflictDoUpdate({ target: failedCalls.generationId, set: { ...call, createdAt: sql`now()` } })
}

/** Fills in the cause, which rows of earlier versions lack. */
export const withCause = (stored: StoredCallFailure | null): CallFailure | null => {
  if (!stored) return null
  const { phase, errno, cause, ms } = stored
  return { phase, errno, cause: cause ?? null, ms }
}

/** Returns the service's own sentence about a failed run, without keys, addresses and words of the person; null if there was none. */
export async function readSentence(db: Database, id: string): Promise<string | null> {
  const [call] = await db.select({ sentence: failedCalls.sentence }).from(failedCalls).where(eq(failedCalls.generationId, id))
  return call?.sentence ?? null
}

/** Throws `not_found`. */
export async function readFailedCall(db: Database, id: string): Promise<FailedCall> {
  if (!validate(id)) throw new Problem('not_found')
  const [run] = await db
    .select({
      service_status: generations.serviceStatus,
      call_failure: generations.callFailure,
      sentence: failedCalls.sentence,
      sent: failedCalls.sent,
    })
    .from(generations)
    .leftJoin(failedCalls, eq(failedCalls.generationId, generations.id))
    .where(eq(generations.id, id))
  if (!run) throw new Problem('not_found')
  return { ...run, call_failure: withCause(run.call_failure) }
}

/** Deletes the calls whose time is over. */
export async function sweepFailedCalls(db: Database): Promise<void> {
  await db.delete(failedCalls).where(lt(failedCalls.createdAt, sql`now() - make_interval(days => ${keptDays})`))
}
