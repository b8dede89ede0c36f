import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Collection } from '#app/contract/library.ts'
import type { Database } from '../../db/database.ts'
import { files } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import { collectionItems, collections } from '../../db/schema/library.ts'
import type { Keys } from '../../keys.ts'
import { signFileUrl } from '../files/file-url.ts'
import { Problem } from '../problem.ts'
import { type OwnCollection, ownCollection } from './own-collection.ts'

export type ListCollectionsOptions = { keys: Keys; userId: string }

/** Lists a person's collections by name, with size and cover. */
export function listCollections(db: Database, { keys, userId }: ListCollectionsOptions): Promise<Collection[]> {
  return readCollections(db, keys, eq(collections.userId, userId))
}

export async function findCollection(db: Database, { keys, ...own }: OwnCollection & { keys: Keys }): Promise<Collection> {
  const [collection] = await readCollections(db, keys, ownCollection(own))
  if (!collection) throw new Problem('not_found')
  return collection
}

async function readCollections(db: Database, keys: Keys, which: ReturnType<typeof ownCollection>): Promise<Collection[]> {
  const inIt = and(eq(generations.id, collectionItems.generationId), isNull(generations.deletedAt))
  const [rows, covers] = await Promise.all([
    db
      .select({ collection: collections, count: sql<number>`count(${generations.id})::int` })
      .from(collections)
      .leftJoin(collectionItems, eq(collectionItems.collectionId, collections.id))
      .leftJoin(generations, inIt)
      .where(which)
      .groupBy(collections.id)
      .orderBy(asc(sql`lower(${collections.name})`), asc(collections.id)),
    db
      .selectDistinctOn([collections.id], { id: collections.id, still: sql<string>`coalesce(${files.thumbnailId}, ${files.posterId})` })
      .from(collections)
      .innerJoin(collectionItems, eq(collectionItems.collectionId, collections.id))
      .innerJoin(generations, inIt)
      .innerJoin(files, and(eq(files.generationId, generations.id), eq(files.position, 0)))
      .where(and(which, or(isNotNull(files.thumbnailId), isNotNull(files.posterId))))
      .orderBy(collections.id, desc(generations.id)),
  ])
  const stillOf = new Map(covers.map(({ id, still }) => [id, still]))
  return rows.map(({ collection: { id, name, createdAt }, count }) => {
    const still = stillOf.get(id)
    return { id, name, count, cover_url: still === undefined ? null : signFileUrl(keys, still), created_at: createdAt.toISOString() }
  })
}
