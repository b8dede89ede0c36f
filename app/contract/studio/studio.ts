import * as v from 'valibot'
import { givenTimeSchema, idSchema, pageOf, pageQueryEntries, timestampSchema } from '../base/common.ts'
import { maxInputs, promptMaxLength, searchMaxLength } from '../base/values.ts'
import { inputSchema, optionValuesSchema } from '../runs/generations.ts'
import { chosenToolsSchema } from './tools.ts'
import { freeText } from '../base/text.ts'

/** The unsent input of one kind, stored with the account so that another device can continue it. */
export const draftSchema = v.object({
  prompt: v.pipe(freeText(), v.maxLength(promptMaxLength, 'too_long')),
  model: v.nullable(v.pipe(v.string(), v.maxLength(100, 'too_long'))),
  /** Options by model, so that switching models loses nothing. */
  options: v.record(v.pipe(v.string(), v.maxLength(100, 'too_long')), optionValuesSchema),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(maxInputs, 'too_many')), []),
})
export type Draft = v.InferOutput<typeof draftSchema>
export const keptDraftSchema = v.object({ draft: v.nullable(draftSchema), updated_at: v.nullable(timestampSchema) })
export type KeptDraft = v.InferOutput<typeof keptDraftSchema>
/** `seen` is the `updated_at` of the copy that the writer last read. */
export const saveDraftSchema = v.object({ draft: draftSchema, seen: v.optional(v.nullable(givenTimeSchema), null) })
/** The last write wins. `replaced` is the overwritten draft if the writer had not seen it, because another device saved it. */
export const savedDraftSchema = v.object({ updated_at: timestampSchema, replaced: v.nullable(draftSchema) })
export type SavedDraft = v.InferOutput<typeof savedDraftSchema>

/** A conversation: text runs linked by `parent_id`, with branches for edited and regenerated turns. */
export const threadSchema = v.object({
  id: idSchema,
  /** The name that the person gave it; if null, the first prompt serves as the title. */
  title: v.nullable(v.string()),
  first_prompt: v.string(),
  turns: v.number(),
  /** The studio's tools that its assistant may use. */
  tools: v.optional(v.array(v.string()), []),
  created_at: timestampSchema,
  updated_at: timestampSchema,
})
export type Thread = v.InferOutput<typeof threadSchema>
export const threadPageSchema = pageOf(threadSchema)
/** Lists conversations, last used first; `q` searches in their names. */
export const threadsQuerySchema = v.object({
  ...pageQueryEntries,
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
})
export const editThreadSchema = v.object({
  title: v.optional(v.nullable(v.pipe(freeText(), v.trim(), v.maxLength(120, 'too_long')))),
  tools: v.optional(chosenToolsSchema),
})
