import * as v from 'valibot'
import { givenTimeSchema, idSchema, inputRoleSchema, kindSchema, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'
import { runWebhookSchema } from '../account/webhook-address.ts'
import { inputSchema, maxPriceSchema, optionValuesSchema } from '../runs/generations.ts'
import { placeValuesSchema } from './recipe-of-run.ts'

/** Maximum of saved recipes per person. */
export const recipesAtMost = 200
/** Most places of a recipe. */
export const placesAtMost = 12
/** Most files that a recipe brings along. */
export const recipeFilesAtMost = 4

const placeEntries = {
  /** The name between the braces of the prompt, and the label of the field. */
  name: v.pipe(
    freeText('required'),
    v.trim(),
    v.nonEmpty('required'),
    v.maxLength(60, 'too_long'),
    v.regex(/^[^{}\n]*$/, 'characters_invalid'),
  ),
  /** A sentence below the field. */
  help: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(200, 'too_long'))),
  /** Whether the field may stay empty. */
  optional: v.optional(v.boolean()),
}

const choiceSchema = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(200, 'too_long'))
const numberSchema = v.pipe(v.number('invalid'), v.finite('invalid'))

/** A field of a recipe. A `default` fills the field in before anybody touches it. */
export const placeSchema = v.variant(
  'type',
  [
    v.object({ type: v.literal('line'), ...placeEntries, default: v.optional(v.pipe(freeText(), v.maxLength(500, 'too_long'))) }),
    v.object({ type: v.literal('text'), ...placeEntries, default: v.optional(v.pipe(freeText(), v.maxLength(10_000, 'too_long'))) }),
    v.object({
      type: v.literal('choice'),
      ...placeEntries,
      choices: v.pipe(v.array(choiceSchema), v.minLength(1, 'required'), v.maxLength(30, 'too_many')),
      default: v.optional(choiceSchema),
    }),
    v.object({
      type: v.literal('number'),
      ...placeEntries,
      min: v.optional(numberSchema),
      max: v.optional(numberSchema),
      /** The distance between two values, counted from `min`, or from 0. */
      step: v.optional(v.pipe(numberSchema, v.gtValue(0, 'too_small'))),
      default: v.optional(numberSchema),
    }),
    /** A file that the person adds. It is no part of the prompt. */
    v.object({ type: v.literal('file'), ...placeEntries, role: inputRoleSchema }),
  ],
  'invalid',
)
export type Place = v.InferOutput<typeof placeSchema>

/** A file that a recipe brings along, an image. */
export const recipeFileSchema = v.object({ upload_id: idSchema, role: inputRoleSchema })
export type RecipeFile = v.InferOutput<typeof recipeFileSchema>

/** The part of a recipe that its author writes beside name and prompt; a saved prompt without it is a recipe without a model. */
const recipeEntries = {
  /** One sentence about it. */
  about: v.nullable(v.pipe(freeText(), v.trim(), v.maxLength(300, 'too_long'))),
  /** The model that it runs; null if the person chooses one. */
  model: v.nullable(v.pipe(v.string(), v.maxLength(100, 'model_unknown'))),
  /** Options of the model; those left out have their defaults. */
  options: optionValuesSchema,
  /** Files that each run gets. */
  inputs: v.pipe(v.array(inputSchema), v.maxLength(recipeFilesAtMost, 'too_many')),
  /** The types of its places; a place of the prompt that is not among them is a line. */
  places: v.pipe(v.array(placeSchema), v.maxLength(placesAtMost, 'too_many')),
  /** The options that others may change. */
  open: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64, 'too_long'))), v.maxLength(64, 'too_many')),
  /** A result of it, which its page shows. */
  sample_id: v.nullable(idSchema),
}

const textEntries = {
  name: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(80, 'too_long')),
  text: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(promptMaxLength, 'too_long')),
}

/** A recipe to save. `{{place}}` in its prompt is filled in for each run. */
export const editRecipeSchema = v.object({ type: kindSchema, ...textEntries, ...v.partial(v.object(recipeEntries)).entries })
export type EditRecipe = v.InferOutput<typeof editRecipeSchema>
export const changeRecipeSchema = v.partial(v.omit(editRecipeSchema, ['type']))

/** A saved prompt, or a recipe: one that remembers model, options, files and fields. */
export const recipeSchema = v.object({
  id: idSchema,
  type: kindSchema,
  name: v.string(),
  text: v.string(),
  about: v.optional(v.nullable(v.string()), null),
  model: v.optional(v.nullable(v.string()), null),
  options: v.optional(optionValuesSchema, {}),
  inputs: v.optional(v.array(recipeFileSchema), []),
  places: v.optional(v.array(placeSchema), []),
  open: v.optional(v.array(v.string()), []),
  sample_id: v.optional(v.nullable(idSchema), null),
  /** Counts the changes by its author. */
  revision: v.optional(v.number(), 1),
  /** The recipe of which it is a copy, at the revision of that time. */
  from: v.optional(v.nullable(v.object({ /** Null once it is deleted. */ id: v.nullable(idSchema), revision: v.number() })), null),
  /** Its public link, if it works. */
  link: v.optional(v.nullable(v.object({ token: v.string(), expires_at: v.nullable(timestampSchema) })), null),
  created_at: timestampSchema,
})
export type Recipe = v.InferOutput<typeof recipeSchema>
/** All saved recipes, newest first. */
export const recipesSchema = v.object({ items: v.array(recipeSchema) })

const ownWordsSchema = v.object({
  name: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(80, 'too_long')),
  about: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(300, 'too_long')), ''),
})
/** Name and sentence of a published recipe by language. */
export const recipeTextsSchema = v.object({ en: ownWordsSchema, ru: ownWordsSchema })
export type RecipeTexts = v.InferOutput<typeof recipeTextsSchema>

/** A link that never expires without a time. */
export const linkRecipeSchema = v.object({ expires_at: v.optional(v.nullable(givenTimeSchema), null) })

/** One filling of a recipe. `options`: those that its author has left open. */
export const recipeQuoteSchema = v.object({
  values: v.optional(placeValuesSchema, {}),
  options: v.optional(optionValuesSchema, {}),
  /** The conversation of which the run becomes a turn, and the turn that it follows. */
  thread_id: v.optional(idSchema),
  parent_id: v.optional(idSchema),
})
export const runRecipeSchema = v.object({ ...recipeQuoteSchema.entries, max_price: maxPriceSchema, webhook: v.optional(runWebhookSchema) })

/** A recipe as people with its link see it. */
export const sharedRecipeSchema = v.object({
  id: idSchema,
  type: kindSchema,
  name: v.string(),
  about: v.nullable(v.string()),
  text: v.string(),
  /** The name of its author; null without one. */
  author: v.nullable(v.string()),
  model: v.object({
    id: v.string(),
    name: v.string(),
    available: v.boolean(),
    /** Why it cannot be used, with the model that takes its place; null if it can. */
    unavailable_reason: v.nullable(v.string()),
  }),
  options: optionValuesSchema,
  places: v.array(placeSchema),
  open: v.array(v.string()),
  /** The number of files that it brings along. */
  files: v.number(),
  /** The price of a run with the default group’s prices; null if it is not known. */
  price: v.nullable(tokenAmountSchema),
  revision: v.number(),
  /** Whether it comes with the server. */
  built_in: v.optional(v.boolean(), false),
})
export type SharedRecipe = v.InferOutput<typeof sharedRecipeSchema>
