import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { PriceRule } from '#app/contract/models.ts'
import { time } from './columns.ts'

/** Connections to services that were changed in the browser. They replace those of the environment. */
export const serviceConnections = pgTable('service_connections', {
  /** The id of a service or the name of a server. */
  id: text('id').primaryKey(),
  /** Null if the environment's is used, or none. */
  sealedKey: text('sealed_key'),
  /** The last four characters of the key. */
  keyTail: text('key_tail'),
  /** The address of a server; null for a service, and if the environment's is used. */
  url: text('url'),
  enabled: boolean('enabled').notNull().default(true),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** Models that were switched off or priced in the browser. */
export const modelSettings = pgTable('model_settings', {
  model: text('model').primaryKey(),
  enabled: boolean('enabled').notNull().default(true),
  /** Replaces the price of the catalogue and of `MODELS_FILE`; factors of options stay. */
  price: jsonb('price').$type<PriceRule>(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
