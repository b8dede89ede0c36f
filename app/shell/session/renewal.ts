import { getSession, refreshSession, type Session } from '#app/shell/data/session.functions.ts'

const lockName = 'session-refresh'
/** Milliseconds to wait for a response, and for another tab's turn. */
const patienceMs = 30_000

/**
 * Renews the access and refresh token, then reads the session. The tabs of a browser share these tokens, so one tab renews at a time; a tab
 * that had to wait only reads the result.
 */
export function renewSession(): Promise<Session> {
  const renew = () => refreshSession({ signal: AbortSignal.timeout(patienceMs) })
  return inTurn('locks' in navigator ? navigator.locks : undefined, { first: renew, waited: () => getSession() })
}

type Turn<T> = {
  /** Runs if no other tab holds the lock. */
  first: () => Promise<T>
  /**
   * Runs after waiting for another tab. The wait itself is the signal, because a value written by the other tab may become visible only
   * after its lock has ended.
   */
  waited: () => Promise<T>
}

/** Runs one at a time across all tabs, if the browser has Web Locks. If the turn does not come in time, it runs without it. */
export async function inTurn<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  { first, waited }: Turn<T>,
  patience = patienceMs,
): Promise<T> {
  if (!locks) return first()
  const atOnce = await locks.request(lockName, { ifAvailable: true }, async (lock) => (lock ? { value: await first() } : null))
  if (atOnce) return atOnce.value
  let started = false
  const start = () => {
    started = true
    return waited()
  }
  try {
    return await locks.request(lockName, { signal: AbortSignal.timeout(patience) }, start)
  } catch (error) {
    if (started) throw error
    return first()
  }
}
