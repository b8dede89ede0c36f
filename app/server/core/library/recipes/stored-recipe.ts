import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { Locale } from '#config'
import type { StoredRecipe } from '#app/server/db/schema/generations.ts'
import { builtInName } from './built-in.ts'
import type { RecipeRow } from './list-recipes.ts'
import { wordsOf } from './words-of.ts'

/** Returns what a result remembers of the recipe that was filled in. */
export function storedRecipe(row: RecipeRow, { values, locale }: { values: PlaceValues; locale: Locale }): StoredRecipe {
  const builtIn = builtInName(row.id)
  return { id: row.id, revision: row.revision, name: wordsOf(row, locale).name, values, ...(builtIn !== undefined && { builtIn }) }
}
