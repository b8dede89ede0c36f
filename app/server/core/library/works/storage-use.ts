import { and, eq, not, sql } from 'drizzle-orm'
import type { StorageUse } from '#app/contract/library/library.ts'
import { config, type Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { storageTotals, workSizes } from '#app/server/db/schema/storage.ts'
import { titleOf } from '../../making/generations/title-of.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'

const day = 24 * 60 * 60
/** Works in the list of the largest. */
const listed = 5

/** Reads the space that a person's files take, and the works that take the most. */
export async function readStorageUse(db: Database, { userId, locale }: { userId: string; locale: Locale }): Promise<StorageUse> {
  const [total] = await db.select().from(storageTotals).where(eq(storageTotals.userId, userId))
  const largest = await db
    .select({
      id: generations.id,
      type: generations.type,
      model: generations.model,
      title: generations.title,
      prompt: generations.prompt,
      text: sql<string | null>`left(${generations.text}, 1000)`,
      bytes: workSizes.bytes,
    })
    .from(workSizes)
    .innerJoin(generations, eq(generations.id, workSizes.generationId))
    .where(and(eq(workSizes.userId, userId), not(workSizes.trashed)))
    .orderBy(sql`${workSizes.bytes} desc nulls last`, workSizes.generationId)
    .limit(listed)
  const { results, trash, uploads } = total ?? { results: 0, trash: 0, uploads: 0 }
  const { maxAge } = config.library.results
  const { storageBytes } = await readEntitlement(db, userId)
  return {
    used_bytes: results + trash + uploads,
    limit_bytes: storageBytes,
    results_bytes: results,
    trash_bytes: trash,
    uploads_bytes: uploads,
    trash_days: Math.round(config.library.trash.maxAge / day),
    results_days: maxAge === null ? null : Math.round(maxAge / day),
    largest: largest.map(({ id, type, bytes, ...work }) => ({
      id,
      type,
      name: titleOf({ ...work, type }, locale) ?? work.prompt,
      bytes,
    })),
  }
}
