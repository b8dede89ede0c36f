import { findRequest } from '../core/making/run-requests/find-request.ts'
import { followRequest } from '../core/making/run-requests/follow-request.ts'
import type { RunRequestRow } from '../core/making/run-requests/request-state.ts'
import type { ApiRequest } from './endpoint.ts'
import type { PersonOrKey } from './identify.ts'
import { followToEnd, waitAtMost } from './wait-for-end.ts'

/** Waits until the request is answered and its run has ended, as `waitAtMost` does, and returns its state then. */
export async function waitForRequest(
  request: ApiRequest<PersonOrKey, unknown>,
  row: RunRequestRow,
  seconds: number,
  canceled?: AbortSignal,
): Promise<RunRequestRow> {
  if (seconds === 0) return row
  const { db, hub } = request.runtime
  const { userId, id } = row
  await waitAtMost(
    request,
    seconds,
    async (signal) => {
      const { generationId } = await followRequest(db, { hub, signal, userId, id })
      if (generationId !== null) await followToEnd(db, { hub, userId, id: generationId, signal })
    },
    canceled,
  )
  return findRequest(db, { userId, id })
}
