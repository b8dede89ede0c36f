import type { StreamEnding } from '#app/contract/base/stream-endings.ts'
import type { Access } from '../../identity/sessions/require-access.ts'
import type { Revocation } from '../../identity/sessions/revocations.ts'

/** The abort reason of a stream that the server closes. */
export class StreamEnded extends Error {
  readonly ending: StreamEnding
  constructor(ending: StreamEnding) {
    super(`the stream has ended: ${ending}`)
    this.ending = ending
  }
}

/** A response that ends with the session or key that requested it. */
export type OpenStream = Disposable & {
  /** Aborts with `StreamEnded`; any other reason asks the client to reconnect. */
  signal: AbortSignal
}

type Entry = Access & { counted: boolean; controller: AbortController }

/** The open streams of this process, by person, oldest first. */
export class OpenStreams {
  readonly #byPerson = new Map<string, Set<Entry>>()
  readonly #maxPerPerson: number
  constructor(maxPerPerson: number) {
    this.#maxPerPerson = maxPerPerson
  }

  /** Number of open streams. */
  get count(): number {
    return [...this.#byPerson.values()].reduce((sum, own) => sum + own.size, 0)
  }

  /** Opens a stream. If it is `counted` and exceeds the person's limit, their oldest counted stream is closed. */
  open(access: Access, { counted }: { counted: boolean }): OpenStream {
    const entry = { ...access, counted, controller: new AbortController() }
    const own = this.#byPerson.get(access.personId) ?? new Set()
    this.#byPerson.set(access.personId, own.add(entry))
    const excess = counted ? [...own].filter((one) => one.counted).slice(0, -this.#maxPerPerson) : []
    for (const oldest of excess) this.#end(oldest, new StreamEnded('too_many_streams'))
    return { signal: entry.controller.signal, [Symbol.dispose]: () => this.#forget(entry) }
  }

  revoke({ userId, sessionId, apiKeyId, reason }: Revocation): void {
    const isAll = sessionId === null && apiKeyId === null
    for (const entry of this.#byPerson.get(userId) ?? [])
      if (isAll || (sessionId !== null && entry.sessionId === sessionId) || (apiKeyId !== null && entry.apiKeyId === apiKeyId))
        this.#end(entry, new StreamEnded(reason))
  }

  /** Closes the counted streams; the others are responses that end with their run. */
  endCounted(): void {
    for (const own of this.#byPerson.values()) for (const entry of own) if (entry.counted) this.#end(entry)
  }

  #end(entry: Entry, reason?: StreamEnded): void {
    this.#forget(entry)
    entry.controller.abort(reason)
  }

  #forget(entry: Entry): void {
    const own = this.#byPerson.get(entry.personId)
    own?.delete(entry)
    if (own?.size === 0) this.#byPerson.delete(entry.personId)
  }
}
