import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#config'
import { time } from './columns.ts'
import { localeEnum } from './enums.ts'
import { users } from './users.ts'

/** Consents to the processing of personal data. They outlive the erasure of an account, as the operator's proof, without a name or an address. */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: text('version').notNull(),
    locale: localeEnum('locale').$type<Locale>().notNull(),
    agreedAt: time('agreed_at').notNull().defaultNow(),
    /** Null while it is in force. */
    withdrawnAt: time('withdrawn_at'),
  },
  (table) => [index('consents_of_user').on(table.userId, table.id.desc())],
)
