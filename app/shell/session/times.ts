/** The longest delay of a browser's timer; a longer one would fire at once. */
export const longestTimer = 2_147_483_647

/**
 * Upper limit of the refresh interval in milliseconds: the lifetime of the refresh token, capped at the longest timer. `maxAge` is in
 * seconds.
 */
export const refreshInterval = (maxAge: number) => Math.min(maxAge * 1000, longestTimer)

const defaultPeriod = 1_000

/** Returns the period of additional refreshes in milliseconds; null if off. `true` means every second. */
export function periodicInterval(setting: boolean | number): number | null {
  if (setting === true) return defaultPeriod
  if (setting === false || !Number.isFinite(setting) || setting <= 0) return null
  return Math.min(setting, longestTimer)
}

export type RenewalDelayOptions = {
  /** Expiry of the access token and time of reading it, by the server's clock. */
  expiresAt: string
  readAt: string
  /** Time of reading and current time, by this machine's clock; the clocks may differ by any amount. */
  receivedAt: number
  now: number
  /** Milliseconds before expiry at which a new access token is fetched. */
  margin: number
}

/** Returns the delay until the next renewal in milliseconds; 0 if it is overdue, for instance after a sleep. */
export function renewalDelay({ expiresAt, readAt, receivedAt, now, margin }: RenewalDelayOptions): number {
  const lifetime = Date.parse(expiresAt) - Date.parse(readAt)
  return Math.min(Math.max(0, receivedAt + lifetime - margin - now), longestTimer)
}

const firstRetry = 2_000
const longestRetry = 60_000

/** Returns the delay before retrying a failed read. `tries` counts the failures so far. */
export const retryDelay = (tries: number) => Math.min(firstRetry * 2 ** Math.max(0, tries - 1), longestRetry)
