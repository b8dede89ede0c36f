import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { ShopSettings } from '#app/contract/money/shop-settings.ts'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** Versions of the shop, from 1; without any, the defaults of `app.config.ts` apply. Rows are only added, and a trigger rejects other changes. */
export const shopVersions = pgTable(
  'shop_versions',
  {
    number: integer('number').primaryKey(),
    id: uuid('id').notNull().unique(),
    /** Null for the defaults, whatever they are at the time. */
    settings: jsonb('settings').$type<ShopSettings>(),
    /** The earlier version that was restored. */
    restores: integer('restores'),
    actorId: uuid('actor_id').references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('shop_versions_number', sql`${table.number} > 0`)],
)
