import * as v from 'valibot'
import { givenTimeSchema, idSchema, kindSchema, pageOf, pageQueryEntries, timestampSchema } from './common.ts'
import { inputSchema, optionValuesSchema, promptMaxLength } from './generations.ts'
import { freeText } from './text.ts'

/** What is being written for one kind, kept with the account: it goes on on another device. */
export const draftSchema = v.object({
  prompt: v.pipe(freeText(), v.maxLength(promptMaxLength, 'too_long')),
  model: v.nullable(v.pipe(v.string(), v.maxLength(100, 'too_long'))),
  /** By model, so that trying another one forgets nothing. */
  options: v.record(v.pipe(v.string(), v.maxLength(100, 'too_long')), optionValuesSchema),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(8, 'too_many')), []),
})
export type Draft = v.InferOutput<typeof draftSchema>
export const keptDraftSchema = v.object({ draft: v.nullable(draftSchema), updated_at: v.nullable(timestampSchema) })
export type KeptDraft = v.InferOutput<typeof keptDraftSchema>
/** `seen` is the `updated_at` of the copy that the writer last had before its eyes. */
export const saveDraftSchema = v.object({ draft: draftSchema, seen: v.optional(v.nullable(givenTimeSchema), null) })
/** The last one to write wins. `replaced` is what that took away, where its writer cannot have seen it: another device put it there. */
export const savedDraftSchema = v.object({ updated_at: timestampSchema, replaced: v.nullable(draftSchema) })
export type SavedDraft = v.InferOutput<typeof savedDraftSchema>

/** A prompt worth keeping. `{{place}}` is a gap that is filled in when it is used. */
export const savedPromptSchema = v.object({
  id: idSchema,
  type: kindSchema,
  name: v.string(),
  text: v.string(),
  created_at: timestampSchema,
})
export type SavedPrompt = v.InferOutput<typeof savedPromptSchema>
/** All of them, the newest first. */
export const savedPromptsSchema = v.object({ items: v.array(savedPromptSchema) })
export const editSavedPromptSchema = v.object({
  type: kindSchema,
  name: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(80, 'too_long')),
  text: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(promptMaxLength, 'too_long')),
})
export const changeSavedPromptSchema = v.partial(v.omit(editSavedPromptSchema, ['type']))
/** As many as one person may keep. */
export const savedPromptsAtMost = 200

/** A conversation: text runs that follow each other by `parent_id`, with branches where one was edited or asked for again. */
export const threadSchema = v.object({
  id: idSchema,
  /** The person's own name for it, or else null: then its first prompt stands for it. */
  title: v.nullable(v.string()),
  first_prompt: v.string(),
  turns: v.number(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
})
export type Thread = v.InferOutput<typeof threadSchema>
export const threadPageSchema = pageOf(threadSchema)
/** Last used first. `q` is looked for in their names. */
export const threadsQuerySchema = v.object({
  ...pageQueryEntries,
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(200, 'too_long'))),
})
export const editThreadSchema = v.object({ title: v.nullable(v.pipe(freeText(), v.trim(), v.maxLength(120, 'too_long'))) })
