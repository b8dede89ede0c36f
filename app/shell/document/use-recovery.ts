import { useEffect, useRef } from 'react'

const firstDelayMs = 2_500
const longestDelayMs = 15_000
/** Milliseconds after the latest try from which a failure is a new one. */
const forgottenMs = 5 * 60_000

// Every failed try mounts the error page again, so the tries are counted here.
let tries = 0
let triedAt = Number.NEGATIVE_INFINITY

/** Returns the delay before the next try, with jitter, because all open pages wait for the same service. */
const nextDelay = () => Math.min(longestDelayMs, firstDelayMs * 2 ** tries) * (0.8 + 0.4 * Math.random())

/** Tries again, less and less often, while the page can be seen: until the error page is gone. */
export function useRecovery(isTemporary: boolean, tryAgain: () => Promise<void>) {
  const latest = useRef(tryAgain)
  useEffect(() => {
    latest.current = tryAgain
  })
  useEffect(() => {
    if (!isTemporary) return
    if (performance.now() - triedAt > forgottenMs) tries = 0
    let timer: number | undefined
    let isOver = false
    const plan = () => {
      if (isOver) return
      window.clearTimeout(timer)
      timer = window.setTimeout(tryIfSeen, nextDelay())
    }
    async function tryNow() {
      window.clearTimeout(timer)
      tries += 1
      triedAt = performance.now()
      await latest.current()
      plan()
    }
    function tryIfSeen() {
      if (document.visibilityState === 'visible') void tryNow()
    }
    /** A page that comes into view after its time does not wait any longer. */
    const onVisible = () => {
      if (performance.now() - triedAt > longestDelayMs) tryIfSeen()
    }
    const onOnline = () => void tryNow()
    plan()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onOnline)
    return () => {
      isOver = true
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onOnline)
    }
  }, [isTemporary])
}
