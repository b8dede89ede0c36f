/** Context that the pages pass with a call to the API in the same process; a remote API never sees it. */
export type LocalCall = {
  /** The web request that makes the call; within it, the caller is identified once. */
  webRequest: object
  /** Receives the response as a value, checked by the API against the schema of the call, instead of its JSON. */
  take(answer: unknown): void
}
