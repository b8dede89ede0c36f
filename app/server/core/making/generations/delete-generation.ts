import { sql } from 'drizzle-orm'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { Problem } from '../../problem.ts'
import { cancelGeneration } from './cancel-generation.ts'
import { type OwnGeneration, ownGeneration } from './find-generation.ts'
import { publishGeneration } from './publish.ts'

/**
 * Moves a generation to the trash. A running one is canceled first; if its service can no longer stop it, it finishes in the trash and is
 * charged.
 */
export async function deleteGeneration(db: Database, { providers, ...own }: OwnGeneration & { providers: Providers }): Promise<void> {
  await cancelIfPossible(db, { providers, ...own })
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(generations)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(ownGeneration(own))
      .returning({ status: generations.status })
    if (!deleted) throw new Problem('not_found')
    await publishGeneration(tx, { userId: own.userId, generationId: own.id, status: deleted.status })
  })
}

/** Cancels a run, unless it has ended or its service no longer stops it. */
export async function cancelIfPossible(db: Database, own: OwnGeneration & { providers: Providers }): Promise<void> {
  await cancelGeneration(db, own).catch((error: unknown) => {
    if (!(error instanceof Problem) || !endsOtherwise.has(error.code)) throw error
  })
}

const endsOtherwise: ReadonlySet<ApiErrorCode> = new Set(['not_cancelable', 'too_late_to_cancel'])
