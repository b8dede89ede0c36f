import { setImmediate as soon } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
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

/** One listener on the database for all streams of this process; rows are read only when somebody watches, once for all who do. */
export async function openEventHub(handle: DatabaseHandle): Promise<EventHub> {
  const listeners = new Map<string, Set<Listener>>()
  const changed = new Set<string>()
  let reading = false

  const stop = await handle.listen(generationChannel, (payload) => {
    const { userId, generationId } = readNotice(payload)
    if (!listeners.has(userId)) return
    changed.add(generationId)
    if (!reading) void tell()
  })

  // What changes while rows are being read is read again, all of it at once, so the last state is always seen.
  async function tell(): Promise<void> {
    reading = true
    try {
      while (changed.size > 0) {
        // The notices of one commit come one after the other.
        await soon()
        const ids = [...changed]
        changed.clear()
        const rows = await read(handle.db, ids).catch(() => [])
        for (const row of rows) listeners.get(row.userId)?.forEach((listener) => listener(row))
      }
    } finally {
      reading = false
    }
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

function read(db: Database, ids: string[]): Promise<GenerationRow[]> {
  return db.select().from(generations).where(inArray(generations.id, ids))
}
