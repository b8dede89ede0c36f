import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, collections } from '#app/server/db/schema/library.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { Problem } from '../../problem.ts'
import { type OwnCollection, ownCollection, requireCollection } from './own-collection.ts'

/** Deletes the collection; its works stay in the library. */
export async function deleteCollection(db: Database, own: OwnCollection): Promise<void> {
  await db.transaction(async (tx) => {
    await requireCollection(tx, own)
    // The works precede their places in the collection, which go with it.
    const items = tx.select({ id: collectionItems.generationId }).from(collectionItems).where(eq(collectionItems.collectionId, own.id))
    await lockRuns(tx, inArray(generations.id, items))
    const deleted = await tx.delete(collections).where(ownCollection(own)).returning({ id: collections.id })
    if (deleted.length === 0) throw new Problem('not_found')
  })
}
