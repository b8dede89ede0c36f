import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { writeBackupMail } from '#app/server/mail/backup-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type BackupOutcome, claimLateBackup, declareBackups, readBackups, recordBackup } from './record-backup.ts'

export type BackupReportOptions = { db: Database; env: Env; mailer: Mailer; logger: Pick<Logger, 'error'> }

/** Stores what the schedule of backups reports, and emails the operator the first failure after a success. */
export function backupReports({ db, env, mailer, logger }: BackupReportOptions) {
  return {
    async record(result: BackupOutcome): Promise<void> {
      const isFirstFailure = await recordBackup(db, result)
      if (!isFirstFailure || !env.OPERATOR_EMAIL) return
      const count = result.outcome === 'failed' ? (result.missing ?? 0) : 0
      const failure = result.outcome === 'trial_failed' ? 'unsound' : count > 0 ? 'incomplete' : 'failed'
      await mailer
        .send(writeBackupMail({ to: env.OPERATOR_EMAIL, siteUrl: siteUrl(env), failure, count }))
        .catch((error: unknown) => logger.error({ err: error }, 'the failure of a backup could not be mailed'))
    },
    declare: (schedule: { everySeconds: number; keep: number } | null) => declareBackups(db, schedule),
    lastTrial: async () => (await readBackups(db)).trial,
  }
}

/** Emails the operator that the backup is late, once until one is made. */
export async function mailLateBackup({ db, env, mailer, logger }: BackupReportOptions): Promise<void> {
  if (!env.OPERATOR_EMAIL || !(await claimLateBackup(db, new Date()))) return
  await mailer
    .send(writeBackupMail({ to: env.OPERATOR_EMAIL, siteUrl: siteUrl(env), failure: 'late', count: 0 }))
    .catch((error: unknown) => logger.error({ err: error }, 'the lateness of a backup could not be mailed'))
}
