import { useEffect } from 'react'

// Every failed try mounts the error page again, so the delay is kept here.
let delayMs = 0
let triedAt = 0

/** Tries again after each failure of a service that is away, less and less often; hidden pages wait. */
export function useRecovery(isAway: boolean, failure: unknown, tryAgain: () => Promise<void>) {
  useEffect(() => {
    if (!isAway) return
    const now = Date.now()
    delayMs = now - triedAt > 60_000 ? 2_500 : Math.min(delayMs * 2, 15_000)
    triedAt = now
    // With jitter, because all open pages wait for the same service.
    const timer = setInterval(() => document.hidden || void tryAgain(), delayMs * (0.8 + 0.4 * Math.random()))
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- each failure starts one wait
  }, [failure])
}
