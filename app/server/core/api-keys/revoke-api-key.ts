import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { apiKeys } from '../../db/schema.ts'
import { Problem } from '../problem.ts'

/** From here on the key opens nothing. Another person's is `not_found`, as is one that was revoked before. */
export async function revokeApiKey(db: Database, { userId, id }: { userId: string; id: string }): Promise<void> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw new Problem('not_found')
}
