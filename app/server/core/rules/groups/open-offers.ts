import { sql } from 'drizzle-orm'
import type { DatabaseHandle, Transaction } from '#app/server/db/database.ts'
import { type ByPerson, openByPerson } from '../../by-person.ts'
import { type Offer, readEntitlement, readGuestOffer } from './entitlement.ts'

const channel = 'quartet_groups'

/** Announces changed groups, and people in other groups, to all processes, at the commit. */
export const announceGroups = (tx: Transaction) => tx.execute(sql`select pg_notify(${channel}, '')`)

/** The prices and models of people and guests, for lists. Runs read them from the database. */
export type Offers = ByPerson<Offer>

/** Caches what people may use, because every page lists models. */
export const openOffers = (handle: DatabaseHandle): Promise<Offers> =>
  openByPerson(handle, {
    channel,
    read: async (userId): Promise<Offer> => (userId === null ? readGuestOffer(handle.db) : readEntitlement(handle.db, userId)),
  })
