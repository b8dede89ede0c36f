import { and, inArray, notInArray } from 'drizzle-orm'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { deleteGeneration } from '../../making/generations/delete-generation.ts'
import { moveRuns } from '../../making/generations/move-runs.ts'
import { Problem } from '../../problem.ts'
import { inLibrary, type OwnGenerations } from './own-generations.ts'

const unfinished: GenerationStatus[] = ['queued', 'running']

/** Moves works to the trash, canceling running ones first. Returns their number. */
export async function trashGenerations(db: Database, { providers, ...own }: OwnGenerations & { providers: Providers }): Promise<number> {
  const running = await db
    .select({ id: generations.id })
    .from(generations)
    .where(and(inLibrary(own), inArray(generations.status, unfinished)))
  let changed = 0
  // Each work has its own transaction: a cancel locks the row and then the balance, and so does a worker that finishes another of these
  // rows.
  for (const { id } of running) changed += await trashOne(db, { providers, userId: own.userId, id })
  const which = and(inLibrary(own), notInArray(generations.status, unfinished))
  const trashed = await db.transaction((tx) => moveRuns(tx, { userId: own.userId, which, isTrashed: true }))
  return changed + trashed
}

async function trashOne(db: Database, own: Parameters<typeof deleteGeneration>[1]): Promise<number> {
  try {
    await deleteGeneration(db, own)
    return 1
  } catch (error) {
    // Another request has moved the work already.
    if (error instanceof Problem && error.code === 'not_found') return 0
    throw error
  }
}
