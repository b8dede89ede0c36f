import * as v from 'valibot'
import { idSchema, kindSchema } from '../base/common.ts'
import { editRecipeSchema, recipesAtMost, recipeTextsSchema } from './recipes.ts'

/** A recipe in a file. Its images and its sample are results of one installation, and stay there. */
const filedRecipeSchema = v.object({
  /** By which the same installation knows it; others go by kind and name. */
  id: v.optional(idSchema),
  ...v.omit(editRecipeSchema, ['inputs', 'sample_id']).entries,
  /** Name and sentence by language, for its publication. */
  texts: v.optional(v.nullable(recipeTextsSchema)),
})
export type FiledRecipe = v.InferOutput<typeof filedRecipeSchema>

/** A file of recipes. */
export const recipesFileSchema = v.object({
  format: v.literal('quartet-recipes', 'invalid'),
  version: v.literal(1, 'invalid'),
  recipes: v.pipe(v.array(filedRecipeSchema), v.maxLength(recipesAtMost, 'too_many')),
})
export type RecipesFile = v.InferOutput<typeof recipesFileSchema>

export const importRecipesSchema = v.object({
  file: recipesFileSchema,
  /** Whether to save them; otherwise the answer says what would happen. */
  apply: v.optional(v.boolean(), false),
})

/** Parts of a recipe that a file changes. */
export const filedParts = ['name', 'about', 'text', 'model', 'options', 'places', 'open', 'texts'] as const

export const importAnswerSchema = v.object({
  /** In the order of the file. */
  items: v.array(
    v.object({
      name: v.string(),
      type: kindSchema,
      /** `theirs` is a published recipe of another operator, which the import leaves alone. */
      state: v.picklist(['new', 'changed', 'same', 'theirs']),
      /** The parts that change in a recipe of the same id or name. */
      changed: v.array(v.picklist(filedParts)),
    }),
  ),
  /** Whether they were saved. */
  applied: v.boolean(),
})
export type ImportAnswer = v.InferOutput<typeof importAnswerSchema>
