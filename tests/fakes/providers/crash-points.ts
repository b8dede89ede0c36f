import type { MediaAnswer, MediaCall } from './media-server.ts'

type Route = (call: MediaCall) => MediaAnswer | undefined

/**
 * A service whose answers can be lost on their way: it does what it is asked, and whoever has asked never hears of it. It counts what it
 * was made to begin; where it knows keys, a start that is repeated with the same one is the same start and gets the same answer.
 */
export function losesAnswers(route: Route, { knowsKeys }: { knowsKeys: boolean }) {
  const known = new Map<string, MediaAnswer | undefined>()
  let begun = 0
  let loses: ((call: MediaCall) => boolean) | undefined
  let lost = Promise.withResolvers<void>()

  function begin(call: MediaCall): MediaAnswer | undefined {
    const key = call.headers['idempotency-key']
    if (!knowsKeys || typeof key !== 'string') {
      begun += 1
      return route(call)
    }
    if (!known.has(key)) {
      begun += 1
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
    begun: () => begun,
    /** The next such answer gets lost; resolves when it has. */
    loseNext(which: (call: MediaCall) => boolean): Promise<void> {
      loses = which
      lost = Promise.withResolvers()
      return lost.promise
    },
  }
}
