import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { prepareRun } from '../../making/generations/create-generation.ts'
import { Problem } from '../../problem.ts'
import type { Offer } from '../../rules/groups/entitlement.ts'
import { fillRecipe } from './fill-recipe.ts'
import type { RecipeRow } from './list-recipes.ts'

export type UsualPriceOptions = { providers: Providers; recipe: RecipeRow; offer: Offer }

/** Returns the price of a run with the defaults of a recipe at the prices of a reader; null for a model that they may not use. */
export async function usualPrice(db: Database, { providers, recipe, offer }: UsualPriceOptions): Promise<number | null> {
  const input = fillRecipe(recipe, { values: {}, options: {} }, recipe.inputs ?? [])
  try {
    const { priceMilli } = await prepareRun(db, { providers, userId: recipe.userId, input, entitlement: offer })
    return wholeTokens(priceMilli)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
