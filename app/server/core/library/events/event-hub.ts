import { setImmediate as soon } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { config } from '#config'
import type { Database, DatabaseHandle } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { signals } from '#app/server/signals.ts'
import type { Access } from '../../identity/sessions/require-access.ts'
import { readRevocation, revocationChannel } from '../../identity/sessions/revocations.ts'
import { balanceChannel } from '../../money/tokens/publish-balance.ts'
import { runRequestChannel } from '../../making/run-requests/request-state.ts'
import { type OpenStream, OpenStreams } from './open-streams.ts'
import {
  generationChannel,
  placeChannel,
  type PlaceNotice,
  previewChannel,
  type PreviewNotice,
  readNotice,
  readPlace,
  readPreview,
} from '../../making/generations/publish.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'

export type EventHub = {
  /** Calls back with the current row after each change of the person's generations; returns a function that unsubscribes. */
  subscribe(userId: string, listener: (row: GenerationRow) => void): () => void
  /** Calls back with each preview of the person's running works; returns a function that unsubscribes. */
  subscribeToPreviews(userId: string, listener: (preview: PreviewNotice) => void): () => void
  /** Calls back with each place of the person's running works in the queue of a server; returns a function that unsubscribes. */
  subscribeToPlaces(userId: string, listener: (place: PlaceNotice) => void): () => void
  /** Calls back when a request for a run was made or has ended; returns a function that unsubscribes. */
  subscribeToRequests(userId: string, listener: () => void): () => void
  /** Calls back when tokens were granted to or taken from the person; returns a function that unsubscribes. */
  subscribeToBalance(userId: string, listener: () => void): () => void
  /**
   * Opens a stream that ends with its session or key. Check the access after this call (`requireAccess`): the rows show an earlier
   * revocation, a notification reports a later one. `counted` streams count toward the person's limit.
   */
  openStream(access: Access, options: { counted: boolean }): OpenStream
  /** Number of streams that are open in this process. */
  countStreams(): number
  close(): Promise<void>
}

/** Opens one database listener for all streams of this process. Rows are read only while a stream is open, once for all streams. */
export async function openEventHub(handle: DatabaseHandle, { onError }: { onError: (error: unknown) => void }): Promise<EventHub> {
  const watching = new Listeners<GenerationRow>()
  const counting = new Listeners<void>()
  const asking = new Listeners<void>()
  const previewing = new Listeners<PreviewNotice>()
  const placing = new Listeners<PlaceNotice>()
  const changed = new Set<string>()
  let reading = false

  const streams = new OpenStreams(config.generations.maxEventStreams)

  // Revocations are lost with the connection: reconnecting clients authenticate again.
  const stopRevoking = await handle.listen(
    revocationChannel,
    (payload) => streams.revoke(readRevocation(payload)),
    () => streams.endCounted(),
  )
  const stopCounting = await handle.listen(balanceChannel, (userId) => counting.tell(userId))
  const stopAsking = await handle.listen(runRequestChannel, (userId) => asking.tell(userId))
  const stopPreviewing = await handle.listen(previewChannel, (payload) => {
    const preview = readPreview(payload)
    previewing.tell(preview.userId, preview)
  })
  const stopPlacing = await handle.listen(placeChannel, (payload) => {
    const place = readPlace(payload)
    placing.tell(place.userId, place)
  })
  const stopWatching = await handle.listen(generationChannel, (payload) => {
    const { userId, generationId } = readNotice(payload)
    if (!watching.has(userId)) return
    changed.add(generationId)
    if (!reading) void tell()
  })

  /** Calls the listeners of a row. The other rows of the batch do not depend on them. */
  function attempt(tellListeners: () => void): void {
    try {
      tellListeners()
    } catch (error) {
      signals.notificationFailed.publish({ channel: generationChannel })
      onError(error)
    }
  }

  // Changes during a read are read afterwards, in one batch, so the final state is always delivered.
  async function tell(): Promise<void> {
    reading = true
    try {
      while (changed.size > 0) {
        // Lets the other notifications of the same commit join the batch.
        await soon()
        const ids = [...changed]
        changed.clear()
        const rows = await read(handle.db, ids).catch(() => [])
        for (const row of rows) attempt(() => watching.tell(row.userId, row))
      }
    } finally {
      reading = false
    }
  }

  return {
    subscribe: (userId, listener) => watching.add(userId, listener),
    subscribeToPreviews: (userId, listener) => previewing.add(userId, listener),
    subscribeToPlaces: (userId, listener) => placing.add(userId, listener),
    subscribeToBalance: (userId, listener) => counting.add(userId, listener),
    subscribeToRequests: (userId, listener) => asking.add(userId, listener),
    openStream: (access, options) => streams.open(access, options),
    countStreams: () => streams.count,
    async close() {
      streams.endCounted()
      watching.clear()
      counting.clear()
      asking.clear()
      previewing.clear()
      placing.clear()
      await stopRevoking()
      await stopCounting()
      await stopAsking()
      await stopPreviewing()
      await stopPlacing()
      await stopWatching()
    },
  }
}

/** The listeners of this process by user. */
class Listeners<News> {
  readonly #byUser = new Map<string, Set<(news: News) => void>>()

  has(userId: string): boolean {
    return this.#byUser.has(userId)
  }

  /** Calls every listener, and throws the error of one afterwards. */
  tell(userId: string, news: News): void {
    const errors: unknown[] = []
    for (const listener of this.#byUser.get(userId) ?? []) {
      try {
        listener(news)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
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
