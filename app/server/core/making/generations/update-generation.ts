import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { updateGenerationSchema } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { Problem } from '../../problem.ts'
import { type OwnGeneration, ownGeneration } from './find-generation.ts'
import { publishGeneration } from './publish.ts'
import type { GenerationRow } from './to-generation.ts'

export type UpdateGenerationOptions = OwnGeneration & { changes: v.InferOutput<typeof updateGenerationSchema> }

/** Changes the title or the favorite flag. */
export async function updateGeneration(db: Database, { changes, ...own }: UpdateGenerationOptions): Promise<GenerationRow> {
  const [row] = await db
    .update(generations)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(ownGeneration(own))
    .returning()
  if (!row) throw new Problem('not_found')
  await publishGeneration(db, { userId: own.userId, generationId: own.id, status: row.status })
  return row
}
