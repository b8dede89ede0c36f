import * as v from 'valibot'
import { generationPageSchema } from './generations.ts'
import { collectionSchema, librarySummarySchema } from './library.ts'

/** The first view of a library. */
export const overviewSchema = v.object({
  /** The newest works. */
  works: generationPageSchema,
  /** Works that are queued or running. */
  active: generationPageSchema,
  summary: librarySummarySchema,
  collections: v.array(collectionSchema),
})
export type Overview = v.InferOutput<typeof overviewSchema>
