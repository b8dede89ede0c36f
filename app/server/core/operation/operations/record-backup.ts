import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { backupResults, backupSchedule } from '#app/server/db/schema/operations.ts'

/** The outcome of a backup or of a trial restore. */
export type BackupOutcome =
  | { outcome: 'made' | 'by_hand'; bytes: number; at?: Date }
  /** `missing`: files that were not found or are damaged; null if it failed for another reason. */
  | { outcome: 'failed'; missing: number | null }
  | { outcome: 'trial_passed' | 'trial_failed' }

/** Stores the outcome of a backup or a trial restore. Returns whether it is the first failure since the last success. */
export async function recordBackup(db: Database, result: BackupOutcome): Promise<boolean> {
  const { outcome } = result
  const values = {
    outcome,
    at: 'at' in result && result.at ? result.at : new Date(),
    bytes: 'bytes' in result ? result.bytes : null,
    missing: 'missing' in result ? result.missing : null,
  }
  return db.transaction(async (tx) => {
    const before = await tx.select({ outcome: backupResults.outcome, at: backupResults.at }).from(backupResults)
    await tx.insert(backupResults).values(values).onConflictDoUpdate({ target: backupResults.outcome, set: values })
    const failure = outcome === 'failed' ? 'made' : outcome === 'trial_failed' ? 'trial_passed' : undefined
    if (!failure) return false
    const timeOf = (name: string) => before.find((row) => row.outcome === name)?.at.getTime() ?? 0
    return timeOf(outcome) <= timeOf(failure)
  })
}

/** The schedule that a process follows, or null for a process that knows that there is none. */
export async function declareBackups(db: Database, schedule: { everySeconds: number; keep: number } | null): Promise<void> {
  if (!schedule) return void (await db.delete(backupSchedule).where(eq(backupSchedule.only, true)))
  await db.insert(backupSchedule).values(schedule).onConflictDoUpdate({ target: backupSchedule.only, set: schedule })
}

export type BackupState = {
  /** Null if no process makes scheduled backups. */
  schedule: { everySeconds: number; keep: number; since: Date } | null
  /** The latest complete backup, scheduled or by hand. */
  last: { at: Date; bytes: number } | null
  /** The time from which the next scheduled one is due. */
  nextFrom: Date | null
  /** The latest failure, if no scheduled backup was made after it. */
  failed: { at: Date; missing: number | null } | null
  /** The latest trial restore. */
  trial: { at: Date; passed: boolean } | null
}

export async function readBackups(db: Pick<Database, 'select'>): Promise<BackupState> {
  const [rows, [schedule]] = await Promise.all([db.select().from(backupResults), db.select().from(backupSchedule)])
  const find = (name: BackupOutcome['outcome']) => rows.find(({ outcome }) => outcome === name)
  const later = <T extends { at: Date }>(one: T | undefined, other: T | undefined) => (one && (!other || one.at >= other.at) ? one : other)
  const [made, failed, passed] = [find('made'), find('failed'), find('trial_passed')]
  const last = later(made, find('by_hand'))
  const trial = later(passed, find('trial_failed'))
  return {
    schedule: schedule ? { everySeconds: schedule.everySeconds, keep: schedule.keep, since: schedule.since } : null,
    last: last ? { at: last.at, bytes: last.bytes ?? 0 } : null,
    nextFrom: schedule && made ? new Date(made.at.getTime() + schedule.everySeconds * 1000) : null,
    failed: failed && later(failed, made) === failed ? { at: failed.at, missing: failed.missing } : null,
    trial: trial ? { at: trial.at, passed: trial === passed } : null,
  }
}

/** A backup is late after this many intervals. */
const lateAfter = 2

/** Whether the last complete backup is too old, or none was made since they are scheduled. */
export function isBackupLate({ schedule, last }: Pick<BackupState, 'schedule' | 'last'>, now: Date): boolean {
  if (!schedule) return false
  return now.getTime() - (last?.at ?? schedule.since).getTime() > schedule.everySeconds * lateAfter * 1000
}

/** Marks a late backup as reported. Returns whether it had not been: one process reports a lateness, once. */
export async function claimLateBackup(db: Database, now: Date): Promise<boolean> {
  const { schedule, last } = await readBackups(db)
  if (!schedule || !isBackupLate({ schedule, last }, now)) return false
  const unreported = or(isNull(backupSchedule.lateMailedAt), lt(backupSchedule.lateMailedAt, last?.at ?? schedule.since))
  const claimed = await db
    .update(backupSchedule)
    .set({ lateMailedAt: now })
    .where(and(eq(backupSchedule.only, true), unreported))
    .returning({ only: backupSchedule.only })
  return claimed.length > 0
}
