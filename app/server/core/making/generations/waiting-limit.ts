import { and, eq } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'

const { maxWaiting } = config.generations

/**
 * Throws if more runs of the person wait than one may have, or if the person has just been blocked. The run's row must exist, and the
 * account be locked: of concurrent runs each counts those before it, and a block stops every run that came before it.
 */
export async function requireWaitingRoom(tx: Transaction, userId: string): Promise<void> {
  const [person] = await tx
    .select({
      blockedAt: users.blockedAt,
      waiting: tx.$count(generations, and(eq(generations.userId, userId), eq(generations.status, 'queued'))),
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!person || person.blockedAt) throw new Problem('unauthorized')
  if (person.waiting > maxWaiting) throw new Problem('too_many_waiting', { most: maxWaiting })
}
