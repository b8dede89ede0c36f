import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isActive } from '../../active-account.ts'
import { Problem } from '../../problem.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'
import { builtInRecipe } from './built-in.ts'
import type { RecipeRow } from './list-recipes.ts'

export type LinkedRecipe = { recipe: RecipeRow; author: string | null; sample: GenerationRow }

/** Finds a recipe by its link, which works as long as its sample is in the library of its author (decision 265). */
export async function findLinkedRecipe(db: Database, token: string): Promise<LinkedRecipe | undefined> {
  const [found] = await db
    .select({ recipe: savedPrompts, author: users.name, sample: generations })
    .from(savedPrompts)
    .innerJoin(generations, eq(generations.id, savedPrompts.sampleId))
    .innerJoin(users, and(eq(users.id, savedPrompts.userId), isActive))
    .where(
      and(
        eq(savedPrompts.link, token),
        or(isNull(savedPrompts.linkUntil), gt(savedPrompts.linkUntil, sql`now()`)),
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
        isNull(generations.purgedAt),
      ),
    )
  return found
}

export type FindRecipeOptions = {
  userId: string
  /** The id of the person's own recipe, the token of a link, or the name of a built-in one. */
  recipe: string
  /** The language of a built-in one. */
  locale: Locale
  /** The network address of the request, under which a wrong token is counted. */
  address: string
}

/** Finds a recipe that the person may run. Another person's id is `not_found`, as is a link that does not work. */
export async function findRecipe(
  db: Database,
  attempts: Attempts,
  { userId, recipe, locale, address }: FindRecipeOptions,
): Promise<RecipeRow> {
  const builtIn = builtInRecipe(recipe, { userId, locale })
  if (builtIn) return builtIn
  if (validate(recipe)) {
    const [own] = await db
      .select()
      .from(savedPrompts)
      .where(and(eq(savedPrompts.id, recipe), eq(savedPrompts.userId, userId)))
    if (own) return own
    throw new Problem('not_found')
  }
  const linked = await findLinkedRecipe(db, recipe)
  if (linked) return linked.recipe
  await attempts.sharedByAddress.take(addressKey(address))
  throw new Problem('not_found')
}
