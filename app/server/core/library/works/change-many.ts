import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Bulk } from '#app/contract/library/library.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems } from '#app/server/db/schema/library.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { publishGenerations } from '../../making/generations/publish.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'
import { inLibrary, ownOf, type OwnGenerations } from './own-generations.ts'
import { keepCollection, requireCollection } from './own-collection.ts'
import { purgeGenerations } from './purge-generations.ts'
import { restoreGenerations } from './restore-generations.ts'
import { trashGenerations } from './trash-generations.ts'

export type ChangeManyOptions = { queue: Queue; providers: Providers; userId: string; change: Bulk }

/**
 * Applies an action to many works of a person. Works of other people, and works that it does not apply to, are skipped. Returns the number
 * of changed works.
 */
export async function changeMany(db: Database, { queue, providers, userId, change }: ChangeManyOptions): Promise<number> {
  const own = { userId, ids: [...new Set(change.ids)] }
  switch (change.action) {
    case 'favorite':
      return markMany(db, own, true)
    case 'unfavorite':
      return markMany(db, own, false)
    case 'trash':
      return trashGenerations(db, { ...own, providers })
    case 'restore':
      return restoreGenerations(db, own)
    case 'purge':
      return purgeGenerations(db, { ...own, queue })
    case 'add':
      return addToCollection(db, own, change.collection_id)
    case 'remove':
      return removeFromCollection(db, own, change.collection_id)
  }
}

function markMany(db: Database, own: OwnGenerations, favorite: boolean): Promise<number> {
  return db.transaction(async (tx) => {
    const changing = and(inLibrary(own), ne(generations.favorite, favorite))
    const ids = await lockRuns(tx, changing)
    const rows = await tx
      .update(generations)
      .set({ favorite, updatedAt: sql`now()` })
      .where(and(inArray(generations.id, ids), changing))
      .returning({ id: generations.id, status: generations.status })
    await publishChanged(tx, own, rows)
    return rows.length
  })
}

const publishChanged = (tx: Transaction, { userId }: OwnGenerations, rows: readonly Pick<GenerationRow, 'id' | 'status'>[]) =>
  publishGenerations(
    tx,
    rows.map(({ id, status }) => ({ userId, generationId: id, status })),
  )

/** Announces the works, which are locked, because their collections are part of them. */
async function publishSorted(tx: Transaction, own: OwnGenerations, moved: readonly { id: string }[]): Promise<number> {
  if (moved.length === 0) return 0
  const rows = await tx
    .update(generations)
    .set({ updatedAt: sql`now()` })
    .where(inLibrary({ userId: own.userId, ids: moved.map(({ id }) => id) }))
    .returning({ id: generations.id, status: generations.status })
  await publishChanged(tx, own, rows)
  return moved.length
}

async function addToCollection(db: Database, own: OwnGenerations, collectionId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await lockRuns(tx, inLibrary(own))
    await keepCollection(tx, { userId: own.userId, id: collectionId })
    if (ids.length === 0) return 0
    const added = await tx
      .insert(collectionItems)
      .values(ids.map((generationId) => ({ collectionId, generationId })))
      .onConflictDoNothing()
      .returning({ id: collectionItems.generationId })
    return publishSorted(tx, own, added)
  })
}

async function removeFromCollection(db: Database, own: OwnGenerations, collectionId: string): Promise<number> {
  await requireCollection(db, { userId: own.userId, id: collectionId })
  return db.transaction(async (tx) => {
    await lockRuns(tx, ownOf(own))
    const removed = await tx
      .delete(collectionItems)
      .where(and(eq(collectionItems.collectionId, collectionId), inArray(collectionItems.generationId, [...own.ids])))
      .returning({ id: collectionItems.generationId })
    return publishSorted(tx, own, removed)
  })
}
