import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Runs at connected services, by which the processes of an installation share the limits of a service. Unused with the embedded database. */
export const serviceSlots = pgTable(
  'service_slots',
  {
    id: uuid('id').primaryKey(),
    service: text('service').notNull(),
    startedAt: time('started_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The end of the lease, which the process of the run renews; past, once the run has left the service. */
    until: time('until').notNull(),
  },
  (table) => [index('service_slots_of_service').on(table.service)],
)

/** Pauses that services have asked for. */
export const servicePauses = pgTable('service_pauses', {
  service: text('service').primaryKey(),
  until: time('until').notNull(),
})
