import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { collections } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'
import { readCollectionName, takeName } from './collection-name.ts'

export type CreateCollectionOptions = { userId: string; name: string }

/** Creates an empty collection; returns its id. */
export function createCollection(db: Database, { userId, name: given }: CreateCollectionOptions): Promise<string> {
  const name = readCollectionName(given)
  return db.transaction(async (tx) => {
    await takeName(tx, { userId, name })
    if ((await tx.$count(collections, eq(collections.userId, userId))) >= config.library.maxCollections)
      throw new Problem('invalid_input', { fields: { name: 'too_many' } })
    const id = uuidv7()
    await tx.insert(collections).values({ id, userId, name })
    return id
  })
}
