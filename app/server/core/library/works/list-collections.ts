import { eq, type SQL, sql } from 'drizzle-orm'
import type { Collection } from '#app/contract/library/library.ts'
import type { Database } from '#app/server/db/database.ts'
import { collections } from '#app/server/db/schema/library.ts'
import type { Keys } from '#app/server/keys.ts'
import { signFileUrl } from '../../making/files/file-url.ts'
import { Problem } from '../../problem.ts'
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

/** A row of `collectionsColumn`. */
export type CollectionRow = { id: string; name: string; createdAt: string; count: number; still: string | null }

/** All matching collections as one JSON column, by name, with size and the newest still. */
export const collectionsColumn = (which: SQL | undefined) => sql<CollectionRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', collections.id, 'name', collections.name, 'createdAt', collections.created_at,
    'count', (
      select count(*) from collection_items i join generations g on g.id = i.generation_id
      where i.collection_id = collections.id and g.deleted_at is null),
    'still', (
      select coalesce(f.thumbnail_id, f.poster_id)
      from collection_items i join generations g on g.id = i.generation_id join files f on f.generation_id = g.id and f.position = 0
      where i.collection_id = collections.id and g.deleted_at is null and coalesce(f.thumbnail_id, f.poster_id) is not null
      order by g.id desc limit 1)
  ) order by lower(collections.name), collections.id), '[]') from ${collections} where ${which})`

export const toCollections = (rows: readonly CollectionRow[], keys: Keys): Collection[] =>
  rows.map(({ id, name, createdAt, count, still }) => ({
    id,
    name,
    count,
    cover_url: still && signFileUrl(keys, still),
    created_at: new Date(createdAt).toISOString(),
  }))

async function readCollections(db: Database, keys: Keys, which: SQL | undefined): Promise<Collection[]> {
  const { rows } = await db.execute<{ found: CollectionRow[] }>(sql`select ${collectionsColumn(which)} as found`)
  return toCollections(rows[0]?.found ?? [], keys)
}
