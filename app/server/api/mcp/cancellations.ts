/** The requests in progress of one client. */
export type OpenRequests = {
  /** Registers a request until it is disposed; the signal aborts when the client cancels it. */
  open(id: string | number): Disposable & { signal: AbortSignal }
  cancel(id: string | number): void
}

/**
 * Requests of clients of the earlier revisions, which cancel one with another request. The ids of requests are unique within a session, so
 * that a client without one cancels nothing. The other request may reach another process; the run then goes on.
 */
export function openCancellations() {
  const controllers = new Map<string, AbortController>()
  return {
    of(apiKeyId: string, session: string | undefined): OpenRequests {
      const keyOf = (id: string | number) => JSON.stringify([apiKeyId, session, id])
      return {
        open(id) {
          const controller = new AbortController()
          const key = keyOf(id)
          if (session !== undefined) controllers.set(key, controller)
          return {
            signal: controller.signal,
            [Symbol.dispose]() {
              if (controllers.get(key) === controller) controllers.delete(key)
            },
          }
        },
        cancel: (id) => controllers.get(keyOf(id))?.abort(),
      }
    },
  }
}
