import { and, eq, exists, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { files } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import { collectionItems, shares } from '../../db/schema/library.ts'
import { publishGenerations } from '../generations/publish.ts'

/** Rows per transaction, so that no lock is held for long. */
const batch = 500

export type RetireResultsOptions = {
  /** Seconds; null: results stay. */
  maxAge?: number | null
  now?: Date
}

/**
 * Moves old results to the trash, from which they can be restored until its own time is over. Favorites, shared works, those in collections
 * and texts stay. Returns their number.
 */
export async function retireResults(db: Database, options: RetireResultsOptions = {}): Promise<number> {
  const { maxAge = config.library.results.maxAge, now = new Date() } = options
  if (maxAge === null) return 0
  const ofWork = { files: eq(files.generationId, generations.id), items: eq(collectionItems.generationId, generations.id) }
  const isOld = and(
    lt(generations.finishedAt, new Date(now.getTime() - maxAge * 1000)),
    isNull(generations.deletedAt),
    eq(generations.favorite, false),
    exists(db.select({ id: files.id }).from(files).where(ofWork.files)),
    notExists(db.select({ id: collectionItems.generationId }).from(collectionItems).where(ofWork.items)),
    notExists(db.select({ id: shares.generationId }).from(shares).where(eq(shares.generationId, generations.id))),
  )
  let changed = 0
  for (;;) {
    const rows = await db.select({ id: generations.id }).from(generations).where(isOld).limit(batch)
    if (rows.length === 0) return changed
    const ids = rows.map(({ id }) => id)
    await db.transaction(async (tx) => {
      const retired = await tx
        .update(generations)
        .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
        .where(and(inArray(generations.id, ids), isOld))
        .returning({ userId: generations.userId, generationId: generations.id, status: generations.status })
      await publishGenerations(tx, retired)
      changed += retired.length
    })
  }
}
