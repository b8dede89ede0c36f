import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { VoiceErrorCode } from '#app/contract/runs/voices.ts'
import type { Locale } from '#config'
import { createdAt, time } from './columns.ts'
import { localeEnum } from './enums.ts'
import { uploads } from './files.ts'
import { users } from './users.ts'

/**
 * Voices of people, cloned at a service. A row is deleted once the service has deleted its voice, so it may outlive the account's erasure;
 * it refers to the account without a cascade for this reason.
 */
export const voices = pgTable(
  'voices',
  {
    /** Also the name of the voice at the service, which learns no other. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    service: text('service').notNull(),
    name: text('name').notNull(),
    status: text('status').$type<'creating' | 'ready' | 'failed' | 'deleting'>().notNull().default('creating'),
    error: text('error').$type<VoiceErrorCode>(),
    /** Whether the service has the voice; `maybe` if the answer to a creation is not known. */
    atService: text('at_service').$type<'no' | 'maybe' | 'yes'>().notNull().default('no'),
    /** The service's id of the voice, and the key whose account has it. */
    remoteId: text('remote_id'),
    keyRef: text('key_ref'),
    /** The recording; null once it is deleted. */
    uploadId: uuid('upload_id').references(() => uploads.id, { onDelete: 'set null' }),
    /** Tokens that were charged. */
    price: bigint('price', { mode: 'number' }).notNull().default(0),
    /** The text to which the person agreed. */
    consentVersion: text('consent_version').notNull(),
    consentLocale: localeEnum('consent_locale').$type<Locale>().notNull(),
    consentAt: time('consent_at').notNull().defaultNow(),
    /** Attempts of the current change at the service. */
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next attempt; while one is made, the end of its lease. Null if nothing is to be done. */
    nextAt: time('next_at'),
    createdAt: createdAt(),
  },
  (table) => [index('voices_of_user').on(table.userId), index('voices_of_upload').on(table.uploadId), index('voices_due').on(table.nextAt)],
)
