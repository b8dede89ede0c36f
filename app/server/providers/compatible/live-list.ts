export type LiveListOptions<T> = {
  fetchList(signal: AbortSignal): Promise<readonly T[]>
  /** Age up to which a list is current; an older one is refreshed, and served meanwhile. */
  freshMs?: number
  /** Pause before an unreachable server is queried again. */
  retryMs?: number
  /** Age up to which the last list counts as that of an unreachable server, so that its restart fails no run. */
  keptMs?: number
  /** Time after which a request for a list is given up, and repeated like one that failed. */
  longestMs?: number
  /** Longest wait of the first reader, when there is no list yet. */
  firstWaitMs?: number
  now?(): number
}

export type LiveList<T> = {
  /** Returns the last list, also that of a server that is away. */
  read(): Promise<readonly T[]>
  /** Whether the server has not answered for longer than a restart takes. */
  isAway(): boolean
  close(): Promise<void>
}

/** Opens a cached list of a server. Only the first reader waits, for a short time. Never rejects. */
export function openLiveList<T>({
  fetchList,
  freshMs = 60_000,
  retryMs = 15_000,
  keptMs = 5 * 60_000,
  longestMs = 120_000,
  firstWaitMs = 1_500,
  now = () => performance.now(),
}: LiveListOptions<T>): LiveList<T> {
  const closing = new AbortController()
  let list: readonly T[] = []
  let listedAt = Number.NEGATIVE_INFINITY
  let askAgainAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  let askedBefore = false
  let away = false

  async function ask(): Promise<void> {
    try {
      list = await fetchList(AbortSignal.any([closing.signal, AbortSignal.timeout(longestMs)]))
      listedAt = now()
      away = false
      askAgainAt = listedAt + freshMs
    } catch {
      askAgainAt = now() + retryMs
      away = now() - listedAt > keptMs
    } finally {
      askedBefore = true
      asking = undefined
    }
  }

  return {
    async read() {
      if (!closing.signal.aborted && now() >= askAgainAt) asking ??= ask()
      if (asking && !askedBefore) await atMost(asking, firstWaitMs)
      // Later readers find a list or the pending request, and do not wait.
      askedBefore = true
      return list
    },
    isAway: () => away,
    async close() {
      closing.abort()
      await asking
    },
  }
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
