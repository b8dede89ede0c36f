import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AlertCode } from '#app/contract/operator/alerts.ts'
import { createdAt, time } from './columns.ts'

/** Emails that could not be sent, so that the operator can send them again. They are deleted after three days. */
export const failedMails = pgTable(
  'failed_mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** The email, encrypted, because it may contain a link that signs in. */
    sealed: text('sealed').notNull(),
    tries: integer('tries').notNull().default(1),
    createdAt: createdAt(),
    failedAt: time('failed_at').notNull().defaultNow(),
  },
  (table) => [index('failed_mails_of_recipient').on(table.recipient), index('failed_mails_latest').on(table.failedAt.desc())],
)

/** The latest backup of each outcome. Older processes read `made` and `failed` only. */
export const backupResults = pgTable('backup_results', {
  /** `by_hand`: made by the command. The trials restore a scheduled backup into a temporary place. */
  outcome: text('outcome', { enum: ['made', 'failed', 'by_hand', 'trial_passed', 'trial_failed'] }).primaryKey(),
  at: time('at').notNull().defaultNow(),
  /** Null unless an archive was made. */
  bytes: bigint('bytes', { mode: 'number' }),
  /** Files that a failed backup did not find, or found damaged; null if it failed for another reason. */
  missing: integer('missing'),
})

/** The schedule of the process that makes backups, so that every process knows whether one is late. No row without a schedule. */
export const backupSchedule = pgTable('backup_schedule', {
  /** The primary key has one possible value, hence the table has one row. */
  only: boolean('only').primaryKey().default(true),
  everySeconds: integer('every_seconds').notNull(),
  keep: integer('keep').notNull(),
  since: time('since').notNull().defaultNow(),
  /** The time at which the operator was notified by email that the backup is late; outdated once one was made after it. */
  lateMailedAt: time('late_mailed_at'),
})

/** The first look of each day at the disk of the data folder, from which its growth is estimated. Days older than a month are deleted. */
export const diskDays = pgTable('disk_days', {
  day: date('day').primaryKey(),
  at: time('at').notNull().defaultNow(),
  free: bigint('free', { mode: 'number' }).notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
})

/** Alerts that an operator has hidden for a while. */
export const alertSnoozes = pgTable(
  'alert_snoozes',
  {
    code: text('code').$type<AlertCode>().notNull(),
    /** The subject of the alert; empty without one. */
    subject: text('subject').notNull(),
    /** Its count at that time; the alert comes back as soon as it is higher. */
    count: integer('count').notNull(),
    until: time('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.subject] })],
)
