import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations, shares } from '../../db/schema.ts'
import { findGeneration, type OwnGeneration } from '../generations/find-generation.ts'
import { publishGeneration } from '../generations/publish.ts'

/** Takes the public link back: from now on there is nothing at its address. That there is none is fine. */
export async function unshareGeneration(db: Database, own: OwnGeneration): Promise<void> {
  const { status } = await findGeneration(db, own)
  await db.transaction(async (tx) => {
    const taken = await tx.delete(shares).where(eq(shares.generationId, own.id)).returning({ token: shares.token })
    if (taken.length === 0) return
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(eq(generations.id, own.id))
    await publishGeneration(tx, { userId: own.userId, generationId: own.id, status })
  })
}
