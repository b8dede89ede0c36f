const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** How long to wait after so many failures in a row. Spread, so that a server that comes back is not met by everybody at once. */
export const waitAfter = (failures: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1)) * (0.75 + Math.random() / 2)

export type Asking = {
  /** Asks now, or, after a failure, as soon as its time has come. */
  request(key: string): void
  /** There is reason to believe that asking works again: whatever waits is asked for now. */
  hurry(): void
}

/**
 * Asks for things by their keys until each is answered. `ask` tells whether it was; a server that fails is asked less and less often,
 * however often the same thing is requested meanwhile. Ends with `signal`.
 */
export function askAgain(ask: (key: string) => Promise<boolean>, signal: AbortSignal): Asking {
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
