import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { KeyFault, ServerOffer } from '#app/contract/operator/connections.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { createdAt, time } from './columns.ts'

/** Connections to services that were changed in the browser. They replace those of the environment. */
export const serviceConnections = pgTable('service_connections', {
  /** The id of a service or the name of a server. */
  id: text('id').primaryKey(),
  /** The key of a server; keys of services are in `service_keys`. */
  sealedKey: text('sealed_key'),
  /** The last four characters of the key. */
  keyTail: text('key_tail'),
  /** The address of a server; null for a service, and if the environment's is used. */
  url: text('url'),
  enabled: boolean('enabled').notNull().default(true),
  /** For whom a server works, and what for; null if nobody has chosen. */
  offer: jsonb('offer').$type<ServerOffer>(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** Keys of services. */
export const serviceKeys = pgTable(
  'service_keys',
  {
    id: uuid('id').primaryKey(),
    service: text('service').notNull(),
    label: text('label').notNull().default(''),
    /** Null for the settings of the environment's key. */
    sealedKey: text('sealed_key'),
    /** The last four characters of the key. */
    keyTail: text('key_tail'),
    /** Keys with the lowest number are used first. */
    priority: integer('priority').notNull().default(1),
    /** The share of calls among keys with the same priority. */
    weight: integer('weight').notNull().default(1),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    index('service_keys_of_service').on(table.service),
    uniqueIndex('service_keys_of_environment')
      .on(table.service)
      .where(sql`${table.sealedKey} is null`),
  ],
)

/** The latest outcomes of keys, shared by all processes. */
export const serviceKeyHealth = pgTable(
  'service_key_health',
  {
    service: text('service').notNull(),
    /** The id of a key, or a digest of the environment's. */
    ref: text('ref').notNull(),
    lastSuccessAt: time('last_success_at'),
    lastFailureAt: time('last_failure_at'),
    lastFailure: text('last_failure').$type<KeyFault>(),
    /** The key is not chosen until then if there is another. */
    coolUntil: time('cool_until'),
  },
  (table) => [primaryKey({ columns: [table.service, table.ref] })],
)

/** Models that were switched off or priced in the browser. */
export const modelSettings = pgTable('model_settings', {
  model: text('model').primaryKey(),
  enabled: boolean('enabled').notNull().default(true),
  /** Replaces the price of the catalogue and of `MODELS_FILE`; factors of options stay. */
  price: jsonb('price').$type<PriceRule>(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
