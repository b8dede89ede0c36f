import { and, eq, exists, inArray, isNull, lt, not, notExists, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, shares } from '#app/server/db/schema/library.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { publishGenerations } from '../../making/generations/publish.ts'

/** Most rows per transaction, so that no lock is held for long. */
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
    not(generations.favorite),
    // A literal, because the partial index has it.
    sql`${generations.type} <> 'text'`,
    exists(db.select({ id: files.id }).from(files).where(ofWork.files)),
    notExists(db.select({ id: collectionItems.generationId }).from(collectionItems).where(ofWork.items)),
    notExists(db.select({ id: shares.generationId }).from(shares).where(eq(shares.generationId, generations.id))),
  )
  let changed = 0
  for (;;) {
    const rows = await db.select({ id: generations.id, userId: generations.userId }).from(generations).where(isOld).limit(batch)
    if (rows.length === 0) return changed
    // A transaction per person, because each locks the person's storage total when it ends.
    for (const own of Map.groupBy(rows, ({ userId }) => userId).values()) {
      const ids = own.map(({ id }) => id)
      changed += await db.transaction(async (tx) => {
        await lockRuns(tx, inArray(generations.id, ids))
        const retired = await tx
          .update(generations)
          .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
          .where(and(inArray(generations.id, ids), isOld))
          .returning({ userId: generations.userId, generationId: generations.id, status: generations.status })
        await publishGenerations(tx, retired)
        return retired.length
      })
    }
  }
}
