import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import { listPublishedRecipes, listRecipes, quoteRecipe } from './recipes.functions.ts'
import { quoteKey } from './generations.queries.ts'

/** The prompts and recipes that the person has saved, of all kinds. */
export const recipesQuery = queryOptions({
  queryKey: ['recipes'],
  queryFn: async () => unwrap(await listRecipes()).items,
  staleTime: 60_000,
})

/** As in `contract/recipes/published-recipes.ts`, which would load the schemas. */
const cardsAtMost = 8

/** The first of the recipes that everybody sees, with prices for the reader. */
export const publishedRecipesQuery = queryOptions({
  queryKey: ['recipes', 'published'],
  queryFn: async () => unwrap(await listPublishedRecipes({ data: {} })).items.slice(0, cardsAtMost),
  staleTime: 60_000,
})

/** The conversation of which a run becomes a turn, and the turn that it follows. */
export type RecipePlace = { thread_id: string; parent_id?: string | undefined }
export type RecipeFilling = { recipe: string; values: PlaceValues; options: OptionValues } & Partial<RecipePlace>

/** The price of a recipe as it is filled in so far. */
export const recipeQuoteQuery = (filling: RecipeFilling) =>
  queryOptions({
    queryKey: [...quoteKey, 'recipe', filling],
    queryFn: async () => unwrap(await quoteRecipe({ data: filling })),
    staleTime: 60_000,
  })
