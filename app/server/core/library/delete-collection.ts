import type { Database } from '../../db/database.ts'
import { collections } from '../../db/schema/library.ts'
import { Problem } from '../problem.ts'
import { type OwnCollection, ownCollection } from './own-collection.ts'

/** Deletes the collection; its works stay in the library. */
export async function deleteCollection(db: Database, own: OwnCollection): Promise<void> {
  const deleted = await db.delete(collections).where(ownCollection(own)).returning({ id: collections.id })
  if (deleted.length === 0) throw new Problem('not_found')
}
