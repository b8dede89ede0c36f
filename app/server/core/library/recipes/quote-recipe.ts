import type { Quote } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { readAttached } from '../../making/generations/attached.ts'
import { quoteGeneration, type QuoteGenerationOptions } from '../../making/generations/quote-generation.ts'
import { atItsField, fillRecipe, type Filling } from './fill-recipe.ts'
import type { RecipeRow } from './list-recipes.ts'

export type QuoteRecipeOptions = Omit<QuoteGenerationOptions, 'input' | 'lent' | 'recipe'> & { row: RecipeRow; filling: Filling }

/** Quotes a run of a recipe, which may be filled in only in part. Its files are copied to the person when it runs. */
export async function quoteRecipe(db: Database, { row, filling, ...options }: QuoteRecipeOptions): Promise<Quote> {
  const files = row.inputs ?? []
  const isOwn = row.userId === options.userId
  const open = Object.fromEntries(Object.entries(filling.options).filter(([name]) => row.openOptions?.includes(name)))
  const input = fillRecipe(row, { ...filling, options: open }, isOwn ? files : [])
  const lent = isOwn ? [] : await readAttached(db, row.userId, files)
  try {
    const { thread_id, parent_id } = filling
    return await quoteGeneration(db, { ...options, input: { ...input, thread_id, parent_id }, lent, recipe: row })
  } catch (error) {
    throw atItsField(error, row, filling.values)
  }
}
