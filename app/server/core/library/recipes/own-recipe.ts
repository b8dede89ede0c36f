import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'

export type OwnRecipe = { userId: string; id: string }

/** Matches the person's recipe; another person's is `not_found`. */
export function ownRecipe({ userId, id }: OwnRecipe) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(savedPrompts.id, id), eq(savedPrompts.userId, userId))
}
