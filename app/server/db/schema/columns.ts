import { customType, timestamp } from 'drizzle-orm/pg-core'

/**
 * One schema for PGlite and PostgreSQL ≥ 15. Ids are UUIDv7 made by the application, so that ordering by id is ordering by
 * time and every list can be paged by its key. Tokens are whole numbers.
 */

export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => time('created_at').notNull().defaultNow()

export const bytea = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' })
