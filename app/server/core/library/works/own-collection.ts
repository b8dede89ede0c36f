import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { collections } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'

export type OwnCollection = { userId: string; id: string }

/** Another person's collection is `not_found`. */
export function ownCollection({ userId, id }: OwnCollection) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(collections.id, id), eq(collections.userId, userId))
}

export async function requireCollection(db: Database | Transaction, own: OwnCollection): Promise<void> {
  const [row] = await db.select({ id: collections.id }).from(collections).where(ownCollection(own))
  if (!row) throw new Problem('not_found')
}

/** Keeps the collection from being deleted until the transaction ends; its works are locked before. */
export async function keepCollection(tx: Transaction, own: OwnCollection): Promise<void> {
  const [row] = await tx.select({ id: collections.id }).from(collections).where(ownCollection(own)).for('key share')
  if (!row) throw new Problem('not_found')
}
