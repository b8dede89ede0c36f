import * as v from 'valibot'
import { idSchema, kindSchema, timestampSchema } from '../base/common.ts'
import { freeText } from '../base/text.ts'
import { bulkMax } from '../base/values.ts'

const idsSchema = v.pipe(v.array(idSchema, 'required'), v.nonEmpty('required'), v.maxLength(bulkMax, 'too_many'))

/** A folder of works. A work can be in several, and stays in the library when one is deleted. */
export const collectionSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** Number of works in it, without those in the trash. */
  count: v.number(),
  /** The newest still among its works. */
  cover_url: v.nullable(v.string()),
  created_at: timestampSchema,
})
export type Collection = v.InferOutput<typeof collectionSchema>
export const collectionsSchema = v.object({ items: v.array(collectionSchema) })
export const collectionNameSchema = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(80, 'too_long'))
export const editCollectionSchema = v.object({ name: collectionNameSchema })

/** `trash` can be undone for some days, `purge` cannot. Works that do not exist or are already in that state are skipped. */
export const bulkSchema = v.variant(
  'action',
  [
    v.object({ ids: idsSchema, action: v.picklist(['favorite', 'unfavorite', 'trash', 'restore', 'purge']) }),
    v.object({ ids: idsSchema, action: v.picklist(['add', 'remove']), collection_id: idSchema }),
  ],
  'not_an_option',
)
export type Bulk = v.InferOutput<typeof bulkSchema>
export const bulkAnswerSchema = v.object({ changed: v.number() })

export const archiveSchema = v.object({ ids: idsSchema })
/** A signed link to a ZIP, which is created while it is sent. */
export const archiveAnswerSchema = v.object({ url: v.string() })

/** Totals of a library, for filters and headings. */
export const librarySummarySchema = v.object({
  total: v.number(),
  trash: v.number(),
  /** The models used, most used first. */
  models: v.array(v.object({ id: v.string(), name: v.string(), type: kindSchema, count: v.number() })),
})
export type LibrarySummary = v.InferOutput<typeof librarySummarySchema>

/** The space that a person's files take, in bytes. */
export const storageUseSchema = v.object({
  /** Everything that counts toward the limit. */
  used_bytes: v.number(),
  /** Null without a limit. */
  limit_bytes: v.nullable(v.number()),
  results_bytes: v.number(),
  trash_bytes: v.number(),
  uploads_bytes: v.number(),
  /** Days for which deleted works can be restored. */
  trash_days: v.number(),
  /** Age in days at which results move to the trash; null if they stay. */
  results_days: v.nullable(v.number()),
  /** The works that take the most space, largest first. */
  largest: v.array(v.object({ id: idSchema, type: kindSchema, name: v.string(), bytes: v.number() })),
})
export type StorageUse = v.InferOutput<typeof storageUseSchema>
