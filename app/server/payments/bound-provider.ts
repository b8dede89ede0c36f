import PQueue from 'p-queue'
import { PaymentError, type PaymentProvider } from './provider.ts'

export type Bounds = {
  /** Number of concurrent requests. */
  atOnce: number
  /** Number of queued requests; further ones are rejected. */
  waiting: number
  /** Longest wait in the queue, in milliseconds. */
  patience: number
}

const defaults: Bounds = { atOnce: 8, waiting: 32, patience: 10_000 }

/**
 * Limits the concurrent requests to a provider. A hanging provider keeps at most `atOnce` connections until their timeouts, and callers
 * beyond `waiting` get `unreachable` at once.
 */
export function boundProvider(provider: PaymentProvider, { atOnce, waiting, patience }: Bounds = defaults): PaymentProvider {
  const queue = new PQueue({ concurrency: atOnce })

  async function inTurn<T>(request: () => Promise<T>): Promise<Awaited<T>> {
    if (queue.size >= waiting) throw new PaymentError('unreachable', `${provider.id} has too many requests waiting`)
    const wait = new AbortController()
    const timer = setTimeout(() => wait.abort(new PaymentError('unreachable', `${provider.id} kept a request waiting too long`)), patience)
    const run = () => {
      clearTimeout(timer)
      return request()
    }
    return queue.add(run, { signal: wait.signal }).finally(() => clearTimeout(timer))
  }

  const { openPortal } = provider
  return {
    ...provider,
    start: (request) => inTurn(() => provider.start(request)),
    charge: (request) => inTurn(() => provider.charge(request)),
    ask: (checkoutId) => inTurn(() => provider.ask(checkoutId)),
    refund: (request) => inTurn(() => provider.refund(request)),
    findRefund: (request) => inTurn(() => provider.findRefund(request)),
    cancel: (checkoutId) => inTurn(() => provider.cancel(checkoutId)),
    ...(openPortal && { openPortal: (request: Parameters<typeof openPortal>[0]) => inTurn(() => openPortal(request)) }),
  }
}
