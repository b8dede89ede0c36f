import { and, count, eq, ne } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { type EditRecipe, type Recipe, type RecipeFile, recipesAtMost } from '#app/contract/recipes/recipes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { checkRecipe, type CheckRecipeOptions } from './check-recipe.ts'
import { type RecipeRow, toRecipe } from './list-recipes.ts'

export type SaveRecipeOptions = CheckRecipeOptions

/** Saves a prompt or a recipe under a name unique within its kind. */
export async function saveRecipe(db: Database, options: SaveRecipeOptions): Promise<Recipe> {
  const { userId, recipe } = options
  const files = await checkRecipe(db, options)
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await requireRoomFor(tx, userId)
    await requireFreeName(tx, { userId, type: recipe.type, name: recipe.name })
    return toRecipe(await insertRecipe(tx, { userId, type: recipe.type, ...columnsOf(recipe, files) }))
  })
}

/** Needs the person's lock, which serializes concurrent requests, so that the limit holds and names stay unique. */
export async function requireRoomFor(tx: Transaction, userId: string, more = 1): Promise<void> {
  const [kept] = await tx.select({ count: count() }).from(savedPrompts).where(eq(savedPrompts.userId, userId))
  if ((kept?.count ?? 0) + more > recipesAtMost) throw new Problem('invalid_input', { fields: { name: 'too_many' } })
}

export async function insertRecipe(tx: Transaction, values: Omit<typeof savedPrompts.$inferInsert, 'id'>): Promise<RecipeRow> {
  const [created] = await tx
    .insert(savedPrompts)
    .values({ id: uuidv7(), ...values })
    .returning()
  if (!created) throw new Error('a recipe was not inserted')
  return created
}

type Named = { userId: string; type: EditRecipe['type']; name: string; except?: string }

export async function requireFreeName(tx: Transaction, { userId, type, name, except }: Named): Promise<void> {
  const [twin] = await tx
    .select({ id: savedPrompts.id })
    .from(savedPrompts)
    .where(
      and(
        eq(savedPrompts.userId, userId),
        eq(savedPrompts.type, type),
        eq(savedPrompts.name, name),
        except === undefined ? undefined : ne(savedPrompts.id, except),
      ),
    )
  if (twin) throw new Problem('invalid_input', { fields: { name: 'name_taken' } })
}

/** The columns of what the author writes. A saved prompt has none beside name and text, as before there were recipes. */
export const columnsOf = (recipe: EditRecipe, files: RecipeFile[]) => ({
  name: recipe.name,
  text: recipe.text,
  about: recipe.about || null,
  model: recipe.model ?? null,
  options: recipe.options ?? null,
  inputs: files.length > 0 ? files : null,
  places: recipe.places ?? null,
  openOptions: recipe.open ?? null,
  sampleId: recipe.sample_id ?? null,
})
