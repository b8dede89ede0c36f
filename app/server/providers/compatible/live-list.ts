export type LiveListOptions<T> = {
  fetchList(signal: AbortSignal): Promise<readonly T[]>
  /** How long a list is as good as new; then it is asked for again, and the old one is given meanwhile. */
  freshMs?: number
  /** How long a server that does not answer is left alone. */
  retryMs?: number
  /** How long the last list stands for a server that does not answer: a restart of it should fail no run. */
  keptMs?: number
  /** How long somebody waits where there is no list yet. */
  firstWaitMs?: number
  now?(): number
}

export type LiveList<T> = { read(): Promise<readonly T[]>; close(): Promise<void> }

/** A list that a server gives, at hand at once: only the first reader ever waits, and not for long. Never rejects. */
export function openLiveList<T>({
  fetchList,
  freshMs = 60_000,
  retryMs = 15_000,
  keptMs = 5 * 60_000,
  firstWaitMs = 1_500,
  now = () => performance.now(),
}: LiveListOptions<T>): LiveList<T> {
  const closing = new AbortController()
  let list: readonly T[] = []
  let listedAt = Number.NEGATIVE_INFINITY
  let askAgainAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  let askedBefore = false

  async function ask(): Promise<void> {
    try {
      list = await fetchList(closing.signal)
      listedAt = now()
      askAgainAt = listedAt + freshMs
    } catch {
      askAgainAt = now() + retryMs
      if (now() - listedAt > keptMs) list = []
    } finally {
      askedBefore = true
      asking = undefined
    }
  }

  return {
    async read() {
      if (!closing.signal.aborted && now() >= askAgainAt) asking ??= ask()
      if (asking && !askedBefore) await atMost(asking, firstWaitMs)
      // Whoever comes next finds a list, or the answer that is still awaited; nobody waits twice.
      askedBefore = true
      return list
    },
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
