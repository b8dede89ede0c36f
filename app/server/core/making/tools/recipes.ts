import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Place } from '#app/contract/recipes/recipes.ts'
import { recipeOf } from '#app/contract/studio/tool-names.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts, threads } from '#app/server/db/schema/library.ts'

type RecipeRow = typeof savedPrompts.$inferSelect
/** A recipe that an assistant may fill in. */
export type ToolRecipe = Pick<RecipeRow, 'id' | 'type' | 'name' | 'about' | 'text' | 'options' | 'inputs' | 'revision'> & {
  model: string
  places: Place[]
}

/** Reads the person's own recipes with a model among the tools that are switched on. Of two with the same name, the first. */
export async function readRecipes(db: Database, { userId, chosen }: { userId: string; chosen: readonly string[] }): Promise<ToolRecipe[]> {
  const ids = chosen.flatMap((one) => recipeOf(one) ?? [])
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(savedPrompts)
    .where(and(eq(savedPrompts.userId, userId), inArray(savedPrompts.id, ids), isNotNull(savedPrompts.model)))
    .orderBy(savedPrompts.id)
  const recipes = rows.flatMap(({ model, places, ...row }) => (model === null ? [] : [{ ...row, model, places: places ?? [] }]))
  return [...Map.groupBy(recipes, ({ name }) => name).values()].flatMap(([first]) => first ?? [])
}

/** Reads the tools that are switched on in a conversation. */
export async function readChosen(db: Database, { userId, threadId }: { userId: string; threadId: string | null }): Promise<string[]> {
  if (threadId === null) return []
  const [thread] = await db
    .select({ tools: threads.tools })
    .from(threads)
    .where(and(eq(threads.id, threadId), eq(threads.userId, userId)))
  return thread?.tools ?? []
}
