import { and, eq } from 'drizzle-orm'
import type { Share } from '#app/contract/library/shares.ts'
import type { Database } from '#app/server/db/database.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { findGeneration, type OwnGeneration } from '../../making/generations/find-generation.ts'
import { isOpen } from './find-share.ts'
import { toShare } from './to-share.ts'

/** Returns the public link of the person's own result; null without a valid one. */
export async function getShare(db: Database, own: OwnGeneration): Promise<Share | null> {
  const { id } = await findGeneration(db, own)
  const [share] = await db
    .select()
    .from(shares)
    .where(and(eq(shares.generationId, id), isOpen))
  return share ? toShare(share) : null
}
