import { setImmediate as soon } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { config } from '#config'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { Access } from '../accounts/require-access.ts'
import { readRevocation, revocationChannel } from '../accounts/revocations.ts'
import { balanceChannel } from '../tokens/publish-balance.ts'
import { type OpenStream, OpenStreams } from './open-streams.ts'
import { generationChannel, readNotice } from './publish.ts'
import type { GenerationRow } from './to-generation.ts'

export type EventHub = {
  /** Calls back with the current row after each change of one of the person's generations; returns how to stop. */
  subscribe(userId: string, listener: (row: GenerationRow) => void): () => void
  /** Calls back when the person has been given tokens, or had some taken back; returns how to stop. */
  subscribeToBalance(userId: string, listener: () => void): () => void
  /**
   * A stream that ends with the access it was opened with. Check the access after this call (`requireAccess`): a revocation before it is
   * in the rows, a later one is heard. `counted`: of the streams that a person may have so many of.
   */
  openStream(access: Access, options: { counted: boolean }): OpenStream
  close(): Promise<void>
}

/** One listener on the database for all streams of this process; rows are read only when somebody watches, once for all who do. */
export async function openEventHub(handle: DatabaseHandle): Promise<EventHub> {
  const watching = new Listeners<GenerationRow>()
  const counting = new Listeners<void>()
  const changed = new Set<string>()
  let reading = false

  const streams = new OpenStreams(config.generations.maxEventStreams)

  // Revocations sent while the connection was lost were not heard: whoever reads a stream is asked who they are again.
  const stopRevoking = await handle.listen(
    revocationChannel,
    (payload) => streams.revoke(readRevocation(payload)),
    () => streams.endCounted(),
  )
  const stopCounting = await handle.listen(balanceChannel, (userId) => counting.tell(userId))
  const stopWatching = await handle.listen(generationChannel, (payload) => {
    const { userId, generationId } = readNotice(payload)
    if (!watching.has(userId)) return
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
        for (const row of rows) watching.tell(row.userId, row)
      }
    } finally {
      reading = false
    }
  }

  return {
    subscribe: (userId, listener) => watching.add(userId, listener),
    subscribeToBalance: (userId, listener) => counting.add(userId, listener),
    openStream: (access, options) => streams.open(access, options),
    async close() {
      streams.endCounted()
      watching.clear()
      counting.clear()
      await stopRevoking()
      await stopCounting()
      await stopWatching()
    },
  }
}

/** Who in this process wants to hear of whom. */
class Listeners<News> {
  readonly #byUser = new Map<string, Set<(news: News) => void>>()

  has(userId: string): boolean {
    return this.#byUser.has(userId)
  }

  tell(userId: string, news: News): void {
    this.#byUser.get(userId)?.forEach((listener) => listener(news))
  }

  add(userId: string, listener: (news: News) => void): () => void {
    const own = this.#byUser.get(userId) ?? new Set()
    this.#byUser.set(userId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#byUser.get(userId) === own) this.#byUser.delete(userId)
    }
  }

  clear(): void {
    this.#byUser.clear()
  }
}

function read(db: Database, ids: string[]): Promise<GenerationRow[]> {
  return db.select().from(generations).where(inArray(generations.id, ids))
}
