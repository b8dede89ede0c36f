import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import { publishGenerations } from '../generations/publish.ts'
import { inTrash, type OwnGenerations } from './own-generations.ts'

/** Takes works back from the trash. Returns how many. */
export function restoreGenerations(db: Database, own: OwnGenerations): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(generations)
      .set({ deletedAt: null, updatedAt: sql`now()` })
      .where(inTrash(own))
      .returning({ id: generations.id, status: generations.status })
    await publishGenerations(
      tx,
      rows.map(({ id, status }) => ({ userId: own.userId, generationId: id, status })),
    )
    return rows.length
  })
}
