import type { DatabaseHandle } from '../db/database.ts'

export type ByPerson<Value> = {
  /** Returns the value of a person, or of a guest. */
  of(userId: string | null): Promise<Value>
  /** Makes this process read all values again, without waiting for a notification. */
  invalidate(): void
  close(): Promise<void>
}

const maxKnown = 10_000

/**
 * Caches values by person. A notification of the channel names the person whose value has changed, or nobody if any may have. `read` must be
 * an async function: queries of Drizzle run again each time they are awaited.
 */
export async function openByPerson<Value>(
  handle: DatabaseHandle,
  { channel, read }: { channel: string; read(userId: string | null): Promise<Value> },
): Promise<ByPerson<Value>> {
  let known = new Map<string | null, Promise<Value>>()
  const invalidate = () => void (known = new Map())
  const forget = (userId: string) => (userId === '' ? invalidate() : void known.delete(userId))
  const close = await handle.listen(channel, forget, invalidate)
  return {
    invalidate,
    close,
    of(userId) {
      const cached = known.get(userId)
      if (cached) return cached
      if (known.size >= maxKnown) invalidate()
      // A read that began before a change is forgotten with its entry or its map, so nobody gets it afterwards.
      const current = known
      const reading = read(userId)
      current.set(userId, reading)
      reading.catch(() => current.delete(userId))
      return reading
    },
  }
}
