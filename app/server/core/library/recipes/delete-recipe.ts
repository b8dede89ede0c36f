import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { announcePublished } from '../../announce-published.ts'
import { Problem } from '../../problem.ts'
import { type OwnRecipe, ownRecipe } from './own-recipe.ts'

/** Deletes a recipe permanently, with its link; the page offers to save it again for a while. */
export async function deleteRecipe(db: Database, own: OwnRecipe): Promise<void> {
  const [deleted] = await db.delete(savedPrompts).where(ownRecipe(own)).returning({ publishedAt: savedPrompts.publishedAt })
  if (!deleted) throw new Problem('not_found')
  if (deleted.publishedAt) await announcePublished(db)
}
