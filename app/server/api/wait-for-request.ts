import { StreamEnded } from '../core/library/events/open-streams.ts'
import { followGeneration } from '../core/library/events/follow-generation.ts'
import { watchAccess } from '../core/library/events/watch-access.ts'
import { findRequest } from '../core/making/run-requests/find-request.ts'
import { followRequest } from '../core/making/run-requests/follow-request.ts'
import type { RunRequestRow } from '../core/making/run-requests/request-state.ts'
import { Problem } from '../core/problem.ts'
import type { ApiRequest } from './endpoint.ts'
import type { PersonOrKey } from './identify.ts'

/**
 * Waits until the request is answered and its run has ended, at most `seconds`, and returns its state then. Ends early if the client
 * disconnects; throws `unauthorized` if its session or key ends.
 */
export async function waitForRequest(
  { runtime: { db, hub }, caller, context }: ApiRequest<PersonOrKey, unknown>,
  row: RunRequestRow,
  seconds: number,
  canceled?: AbortSignal,
): Promise<RunRequestRow> {
  if (seconds === 0) return row
  const own = { userId: row.userId, id: row.id }
  using access = await watchAccess(db, { hub, access: caller, counted: false })
  const ends = [context.req.raw.signal, access.signal, AbortSignal.timeout(seconds * 1000), ...(canceled ? [canceled] : [])]
  const signal = AbortSignal.any(ends)
  try {
    const answered = await followRequest(db, { hub, signal, ...own })
    if (answered.generationId === null) return answered
    for await (const run of followGeneration(db, { hub, userId: row.userId, id: answered.generationId, signal })) if (run.finishedAt) break
  } catch (error) {
    if (error instanceof StreamEnded) throw new Problem('unauthorized', { cause: error })
    if (!signal.aborted) throw error
  }
  return findRequest(db, own)
}
