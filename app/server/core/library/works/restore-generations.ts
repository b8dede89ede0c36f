import { and, inArray, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { publishGenerations } from '../../making/generations/publish.ts'
import { inTrash, type OwnGenerations } from './own-generations.ts'

/** Restores works from the trash. Returns their number. */
export function restoreGenerations(db: Database, own: OwnGenerations): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await lockRuns(tx, inTrash(own))
    const rows = await tx
      .update(generations)
      .set({ deletedAt: null, updatedAt: sql`now()` })
      .where(and(inArray(generations.id, ids), inTrash(own)))
      .returning({ id: generations.id, status: generations.status })
    await publishGenerations(
      tx,
      rows.map(({ id, status }) => ({ userId: own.userId, generationId: id, status })),
    )
    return rows.length
  })
}
