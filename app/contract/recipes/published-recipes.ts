import * as v from 'valibot'
import { idSchema, kindSchema, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { optionalReasonSchema } from '../operator/connections.ts'
import { recipeTextsSchema } from './recipes.ts'

/** Most recipes that the operator publishes. */
export const publishedAtMost = 24
/** Most recipes that the home page and the dashboard show. */
export const cardsAtMost = 8

/** The file of a sample, as a card shows it. Its links work as long as the recipe is published. */
export const sampleFileSchema = v.object({
  url: v.string(),
  media_type: v.string(),
  /** A still picture of it; null for sounds and texts. */
  picture_url: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration_ms: v.nullable(v.number()),
  placeholder: v.nullable(v.string()),
})

/** A recipe that everybody sees: one of the operator’s, or a built-in one while none is published. */
export const publishedRecipeSchema = v.object({
  /** By which it is shown, run and copied: the token of its link, or the name of a built-in one. */
  recipe: v.string(),
  type: kindSchema,
  name: v.string(),
  about: v.nullable(v.string()),
  /** The name of its model. */
  model: v.string(),
  /** The price for the caller, or with the default group’s prices for a guest; null if it is not known. */
  price: v.nullable(tokenAmountSchema),
  /** A result of it. */
  sample: v.object({
    /** Its first file; null for a text. */
    file: v.nullable(sampleFileSchema),
    /** The beginning of a text; null for other samples. */
    text: v.nullable(v.string()),
  }),
  built_in: v.boolean(),
})
export type PublishedRecipe = v.InferOutput<typeof publishedRecipeSchema>
export const publishedRecipesSchema = v.object({ items: v.array(publishedRecipeSchema) })

/** A recipe that can be published, or is. */
export const operatorRecipeSchema = v.object({
  id: idSchema,
  type: kindSchema,
  /** The author’s name for it. */
  name: v.string(),
  about: v.nullable(v.string()),
  /** Whether it is the caller’s own. */
  own: v.boolean(),
  texts: v.nullable(recipeTextsSchema),
  /** Its place among the published ones, from 1; null if it is not published. */
  place: v.nullable(v.number()),
  /** When it was published; null if it is not. */
  published_at: v.nullable(timestampSchema),
  /** The token of its link; null without one. */
  token: v.nullable(v.string()),
  /** A still picture of its sample; null without a link, and for sounds and texts. */
  picture_url: v.nullable(v.string()),
  /** Whether everybody sees it: its link works and its sample is in the library. */
  shown: v.boolean(),
})
export type OperatorRecipe = v.InferOutput<typeof operatorRecipeSchema>
export const operatorRecipesSchema = v.object({ items: v.array(operatorRecipeSchema) })

export const publishRecipeSchema = v.object({
  texts: recipeTextsSchema,
  /** Its place among the published ones; the last one by default. */
  place: v.optional(
    v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(publishedAtMost, 'too_large')),
  ),
  reason: optionalReasonSchema,
})
