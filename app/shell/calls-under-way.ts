const underWay = new Set<Promise<unknown>>()

/** Remembers a call of a server function until it has its answer. */
export function trackCall<T>(call: Promise<T>): Promise<T> {
  const settled = call.catch(() => undefined).finally(() => underWay.delete(settled))
  underWay.add(settled)
  return call
}

/** When what was begun before this has its answer, or has taken too long: leaving the page earlier could undo it. */
export async function callsSettled(patienceMs = 3_000): Promise<void> {
  const { promise: longEnough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([Promise.all(underWay), longEnough])
  clearTimeout(timer)
}
