import { getSession, refreshSession, type Session } from '#app/shell/data/session.functions.ts'

const lockName = 'session-refresh'
/** Time limit for an answer, and for another tab's turn. */
const patienceMs = 30_000

/**
 * Renews the access and refresh token, then reads the session. The tabs of a browser share these tokens, so only one renews at a time; one
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
   * Runs after a wait for another tab. The wait is the only signal: a value written by the other tab may become visible after its lock ends.
   */
  waited: () => Promise<T>
}

/** Runs one at a time over all tabs, where the browser has Web Locks. A turn that does not come in time is not waited for. */
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
