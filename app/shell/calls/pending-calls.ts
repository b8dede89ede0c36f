const underWay = new Set<Promise<unknown>>()

/** Tracks a call of a server function until it has settled. */
export function trackCall<T>(call: Promise<T>): Promise<T> {
  const settled = call.catch(() => undefined).finally(() => underWay.delete(settled))
  underWay.add(settled)
  return call
}

/** Resolves when all pending calls have settled or time is up, because leaving the page earlier could cancel them. */
export async function callsSettled(patienceMs = 3_000): Promise<void> {
  const { promise: longEnough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([Promise.all(underWay), longEnough])
  clearTimeout(timer)
}
