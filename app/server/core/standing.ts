/** How much of a limit a caller has left. */
export type Standing = {
  limit: number
  remaining: number
  /** Seconds until the count starts again. */
  resetSeconds: number
}
