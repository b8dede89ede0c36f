import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { knownPlaces } from '#app/contract/recipes/place-values.ts'
import type { changeRecipeSchema, EditRecipe, Recipe } from '#app/contract/recipes/recipes.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { announcePublished } from '../../announce-published.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { checkRecipe, type CheckRecipeOptions } from './check-recipe.ts'
import { type RecipeRow, toRecipe } from './list-recipes.ts'
import { makePlacelessCopies } from '../../making/marks/clean-copies.ts'
import { requireShowable } from './link-recipe.ts'
import { type OwnRecipe, ownRecipe } from './own-recipe.ts'
import { columnsOf, requireFreeName } from './save-recipe.ts'

export type ChangeRecipeOptions = Omit<CheckRecipeOptions, 'recipe'> & OwnRecipe & { changes: v.InferOutput<typeof changeRecipeSchema> }

/**
 * Changes a saved prompt or a recipe; omitted fields do not change. Copies are rows of their own, and results have their prompt, so that
 * what somebody saved or made stays as it is.
 */
export async function changeRecipe(db: Database, { id, changes, ...options }: ChangeRecipeOptions): Promise<Recipe> {
  const own = { userId: options.userId, id }
  const isOwn = ownRecipe(own)
  const [before] = await db.select().from(savedPrompts).where(isOwn)
  if (!before) throw new Problem('not_found')
  // Files are copied outside of the transaction. A change at the same time is not overwritten by what has not changed here.
  const { inputs, sample_id: sampleId, ...recipe } = changed(before, changes)
  const files = await checkRecipe(db, {
    ...options,
    // A file or a sample that is gone meanwhile must not keep the rest from changing.
    recipe: { ...recipe, ...(changes.inputs && { inputs }), ...(changes.sample_id && { sample_id: sampleId }) },
  })
  const isLinked = before.link !== null
  if (isLinked && changes.sample_id) await makePlacelessCopies(db, { storage: options.storage, generationId: changes.sample_id })
  const row = await db.transaction(async (tx) => {
    // Runs are locked before people.
    if (isLinked) await requireShowable(tx, { ...before, ...columnsOf(changed(before, changes), files) })
    await lockUser(tx, own.userId)
    const [kept] = await tx.select().from(savedPrompts).where(isOwn)
    if (!kept) throw new Problem('not_found')
    if (kept.link !== null && !isLinked) return undefined
    const next = changed(kept, changes)
    await requireFreeName(tx, { userId: own.userId, type: kept.type, name: next.name, except: kept.id })
    const [stored] = await tx
      .update(savedPrompts)
      .set({ ...columnsOf(next, changes.inputs ? files : (kept.inputs ?? [])), revision: sql`${savedPrompts.revision} + 1` })
      .where(isOwn)
      .returning()
    if (stored?.publishedAt) await announcePublished(tx)
    return stored
  })
  // It was given a link meanwhile, which is checked.
  return row ? toRecipe(row) : changeRecipe(db, { ...options, id, changes })
}

/** Returns the recipe with the changes of a request. A place that a new prompt no longer has goes with it. */
function changed(row: RecipeRow, changes: ChangeRecipeOptions['changes']): EditRecipe {
  const { options, inputs, places, openOptions, sampleId, ...kept } = row
  return {
    type: kept.type,
    name: kept.name,
    text: kept.text,
    about: kept.about,
    model: kept.model,
    ...(options && { options }),
    ...(inputs && { inputs }),
    ...(places && { places: changes.text === undefined ? places : knownPlaces({ text: changes.text, places }) }),
    ...(openOptions && { open: openOptions }),
    sample_id: sampleId,
    ...changes,
  }
}
