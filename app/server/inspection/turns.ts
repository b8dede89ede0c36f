export type Turns = {
  /** Waits for a place. Tasks without a person are the server's own. */
  take(userId: string | undefined, signal?: AbortSignal): Promise<Disposable>
}

export type TurnsOptions = {
  places: number
  /** Places to which tasks move that take longer than a second. */
  spare: number
  now?(): number
  /** Calls back once; returns a function that forgets it. */
  after?(ms: number, callback: () => void): () => void
}

type Task = { userId: string | undefined; start(): void; isLong: boolean }

/** Milliseconds after which a task moves to a spare place. */
const longMs = 1_000
/** Milliseconds of recent tasks after which a person counts as slow. */
const slowMs = 2_000
/** Time in which half of what a person has taken is forgotten. */
const halfLifeMs = 60_000

/**
 * Shares places among people. One person has at most half of them, and so have all slow people together, because anybody can bring many slow
 * files. The next place is for the person who has taken the least time.
 */
export function openTurns({ places, spare, now = () => performance.now(), after = startTimer }: TurnsOptions): Turns {
  const half = Math.max(1, Math.floor(places / 2))
  const running = new Set<Task>()
  const waiting: Task[] = []
  const spent = new Map<string, { ms: number; at: number }>()

  function spentBy(userId: string | undefined): number {
    const { ms, at } = (userId !== undefined && spent.get(userId)) || { ms: 0, at: 0 }
    return ms * 0.5 ** ((now() - at) / halfLifeMs)
  }
  const isSlow = ({ userId }: Task) => spentBy(userId) > slowMs
  const count = (which: (task: Task) => boolean) => [...running].filter(which).length

  function mayStart(task: Task): boolean {
    const { userId } = task
    const long = Math.min(
      spare,
      count(({ isLong }) => isLong),
    )
    if (running.size - long >= places) return false
    const own = count((one) => one.userId === userId)
    // The server's own tasks leave a place to people.
    if (userId === undefined) return own < Math.max(1, places - 1)
    return own < half && (!isSlow(task) || count(isSlow) < half)
  }

  function startNext(): void {
    for (;;) {
      const [next] = waiting.filter(mayStart).sort((one, other) => spentBy(one.userId) - spentBy(other.userId))
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next)
      next.start()
    }
  }

  function end(task: Task, ms: number): void {
    running.delete(task)
    const { userId } = task
    if (userId !== undefined) spent.set(userId, { ms: spentBy(userId) + ms, at: now() })
    for (const known of spent.keys()) if (spentBy(known) < 1) spent.delete(known)
    startNext()
  }

  return {
    async take(userId, signal) {
      const started = Promise.withResolvers<Disposable>()
      const task: Task = {
        userId,
        isLong: false,
        start() {
          const startedAt = now()
          const forget = after(longMs, () => {
            task.isLong = true
            startNext()
          })
          started.resolve({
            [Symbol.dispose]() {
              forget()
              end(task, now() - startedAt)
            },
          })
        },
      }
      const giveUp = () => {
        const at = waiting.indexOf(task)
        if (at < 0) return
        waiting.splice(at, 1)
        started.reject(signal?.reason)
      }
      waiting.push(task)
      startNext()
      signal?.addEventListener('abort', giveUp, { once: true })
      return await started.promise.finally(() => signal?.removeEventListener('abort', giveUp))
    },
  }
}

function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
