const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** Returns the delay after a number of consecutive failures, with jitter, so that clients do not return at the same time. */
export const waitAfter = (failures: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1)) * (0.75 + Math.random() / 2)

export type Asking = {
  /** Runs the task now or, after a failure, when its delay has passed. */
  request(key: string): void
  /** Runs all waiting tasks, because they are likely to succeed now. */
  hurry(): void
}

/**
 * Repeats a task per key until it succeeds. `ask` reports success; failures are retried with growing delays, however often the key is
 * requested meanwhile. Ends with `signal`.
 */
export function retryByKey(ask: (key: string) => Promise<boolean>, signal: AbortSignal): Asking {
  const open = new Map<string, { failures: number; timer: ReturnType<typeof setTimeout> | null }>()

  async function run(key: string, failures: number) {
    open.set(key, { failures, timer: null })
    const isAnswered = await ask(key)
    if (isAnswered || signal.aborted) return open.delete(key)
    const timer = setTimeout(() => void run(key, failures + 1), waitAfter(failures + 1))
    return open.set(key, { failures: failures + 1, timer })
  }
  signal.addEventListener('abort', () => {
    for (const { timer } of open.values()) if (timer) clearTimeout(timer)
    open.clear()
  })

  return {
    request: (key) => void (open.has(key) || run(key, 0)),
    hurry() {
      for (const [key, { timer }] of open) {
        if (!timer) continue
        clearTimeout(timer)
        void run(key, 0)
      }
    },
  }
}
