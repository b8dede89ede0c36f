import { getSession, refreshSession, type Session } from './session.functions.ts'

const lockName = 'session-refresh'
/** Longer than that an answer is not waited for, and neither is a tab that waits for one. */
const patienceMs = 30_000

/**
 * Replaces the tokens and reads the session with the new ones. The tabs of a browser share their tokens, so one does it at a time,
 * and one that had to wait only reads what another has just fetched.
 */
export function renewSession(): Promise<Session> {
  const renew = () => refreshSession({ signal: AbortSignal.timeout(patienceMs) })
  return inTurn('locks' in navigator ? navigator.locks : undefined, { first: renew, waited: () => getSession() })
}

type Turn<T> = {
  /** For who finds nobody before them. */
  first: () => Promise<T>
  /** For who had to wait for somebody. Having waited is all there is to go by: what another tab writes down may be seen later than its end. */
  waited: () => Promise<T>
}

/** Runs one at a time over all tabs, where the browser can see to that. A turn that does not come is not waited for. */
export async function inTurn<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  { first, waited }: Turn<T>,
  patience = patienceMs,
): Promise<T> {
  if (!locks) return first()
  const atOnce = await locks.request(lockName, { ifAvailable: true }, async (lock) => (lock ? { value: await first() } : null))
  if (atOnce) return atOnce.value
  let begun = false
  const begin = () => {
    begun = true
    return waited()
  }
  try {
    return await locks.request(lockName, { signal: AbortSignal.timeout(patience) }, begin)
  } catch (error) {
    if (begun) throw error
    return first()
  }
}
