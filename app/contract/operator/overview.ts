import * as v from 'valibot'
import { listOfTextSchema } from '../base/common.ts'
import { generationPageSchema, quoteAnswerSchema } from '../runs/generations.ts'
import { collectionSchema, librarySummarySchema } from '../library/library.ts'
import { keptDraftSchema, threadPageSchema } from '../studio/studio.ts'
import { modelTasks } from '../base/values.ts'

/**
 * `quote`: ids of models. The first of them that makes what the newest work is gets a quote; without works, the first of all. `usual` stands
 * for the model that the dashboard proposes.
 */
export const overviewQuerySchema = v.object({ quote: v.optional(listOfTextSchema) })

/** The quote of a run without a prompt, with the model's own options; null if no model was named or there is no price. */
const firstQuoteSchema = v.nullable(quoteAnswerSchema)

/** The first view of a library. */
export const overviewSchema = v.object({
  /** The newest works. */
  works: generationPageSchema,
  /** Works that are queued or running. */
  active: generationPageSchema,
  summary: librarySummarySchema,
  collections: v.array(collectionSchema),
  quote: v.optional(firstQuoteSchema),
})
export type Overview = v.InferOutput<typeof overviewSchema>

/** `quote`: the id of a model, or `usual` for the one with which the studio opens, of the `task` if there is one. */
export const studioQuerySchema = v.object({
  quote: v.optional(v.pipe(v.string(), v.maxLength(100, 'too_long'))),
  task: v.optional(v.picklist(modelTasks)),
})

/** The first view of a studio. */
export const studioSchema = v.object({
  /** The newest works of the kind. */
  works: generationPageSchema,
  /** Works of all kinds that are queued or running. */
  active: generationPageSchema,
  /** Null if it cannot be read here. */
  draft: v.fallback(v.nullable(keptDraftSchema), null),
  /** The conversations, last used first; of texts only. */
  threads: v.optional(threadPageSchema),
  quote: firstQuoteSchema,
})
export type Studio = v.InferOutput<typeof studioSchema>
