import { sql } from 'drizzle-orm'
import type { DatabaseHandle, Transaction } from '../../db/database.ts'
import { type Offer, readEntitlement, readGuestOffer } from './entitlement.ts'

const channel = 'quartet_groups'

/** Announces changed groups, and people in other groups, to all processes, at the commit. */
export const announceGroups = (tx: Transaction) => tx.execute(sql`select pg_notify(${channel}, '')`)

export type Offers = {
  /** The prices and models of a person, or of a guest, for lists. Runs read them from the database. */
  of(userId: string | null): Promise<Offer>
  /** Makes this process read them again, without waiting for the notification. */
  invalidate(): void
  close(): Promise<void>
}

const maxKnown = 10_000

/** Caches what people may use, because every page lists models. */
export async function openOffers(handle: DatabaseHandle): Promise<Offers> {
  let known = new Map<string | null, ReturnType<Offers['of']>>()
  const invalidate = () => void (known = new Map())
  const stopListening = await handle.listen(channel, invalidate, invalidate)
  return {
    invalidate,
    close: stopListening,
    of(userId) {
      const cached = known.get(userId)
      if (cached) return cached
      if (known.size >= maxKnown) invalidate()
      // A read that began before a change belongs to the map of that time, so nobody gets it afterwards.
      const current = known
      const reading = userId === null ? readGuestOffer(handle.db) : readEntitlement(handle.db, userId)
      current.set(userId, reading)
      reading.catch(() => current.delete(userId))
      return reading
    },
  }
}
