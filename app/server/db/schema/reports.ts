import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ReportReason, ReportState } from '#app/contract/operator/reports.ts'
import type { Locale } from '#config'
import { createdAt, time } from './columns.ts'
import { generations } from './generations.ts'
import { users } from './users.ts'

/** Reports of shared results by visitors. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** The owner of the result. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The link that was reported. */
    token: text('token').notNull(),
    /** The signed-in person who reported it. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    /** The address that a visitor left; deleted with the decision. */
    reporterEmail: text('reporter_email'),
    reporterLocale: text('reporter_locale').$type<Locale>(),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text').notNull(),
    state: text('state').$type<ReportState>().notNull().default('open'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** The reason of the decision. */
    decision: text('decision'),
    decidedAt: time('decided_at'),
    /** The time at which the operator was notified by email; set on one open report at a time. */
    notifiedAt: time('notified_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('reports_by_state').on(table.state, table.id.desc()),
    index('reports_of_generation').on(table.generationId),
    index('reports_of_user').on(table.userId),
    index('reports_of_reporter').on(table.reporterId),
    uniqueIndex('reports_notified_once')
      .on(table.state)
      .where(sql`${table.state} = 'open' and ${table.notifiedAt} is not null`),
  ],
)

/** Files and texts that were taken down, by their content. Only hashes are stored. */
export const blockedHashes = pgTable(
  'blocked_hashes',
  {
    sha256: text('sha256').primaryKey(),
    /** Orders the list of blocked content; rows of older code get a random one. */
    id: uuid('id').notNull().defaultRandom(),
    /** The run whose result was taken down; a pardon removes its hashes. Null if an operator blocked the content by hand. */
    generationId: uuid('generation_id'),
    /** The reason of a block by hand. */
    reason: text('reason'),
    blockedBy: uuid('blocked_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: time('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [uniqueIndex('blocked_hashes_id').on(table.id.desc()), index('blocked_hashes_of_operator').on(table.blockedBy)],
)
