import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ModelDocument } from '#app/contract/operator/model-definitions.ts'
import { createdAt, time } from './columns.ts'
import { users } from './users.ts'

/** Versions of models that were defined in the browser. Rows are only added, and a trigger rejects other changes. */
export const modelVersions = pgTable(
  'model_versions',
  {
    id: uuid('id').primaryKey(),
    model: text('model').notNull(),
    /** From 1; null for a draft that was tested. */
    number: integer('number'),
    /** The model's entry, as in `MODELS_FILE`. Its options keep their order, which `jsonb` would lose. */
    document: json('document').$type<ModelDocument>().notNull(),
    /** The earlier version that was restored. */
    restores: integer('restores'),
    actorId: uuid('actor_id').references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('model_versions_number').on(table.model, table.number),
    index('model_versions_of_model').on(table.model, table.id.desc()),
    check('model_versions_from_one', sql`${table.number} > 0`),
  ],
)

/** Models that were defined in the browser, or whose draft was saved. */
export const modelDefinitions = pgTable('model_definitions', {
  model: text('model').primaryKey(),
  /** Counts the changes, so that nobody overwrites what they have not seen. */
  revision: integer('revision').notNull(),
  draft: json('draft').$type<ModelDocument>(),
  draftSavedAt: time('draft_saved_at'),
  draftSavedBy: uuid('draft_saved_by').references(() => users.id),
  /** The version in force; null while the default of the service or of `MODELS_FILE` applies. */
  versionId: uuid('version_id').references(() => modelVersions.id),
  /** Whether the model was removed: only its name is of use then. */
  removed: boolean('removed').notNull().default(false),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
