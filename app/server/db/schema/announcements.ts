import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Audience, NoticeLevel, Texts } from '#app/contract/operator/announcements.ts'
import { createdAt, time } from './columns.ts'

/** Announcements that the operator shows on pages. */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid('id').primaryKey(),
    texts: jsonb('texts').$type<Texts>().notNull(),
    audience: text('audience').$type<Audience>().notNull(),
    level: text('level').$type<NoticeLevel>().notNull(),
    startsAt: time('starts_at').notNull(),
    /** Null until somebody ends it. */
    endsAt: time('ends_at'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('announcements_by_end').on(table.endsAt)],
)

/** Whether new runs are refused; at most one row. */
export const maintenance = pgTable(
  'maintenance',
  {
    id: integer('id').primaryKey().default(1),
    enabled: boolean('enabled').notNull(),
    /** The expected end, which people are shown. It ends nothing by itself. */
    endsAt: time('ends_at'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [check('maintenance_is_one_row', sql`${table.id} = 1`)],
)
