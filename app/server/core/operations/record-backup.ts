import type { Database } from '../../db/database.ts'
import { backupResults } from '../../db/schema/operations.ts'

/** Stores that a scheduled backup was made; null for a failed one. */
export async function recordBackup(db: Database, made: { bytes: number } | null): Promise<void> {
  const values = { outcome: made ? ('made' as const) : ('failed' as const), bytes: made?.bytes ?? null, at: new Date() }
  await db.insert(backupResults).values(values).onConflictDoUpdate({ target: backupResults.outcome, set: values })
}
