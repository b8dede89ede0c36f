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
import type { FilmEvent } from '#app/contract/films/film-event.ts'
import { filmChannel, readFilmNotice } from '../../making/films/publish-film.ts'
import {
  generationChannel,
  type GenerationNotice,
  placeChannel,
  type PlaceNotice,
  previewChannel,
  type PreviewNotice,
  readNotice,
  readPlace,
  readPreview,
} from '../../making/generations/publish.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'
import { type LiveRuns, openLiveRuns } from '../../making/generations/live-runs.ts'

export type EventHub = {
  /** Calls back with the current row after each change of the person's generations; returns a function that unsubscribes. */
  subscribe(userId: string, listener: (row: GenerationRow) => void): () => void
  /**
   * Calls back with the row of one run after each change; with one that this process makes, as it is written, before it is stored. Returns
   * a function that unsubscribes.
   */
  follow(id: string, listener: (row: GenerationRow) => void): () => void
  /** The latest state of a run that this process makes. */
  liveRow(id: string): GenerationRow | undefined
  /** Calls back with each preview of the person's running works; returns a function that unsubscribes. */
  subscribeToPreviews(userId: string, listener: (preview: PreviewNotice) => void): () => void
  /** Calls back with each place of the person's running works in the queue of a server; returns a function that unsubscribes. */
  subscribeToPlaces(userId: string, listener: (place: PlaceNotice) => void): () => void
  /** Calls back when a request for a run was made or has ended; returns a function that unsubscribes. */
  subscribeToRequests(userId: string, listener: () => void): () => void
  /** Calls back when a film of the person was changed; returns a function that unsubscribes. */
  subscribeToFilms(userId: string, listener: (film: FilmEvent) => void): () => void
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
export async function openEventHub(
  handle: DatabaseHandle,
  { onError, live = openLiveRuns() }: { onError: (error: unknown) => void; live?: LiveRuns },
): Promise<EventHub> {
  const watching = new Listeners<GenerationRow>()
  const following = new Listeners<GenerationRow>()
  const counting = new Listeners<void>()
  const asking = new Listeners<void>()
  const previewing = new Listeners<PreviewNotice>()
  const placing = new Listeners<PlaceNotice>()
  const filming = new Listeners<FilmEvent>()
  const changed = new Set<string>()
  let reading = false

  const streams = new OpenStreams(config.generations.maxEventStreams)

  // Revocations are lost with the connection: reconnecting clients authenticate again.
  const stops: (() => Promise<void>)[] = []
  async function listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): Promise<void> {
    stops.push(await handle.listen(channel, onNotify, onGap))
  }
  const revoke = (payload: string) => streams.revoke(readRevocation(payload))
  await listen(revocationChannel, revoke, () => streams.endCounted())
  await listen(balanceChannel, (userId) => counting.tell(userId))
  await listen(runRequestChannel, (userId) => asking.tell(userId))
  await listen(filmChannel, (payload) => {
    const { userId, ...film } = readFilmNotice(payload)
    filming.tell(userId, film)
  })
  await listen(previewChannel, (payload) => tellOwner(previewing, readPreview(payload)))
  await listen(placeChannel, (payload) => tellOwner(placing, readPlace(payload)))
  await listen(generationChannel, (payload) => {
    const notice = readNotice(payload)
    if (watching.has(notice.userId) || isFollowed(notice)) readAgain(notice.generationId)
  })
  live.follow({
    onRow: (row) => attempt(() => following.tell(row.id, row)),
    onLeft: (id) => following.has(id) && readAgain(id),
  })

  /** Whether a follower needs to read the row: those of a run of this process know it, unless somebody else has changed it. */
  function isFollowed({ generationId, status }: Pick<GenerationNotice, 'generationId' | 'status'>): boolean {
    if (!following.has(generationId)) return false
    return !live.rowOf(generationId) || status === 'canceled' || status === 'queued'
  }

  function readAgain(id: string): void {
    changed.add(id)
    if (!reading) void tell()
  }

  /** Calls the listeners of a row. The other rows of the batch do not depend on them. */
  function attempt(tellListeners: () => void): void {
    try {
      tellListeners()
    } catch (error) {
      signals.notificationFailed.publish({ channel: generationChannel })
      onError(error)
    }
  }

  // Of two reads at once, the older could return last and replace the final state, so changes during a read are read after it.
  async function tell(): Promise<void> {
    reading = true
    try {
      while (changed.size > 0) {
        // Lets the other notifications of the same commit join the batch.
        await soon()
        const ids = [...changed]
        changed.clear()
        const rows = await read(handle.db, ids).catch(() => [])
        for (const row of rows) {
          attempt(() => watching.tell(row.userId, row))
          // The stored text of a running one is behind what its followers have been shown.
          if (row.finishedAt || !live.rowOf(row.id)) attempt(() => following.tell(row.id, row))
        }
      }
    } finally {
      reading = false
    }
  }

  return {
    subscribe: (userId, listener) => watching.add(userId, listener),
    follow: (id, listener) => following.add(id, listener),
    liveRow: (id) => live.rowOf(id),
    subscribeToPreviews: (userId, listener) => previewing.add(userId, listener),
    subscribeToPlaces: (userId, listener) => placing.add(userId, listener),
    subscribeToFilms: (userId, listener) => filming.add(userId, listener),
    subscribeToBalance: (userId, listener) => counting.add(userId, listener),
    subscribeToRequests: (userId, listener) => asking.add(userId, listener),
    openStream: (access, options) => streams.open(access, options),
    countStreams: () => streams.count,
    async close() {
      streams.endCounted()
      for (const listeners of [watching, following, counting, asking, filming, previewing, placing]) listeners.clear()
      for (const stop of stops) await stop()
    },
  }
}

const tellOwner = <News extends { userId: string }>(listeners: Listeners<News>, news: News) => listeners.tell(news.userId, news)

/** The listeners of this process, by user or by run. */
class Listeners<News> {
  readonly #byKey = new Map<string, Set<(news: News) => void>>()

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** Calls every listener, and throws the error of one afterwards. */
  tell(key: string, news: News): void {
    const errors: unknown[] = []
    for (const listener of this.#byKey.get(key) ?? []) {
      try {
        listener(news)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  add(key: string, listener: (news: News) => void): () => void {
    const own = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#byKey.get(key) === own) this.#byKey.delete(key)
    }
  }

  clear(): void {
    this.#byKey.clear()
  }
}

function read(db: Database, ids: string[]): Promise<GenerationRow[]> {
  return db.select().from(generations).where(inArray(generations.id, ids))
}
