import type { Database } from '#app/server/db/database.ts'
import { moveRuns } from '../../making/generations/move-runs.ts'
import { inTrash, type OwnGenerations } from './own-generations.ts'

/** Restores works from the trash. Returns their number. */
export function restoreGenerations(db: Database, own: OwnGenerations): Promise<number> {
  return db.transaction((tx) => moveRuns(tx, { userId: own.userId, which: inTrash(own), isTrashed: false }))
}
