import { eq, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { findGeneration, type OwnGeneration } from '../../making/generations/find-generation.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { publishGeneration } from '../../making/generations/publish.ts'

/** Deletes the public link; having none is no error. */
export async function unshareGeneration(db: Database, own: OwnGeneration): Promise<void> {
  const { status } = await findGeneration(db, own)
  await db.transaction(async (tx) => {
    await lockRuns(tx, eq(generations.id, own.id))
    const taken = await tx.delete(shares).where(eq(shares.generationId, own.id)).returning({ token: shares.token })
    if (taken.length === 0) return
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(eq(generations.id, own.id))
    await publishGeneration(tx, { userId: own.userId, generationId: own.id, status })
  })
}
