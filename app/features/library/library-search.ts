import * as v from 'valibot'
import { kindSchema } from '#app/contract/common.ts'
import type { GenerationFilter } from '#app/shell/generations.queries.ts'

/** What is looked at in the library, and which work is open. What does not fit is read as not given. */
export const librarySearchSchema = v.object({
  kind: v.fallback(v.optional(kindSchema), undefined),
  favorite: v.fallback(v.optional(v.literal(true)), undefined),
  q: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined),
  item: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  /** Which of the open work's results, from 0. */
  at: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
})
export type LibrarySearch = v.InferOutput<typeof librarySearchSchema>

export const libraryFilter = ({ kind, favorite, q }: LibrarySearch): GenerationFilter => ({ type: kind, favorite, q, status: 'done' })
