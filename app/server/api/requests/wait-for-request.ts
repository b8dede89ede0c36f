import { findRequest } from '../../core/making/run-requests/find-request.ts'
import { followRequest } from '../../core/making/run-requests/follow-request.ts'
import type { RunRequestRow } from '../../core/making/run-requests/request-state.ts'
import { runsStartedBy } from '../../core/making/run-requests/show-request.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { PersonOrKey } from './identify.ts'
import { followToEnd, waitAtMost } from './wait-for-end.ts'

/** Waits until the request is answered and the runs that it starts have ended, as `waitAtMost` does, and returns its state then. */
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
      const runs = await runsStartedBy(db, await followRequest(db, { hub, signal, userId, id }))
      await Promise.all(runs.map((run) => followToEnd(db, { hub, id: run, signal })))
    },
    canceled,
  )
  return findRequest(db, { userId, id })
}
