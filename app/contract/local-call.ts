/** Passed with a call of the pages to the API in the same process, besides the request and the response; an API elsewhere never sees it. */
export type LocalCall = {
  /** The web request that the call is made for: within it the caller is identified once. */
  webRequest: object
  /** Takes the answer, checked by the API against the schema of the call, instead of its JSON. */
  take(answer: unknown): void
}
