import { and, eq } from 'drizzle-orm'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { lockUser } from '../../lock-user.ts'
import { builtInName } from './built-in.ts'
import { lendFiles, type LendFilesOptions } from './keep-files.ts'
import { type RecipeRow, toRecipe } from './list-recipes.ts'
import { insertRecipe, requireRoomFor } from './save-recipe.ts'

export type CopyRecipeOptions = Omit<LendFilesOptions, 'from' | 'files'> & { row: RecipeRow }

/** Saves a recipe as it is now among those of the person. Later changes by its author do not change the copy. */
export async function copyRecipe(db: Database, { row, userId, ...store }: CopyRecipeOptions): Promise<Recipe> {
  const files = await lendFiles(db, { ...store, userId, from: row.userId, files: row.inputs ?? [] })
  const { type, text, about, model, options, places, openOptions, id, revision } = row
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await requireRoomFor(tx, userId)
    const own = await tx
      .select({ name: savedPrompts.name })
      .from(savedPrompts)
      .where(and(eq(savedPrompts.userId, userId), eq(savedPrompts.type, type)))
    const name = freeName(row.name, new Set(own.map((one) => one.name)))
    const inputs = files.length > 0 ? files : null
    return toRecipe(
      await insertRecipe(tx, {
        userId,
        type,
        name,
        text,
        about,
        model,
        options,
        inputs,
        places,
        openOptions,
        // A built-in recipe is no row.
        ...(builtInName(id) === undefined && { fromId: id, fromRevision: revision }),
      }),
    )
  })
}

/** Returns the name, with a number if it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, 74)} (${number})`
    if (!taken.has(next)) return next
  }
}
