import type { Database } from '#app/server/db/database.ts'
import { findRequest, type OwnRequest } from './find-request.ts'
import type { RunRequestRow } from './request-state.ts'

type Listening = { subscribeToRequests(userId: string, listener: () => void): () => void }
export type FollowRequestOptions = OwnRequest & { hub: Listening; signal: AbortSignal }

/** Resolves with the request once it is answered or has ended. Throws the signal's reason when aborted. */
export async function followRequest(db: Database, { hub, signal, ...own }: FollowRequestOptions): Promise<RunRequestRow> {
  let wake = Promise.withResolvers<void>()
  const stop = () => wake.resolve()
  const unsubscribe = hub.subscribeToRequests(own.userId, stop)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      wake = Promise.withResolvers<void>()
      const row = await findRequest(db, own)
      if (row.status !== 'open') return row
      if (!signal.aborted) await wake.promise
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', stop)
  }
}
