import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { users } from '#app/server/db/schema/users.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { isActive } from '../../active-account.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'
import { Problem } from '../../problem.ts'
import { findLinkedRecipe, type LinkedRecipe } from '../recipes/find-recipe.ts'

export type ShareRow = typeof shares.$inferSelect
export type FindShareOptions = {
  token: string
  /** The requester's network address, under which a wrong token is counted. */ address: string
}

/** Matches links that have not expired. */
export const isOpen = or(isNull(shares.expiresAt), gt(shares.expiresAt, sql`now()`))

/**
 * Finds the result of a public link: a shared one, or the sample of a recipe (decision 265). Unshared, expired, trashed, deleted and unknown links get the same answer, as do links of accounts
 * scheduled for deletion. Addresses with many failures have to wait.
 */
export async function findShare(
  db: Database,
  attempts: Attempts,
  { token, address }: FindShareOptions,
): Promise<{ share: ShareRow; generation: GenerationRow; linked?: LinkedRecipe }> {
  const [found] = await db
    .select({ share: shares, generation: generations })
    .from(shares)
    .innerJoin(generations, eq(generations.id, shares.generationId))
    .innerJoin(users, and(eq(users.id, shares.userId), isActive))
    .where(
      and(
        eq(shares.token, token),
        isOpen,
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
        isNull(generations.purgedAt),
      ),
    )
  if (found) return found
  const linked = await findLinkedRecipe(db, token)
  if (linked) return { share: shareOf(token, linked), generation: linked.sample, linked }
  await attempts.sharedByAddress.take(addressKey(address))
  throw new Problem('not_found')
}

/** A recipe shows its prompt, so its sample does, too. */
const shareOf = (token: string, { recipe, sample }: LinkedRecipe): ShareRow => ({
  token,
  generationId: sample.id,
  userId: recipe.userId,
  showPrompt: true,
  showThinking: false,
  expiresAt: recipe.linkUntil,
  createdAt: recipe.createdAt,
  placesRemoved: true,
})
