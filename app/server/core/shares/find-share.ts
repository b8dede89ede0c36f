import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations, shares, users } from '../../db/schema.ts'
import { addressKey, type Attempts } from '../accounts/attempts.ts'
import { isStaying } from '../accounts/is-staying.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { Problem } from '../problem.ts'

export type ShareRow = typeof shares.$inferSelect
export type FindShareOptions = { token: string; /** Whose guess it is, if it is one. */ address: string }

/** A link that has not ended. What has no such link is as absent as what never was. */
export const isOpen = or(isNull(shares.expiresAt), gt(shares.expiresAt, sql`now()`))

/**
 * The result behind a public link. Unshared, ended, in the trash, deleted, of an account that waits for its deletion, and never there
 * are one answer; an address that asks for many such has to wait.
 */
export async function findShare(
  db: Database,
  attempts: Attempts,
  { token, address }: FindShareOptions,
): Promise<{ share: ShareRow; generation: GenerationRow }> {
  const [found] = await db
    .select({ share: shares, generation: generations })
    .from(shares)
    .innerJoin(generations, eq(generations.id, shares.generationId))
    .innerJoin(users, and(eq(users.id, shares.userId), isStaying))
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
  await attempts.sharedByAddress.take(addressKey(address))
  throw new Problem('not_found')
}
