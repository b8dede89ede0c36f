import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { cancelIfUnfinished } from './cancel-generation.ts'
import { type OwnGeneration, ownGeneration } from './find-generation.ts'
import { publishGeneration } from './publish.ts'

/** Moves a generation to the trash, from where it can be taken back for some days. One that runs is canceled first. */
export async function deleteGeneration(db: Database, own: OwnGeneration): Promise<void> {
  await db.transaction(async (tx) => {
    await cancelIfUnfinished(tx, own)
    const [deleted] = await tx
      .update(generations)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(ownGeneration(own))
      .returning({ status: generations.status })
    if (!deleted) throw new Problem('not_found')
    await publishGeneration(tx, { userId: own.userId, generationId: own.id, status: deleted.status })
  })
}
