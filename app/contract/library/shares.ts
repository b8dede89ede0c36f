import * as v from 'valibot'
import { sourceSchema } from '../runs/generations.ts'
import { sharedRecipeSchema } from '../recipes/recipes.ts'
import { givenTimeSchema, idSchema, kindSchema, localeSchema, timestampSchema } from '../base/common.ts'

/** A public link to one result, as its owner sees it. */
export const shareSchema = v.object({
  token: v.string(),
  generation_id: idSchema,
  show_prompt: v.boolean(),
  /** Whether the link shows the reasoning of a language model. */
  show_thinking: v.optional(v.boolean(), false),
  /** Null if the link never expires. */
  expires_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
})
export type Share = v.InferOutput<typeof shareSchema>
export const shareAnswerSchema = v.object({ share: v.nullable(shareSchema) })

/** A second call changes the existing link, whose URL stays the same. */
export const editShareSchema = v.object({
  show_prompt: v.optional(v.boolean(), false),
  show_thinking: v.optional(v.boolean(), false),
  expires_at: v.optional(v.nullable(givenTimeSchema), null),
})

/** A shared result as visitors see it, without owner, price and other results. Its links work as long as the share. */
export const sharedResultSchema = v.object({
  type: kindSchema,
  /** Null unless the owner shows it. */
  prompt: v.nullable(v.string()),
  title: v.nullable(v.string()),
  /** The name of the model. */
  model: v.string(),
  /** Whether to say that the result is made by AI: true for connected models and for models that this server no longer has. */
  ai: v.boolean(),
  text: v.nullable(v.string()),
  /** The model's reasoning before the text; null unless the owner shows it. */
  thinking: v.optional(v.nullable(v.string()), null),
  thinking_ms: v.optional(v.nullable(v.number()), null),
  /** The calls of a program's tools for the answer, and their results; empty unless the owner shows the reasoning. */
  tool_steps: v.optional(
    v.array(
      v.object({
        /** The name of the tool. */
        name: v.string(),
        /** The arguments as the model wrote them; null if they are not known. */
        input: v.nullable(v.string()),
        /** Its text; null if the call has none. */
        result: v.nullable(v.object({ text: v.string(), failed: v.boolean() })),
      }),
    ),
    [],
  ),
  /** Pages that the model read for its answer; null for a run without a search. */
  sources: v.optional(v.nullable(v.array(sourceSchema)), null),
  files: v.array(
    v.object({
      url: v.string(),
      media_type: v.string(),
      bytes: v.number(),
      width: v.nullable(v.number()),
      height: v.nullable(v.number()),
      duration_ms: v.nullable(v.number()),
      poster_url: v.nullable(v.string()),
      placeholder: v.optional(v.nullable(v.string())),
      peaks: v.nullable(v.array(v.number())),
    }),
  ),
  locale: localeSchema,
  /** The recipe of which this is the sample, if the link is that of a recipe. */
  recipe: v.optional(v.nullable(sharedRecipeSchema), null),
  created_at: timestampSchema,
})
export type SharedResult = v.InferOutput<typeof sharedResultSchema>
