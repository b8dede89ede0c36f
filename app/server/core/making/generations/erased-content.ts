import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { generations } from '#app/server/db/schema/generations.ts'

/**
 * The values of a run's row after it is deleted permanently, by its owner or with the account. The row stays, because the ledger and the
 * statistics need the rest of it.
 */
export const erasedContent = {
  prompt: '',
  title: null,
  text: null,
  transcript: null,
  thinking: null,
  sources: null,
  context: null,
  said: null,
  asked: null,
  calls: null,
  replay: null,
  recipe: null,
  head: null,
  understanding: null,
  advice: null,
  options: {},
  inputs: [],
  operation: null,
} satisfies PgUpdateSetSource<typeof generations>

/**
 * Erased with the account only, because clients choose the key. A run that its owner deletes keeps it, so that a late repetition of its
 * request does not start and charge it again.
 */
export const erasedKey = { idempotencyKey: null, idempotencyHash: null } satisfies PgUpdateSetSource<typeof generations>
