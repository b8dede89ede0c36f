import { desc, eq } from 'drizzle-orm'
import { type Recipe, recipesAtMost } from '#app/contract/recipes/recipes.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'

export type RecipeRow = typeof savedPrompts.$inferSelect

const isOpen = ({ linkUntil }: RecipeRow) => linkUntil === null || linkUntil > new Date()

export const toRecipe = (row: RecipeRow): Recipe => ({
  id: row.id,
  type: row.type,
  name: row.name,
  text: row.text,
  about: row.about,
  model: row.model,
  options: row.options ?? {},
  inputs: row.inputs ?? [],
  places: row.places ?? [],
  open: row.openOptions ?? [],
  sample_id: row.sampleId,
  revision: row.revision,
  from: row.fromRevision === null ? null : { id: row.fromId, revision: row.fromRevision },
  link: row.link !== null && isOpen(row) ? { token: row.link, expires_at: row.linkUntil?.toISOString() ?? null } : null,
  created_at: row.createdAt.toISOString(),
})

/** Lists the saved prompts and recipes of all kinds, newest first. Their number is limited, so there are no pages. */
export async function listRecipes(db: Database, { userId }: { userId: string }): Promise<Recipe[]> {
  const rows = await db
    .select()
    .from(savedPrompts)
    .where(eq(savedPrompts.userId, userId))
    .orderBy(desc(savedPrompts.id))
    .limit(recipesAtMost)
  return rows.map(toRecipe)
}
