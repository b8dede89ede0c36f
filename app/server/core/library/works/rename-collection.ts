import type { Database } from '#app/server/db/database.ts'
import { collections } from '#app/server/db/schema/library.ts'
import { readCollectionName, takeName } from './collection-name.ts'
import { type OwnCollection, ownCollection, requireCollection } from './own-collection.ts'

export function renameCollection(db: Database, { name: given, ...own }: OwnCollection & { name: string }): Promise<void> {
  const name = readCollectionName(given)
  return db.transaction(async (tx) => {
    await requireCollection(tx, own)
    await takeName(tx, { userId: own.userId, name, except: own.id })
    await tx.update(collections).set({ name }).where(ownCollection(own))
  })
}
