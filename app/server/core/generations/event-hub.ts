import { eq } from 'drizzle-orm'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import { generationChannel, readNotice } from './publish.ts'
import type { GenerationRow } from './to-generation.ts'

type Listener = (row: GenerationRow) => void

export type EventHub = {
  /** Calls back with the current row after each change of one of the person's generations; returns how to stop. */
  subscribe(userId: string, listener: Listener): () => void
  close(): Promise<void>
}

/** One listener on the database for all streams of this process; a row is read only when somebody watches, once for all who do. */
export async function openEventHub(handle: DatabaseHandle): Promise<EventHub> {
  const listeners = new Map<string, Set<Listener>>()
  const pending = new Set<string>()

  const stop = await handle.listen(generationChannel, (payload) => {
    const { userId, generationId } = readNotice(payload)
    if (!listeners.has(userId) || pending.has(generationId)) return
    pending.add(generationId)
    void read(handle.db, generationId)
      .then((row) => row && listeners.get(userId)?.forEach((listener) => listener(row)))
      .catch(() => undefined)
  })

  // Notices that come while the row is being read start another read, so the last state is always seen.
  function read(db: Database, id: string): Promise<GenerationRow | undefined> {
    return Promise.resolve()
      .then(() => pending.delete(id))
      .then(() => db.select().from(generations).where(eq(generations.id, id)))
      .then(([row]) => row)
  }

  return {
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(userId)
      }
    },
    async close() {
      listeners.clear()
      await stop()
    },
  }
}
