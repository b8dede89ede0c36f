import { eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { EventHub } from './event-hub.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'

export type FollowGenerationOptions = { hub: EventHub; id: string; signal: AbortSignal }

/**
 * Yields the row after each change until the run has ended. Throws the signal's reason when aborted. The listener is registered before
 * the row is read, so a change in between is received and not lost. Rows that arrive while the reader is busy replace each other: each
 * contains all earlier changes, so a slow reader misses intermediate states and never the end.
 */
export async function* followGeneration(
  db: Database,
  { hub, id, signal }: FollowGenerationOptions,
): AsyncGenerator<GenerationRow, void, undefined> {
  let latest: GenerationRow | undefined
  let wake = Promise.withResolvers<void>()
  const unsubscribe = hub.follow(id, (row) => {
    latest = row
    wake.resolve()
  })
  const stop = () => wake.resolve()
  signal.addEventListener('abort', stop, { once: true })
  try {
    latest ??= hub.liveRow(id)
    if (!latest) {
      const [now] = await db.select().from(generations).where(eq(generations.id, id))
      latest ??= now
    }
    for (;;) {
      signal.throwIfAborted()
      const row = latest
      latest = undefined
      if (row) {
        yield row
        if (row.finishedAt) return
      }
      if (!latest && !signal.aborted) await wake.promise
      wake = Promise.withResolvers<void>()
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', stop)
  }
}
