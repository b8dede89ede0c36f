/** The longest that a browser's timer can wait; anything longer would fire at once. */
export const longestTimer = 2_147_483_647

/** How often a session is refreshed at the latest: the refresh token's lifetime in seconds, as far as a timer reaches. In milliseconds. */
export const refreshInterval = (maxAge: number) => Math.min(maxAge * 1000, longestTimer)

const defaultPeriod = 1_000

/** The period of refreshing for its own sake, in milliseconds; null while it is off. Merely switched on it is every second. */
export function periodicInterval(setting: boolean | number): number | null {
  if (setting === true) return defaultPeriod
  if (setting === false || !Number.isFinite(setting) || setting <= 0) return null
  return Math.min(setting, longestTimer)
}

export type RenewalDelayOptions = {
  /** When the access token ends and when that was read, by the server's clock. */
  expiresAt: string
  readAt: string
  /** When it was read and what time it is, by this machine's clock: the two clocks may differ by any amount. */
  receivedAt: number
  now: number
  /** How long before the end a new token is fetched. */
  margin: number
}

/** How long to wait before the next token is fetched, in milliseconds. After a sleep it may be overdue: zero. */
export function renewalDelay({ expiresAt, readAt, receivedAt, now, margin }: RenewalDelayOptions): number {
  const lifetime = Date.parse(expiresAt) - Date.parse(readAt)
  return Math.min(Math.max(0, receivedAt + lifetime - margin - now), longestTimer)
}

const firstRetry = 2_000
const longestRetry = 60_000

/** How long to wait before a failed reading is tried once more. `tries` counts the failures so far. */
export const retryDelay = (tries: number) => Math.min(firstRetry * 2 ** Math.max(0, tries - 1), longestRetry)
