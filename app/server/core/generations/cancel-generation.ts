import { and, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { countRun } from '../statistics/count-run.ts'
import { closeHold } from '../tokens/close-hold.ts'
import { findGeneration, type OwnGeneration, ownGeneration } from './find-generation.ts'
import { publishGeneration } from './publish.ts'
import type { GenerationRow } from './to-generation.ts'

/** Ends a queued or running generation and gives its tokens back at once; its worker hears of it and stops. */
export function cancelGeneration(db: Database, own: OwnGeneration): Promise<GenerationRow> {
  return db.transaction(async (tx) => {
    const canceled = await cancelIfUnfinished(tx, own)
    if (canceled) return canceled
    await findGeneration(tx, own)
    throw new Problem('not_cancelable')
  })
}

export async function cancelIfUnfinished(tx: Transaction, own: OwnGeneration): Promise<GenerationRow | undefined> {
  const [canceled] = await tx
    .update(generations)
    .set({ status: 'canceled', charged: 0, leaseOwner: null, leaseUntil: null, finishedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(ownGeneration(own), inArray(generations.status, ['queued', 'running'])))
    .returning()
  if (!canceled) return undefined
  await closeHold(tx, { userId: own.userId, generationId: own.id, charge: 0, reason: 'canceled' })
  await countRun(tx, own.id)
  await publishGeneration(tx, { userId: own.userId, generationId: own.id, status: 'canceled' })
  return canceled
}
