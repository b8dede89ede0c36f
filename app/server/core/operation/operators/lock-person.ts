import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import type { Actor } from './policy.ts'
import { requireReach } from './require-reach.ts'

export type LockPersonOptions = { actor: Actor; personId: string; right: OperatorRight }

/**
 * Locks the account that an act concerns, its tokens first as everywhere, so that acts on it and its runs are serialized. Throws
 * `not_found` for an unknown or erased account, and `own_account` or `role_too_high` if the right does not reach the person.
 */
export async function lockPerson(tx: Transaction, { actor, personId, right }: LockPersonOptions): Promise<typeof users.$inferSelect> {
  if (!validate(personId)) throw new Problem('not_found')
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.id, personId))
  if (!known) throw new Problem('not_found')
  await lockAccount(tx, personId)
  const person = await lockUser(tx, personId)
  if (!person) throw new Problem('not_found')
  requireReach(actor, person, right)
  return person
}
