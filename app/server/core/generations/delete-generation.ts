import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { files, generations } from '../../db/schema.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Storage } from '../../storage/storage.ts'
import { Problem } from '../problem.ts'
import { cancelIfUnfinished } from './cancel-generation.ts'
import { type OwnGeneration, ownGeneration } from './find-generation.ts'

/** Takes a generation away from its owner's sight at once; its files and words follow in the background. One that runs is canceled first. */
export async function deleteGeneration(db: Database, { queue, ...own }: OwnGeneration & { queue: Queue }): Promise<void> {
  await db.transaction(async (tx) => {
    await cancelIfUnfinished(tx, own)
    const [deleted] = await tx
      .update(generations)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(ownGeneration(own))
      .returning({ id: generations.id })
    if (!deleted) throw new Problem('not_found')
    await queue.enqueue(tx, 'purge-generation', { generation_id: own.id })
  })
}

/** Removes what a deleted generation leaves behind. The row stays without its words, because the ledger points at it. */
export async function purgeGeneration(db: Database, { storage, id }: { storage: Storage; id: string }): Promise<void> {
  const rows = await db.select({ storageKey: files.storageKey }).from(files).where(eq(files.generationId, id))
  for (const { storageKey } of rows) await storage.delete(storageKey)
  await db.delete(files).where(eq(files.generationId, id))
  await db.update(generations).set({ prompt: '', title: null, text: null, options: {}, inputs: [] }).where(eq(generations.id, id))
}
