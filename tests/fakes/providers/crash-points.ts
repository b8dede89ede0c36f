import type { MediaAnswer, MediaCall } from './media-server.ts'

type Route = (call: MediaCall) => MediaAnswer | undefined

/**
 * Makes a service lose responses: it executes a call, but the caller gets no response. It counts the operations started. With `knowsKeys`,
 * a start that is repeated with the same idempotency key is the same operation and gets the same response.
 */
export function losesAnswers(route: Route, { knowsKeys }: { knowsKeys: boolean }) {
  const known = new Map<string, MediaAnswer | undefined>()
  let starts = 0
  let loses: ((call: MediaCall) => boolean) | undefined
  let lost = Promise.withResolvers<void>()

  function begin(call: MediaCall): MediaAnswer | undefined {
    const key = call.headers['idempotency-key']
    if (!knowsKeys || typeof key !== 'string') {
      starts += 1
      return route(call)
    }
    if (!known.has(key)) {
      starts += 1
      known.set(key, route(call))
    }
    return known.get(key)
  }

  return {
    route(call: MediaCall): MediaAnswer | undefined {
      const answer = call.method === 'POST' ? begin(call) : route(call)
      if (!loses?.(call)) return answer
      loses = undefined
      lost.resolve()
      return 'silent'
    },
    started: () => starts,
    /** Loses the next matching response; resolves when it is lost. */
    loseNext(which: (call: MediaCall) => boolean): Promise<void> {
      loses = which
      lost = Promise.withResolvers()
      return lost.promise
    },
  }
}
