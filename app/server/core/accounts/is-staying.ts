import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'

/** Accounts whose deletion has not been asked for. The keys, public links and signed links of the others lead nowhere until their owner is back. */
export const isStaying = isNull(users.deleteAfter)

/** For a signed link that names its owner; throws `not_found`. */
export async function requireStaying(db: Database, { userId }: { userId: string }): Promise<void> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isStaying))
  if (!found) throw new Problem('not_found')
}
