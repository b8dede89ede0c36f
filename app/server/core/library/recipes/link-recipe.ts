import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { announcePublished } from '../../announce-published.ts'
import { ownGeneration } from '../../making/generations/find-generation.ts'
import { Problem } from '../../problem.ts'
import { hashesOf, requireAllowed } from '../../rules/safety/blocked-content.ts'
import { requireAllowedWords } from '../../rules/safety/rules.ts'
import { makePlacelessCopies } from '../../making/marks/clean-copies.ts'
import { type OwnRecipe, ownRecipe } from './own-recipe.ts'
import { type RecipeRow, toRecipe } from './list-recipes.ts'

export type LinkRecipeOptions = OwnRecipe & { storage: Storage; input: { expires_at: string | null }; now?: Date }

/** Creates or changes the public link of a recipe, which shows its sample. A link that has not expired keeps its URL. */
export async function linkRecipe(db: Database, { storage, input, now = new Date(), ...own }: LinkRecipeOptions): Promise<Recipe> {
  const linkUntil = input.expires_at === null ? null : new Date(input.expires_at)
  if (linkUntil && linkUntil <= now) throw new Problem('invalid_input', { fields: { expires_at: 'too_small' } })
  const isOwn = ownRecipe(own)
  const [recipe] = await db.select().from(savedPrompts).where(isOwn)
  if (!recipe) throw new Problem('not_found')
  if (recipe.model === null) throw new Problem('invalid_input', { fields: { model: 'required' } })
  if (recipe.sampleId === null) throw new Problem('invalid_input', { fields: { sample_id: 'required' } })
  await makePlacelessCopies(db, { storage, generationId: recipe.sampleId })
  const linked = await db.transaction(async (tx) => {
    await requireShowable(tx, recipe)
    const [row] = await tx
      .update(savedPrompts)
      .set({
        linkUntil,
        // An expired link stays invalid: the new one gets another URL.
        link: sql`case when ${savedPrompts.link} is null or ${savedPrompts.linkUntil} <= now() then ${randomBytes(16).toString('base64url')} else ${savedPrompts.link} end`,
      })
      // Strangers see the revision that was checked.
      .where(and(isOwn, eq(savedPrompts.revision, recipe.revision)))
      .returning()
    return row && toRecipe(row)
  })
  return linked ?? linkRecipe(db, { storage, input, now, ...own })
}

type Shown = Pick<RecipeRow, 'userId' | 'sampleId' | 'name' | 'about' | 'text' | 'places'>

/** Locks the sample of a recipe that strangers see, and rejects what was taken down or is blocked. */
export async function requireShowable(tx: Transaction, { userId, sampleId, name, about, text, places }: Shown): Promise<void> {
  if (sampleId !== null) {
    const [sample] = await tx
      .select({ id: generations.id })
      .from(generations)
      .where(and(ownGeneration({ userId, id: sampleId }), eq(generations.status, 'succeeded')))
      .for('no key update')
    if (!sample) throw new Problem('invalid_input', { fields: { sample_id: 'input_unknown' } })
    await requireAllowed(tx, await hashesOf(tx, sampleId))
  }
  await requireAllowedWords(tx, [name, about ?? '', text, ...(places ?? []).flatMap((place) => Object.values(place))])
}

/** Deletes the link immediately. The operator publishes no recipe without one. */
export async function unlinkRecipe(db: Database, own: OwnRecipe): Promise<void> {
  const [row] = await db
    .update(savedPrompts)
    .set({ link: null, linkUntil: null, publishedAt: null })
    .where(ownRecipe(own))
    .returning({ id: savedPrompts.id })
  if (!row) throw new Problem('not_found')
  await announcePublished(db)
}
