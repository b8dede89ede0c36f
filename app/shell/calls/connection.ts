let lostAt: number | null = null
const listeners = new Set<() => void>()

function set(next: number | null) {
  if ((next === null) === (lostAt === null)) return
  lostAt = next
  for (const listener of listeners) listener()
}

const onOffline = () => set(performance.now())
const onOnline = () => set(null)

/** Notifies the page when the browser goes offline and when the server is reached again. */
export function watchConnection(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    if (!navigator.onLine) set(performance.now())
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
    lostAt = null
  }
}

/**
 * Whether the server may be reachable. False if the browser reports to be offline and no call has reached the server since; true proves
 * nothing.
 */
export const isConnected = (): boolean => lostAt === null

/** Reports a response to a call sent at that time. Behind a VPN, browsers may report to be offline all the time. */
export function reportReached(sentAt: number): void {
  if (lostAt !== null && sentAt > lostAt) set(null)
}
