import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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

/** The latest scheduled backup that was made, and the latest that failed. */
export const backupResults = pgTable('backup_results', {
  outcome: text('outcome', { enum: ['made', 'failed'] }).primaryKey(),
  at: time('at').notNull().defaultNow(),
  /** Null for a failed one. */
  bytes: bigint('bytes', { mode: 'number' }),
})
