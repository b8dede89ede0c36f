import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Reach } from '#app/contract/base/call.ts'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import { type Actor, rightsOver, type Target } from './policy.ts'

/** Throws `own_account` or `role_too_high` if the right does not reach the person. */
export function requireReach(actor: Actor, person: Target, right: OperatorRight): void {
  if (!rightsOver(actor, person).includes(right)) throw new Problem(actor.userId === person.id ? 'own_account' : 'role_too_high')
}

export type RequireReachOfOptions = { actor: Actor; right: OperatorRight; reach: Reach; id: string }

/**
 * Throws `own_account` or `role_too_high` if the right does not reach the person whom an id concerns. An id that names nothing passes: the
 * call answers `not_found`.
 */
export async function requireReachOf(db: Database, { actor, right, reach, id }: RequireReachOfOptions): Promise<void> {
  if (reach === 'anyone' || reach === 'nobody' || !validate(id)) return
  const target = { id: users.id, role: users.role }
  const found = {
    person: () => db.select(target).from(users).where(eq(users.id, id)),
    run: () => db.select(target).from(generations).innerJoin(users, eq(users.id, generations.userId)).where(eq(generations.id, id)),
    order: () => db.select(target).from(orders).innerJoin(users, eq(users.id, orders.userId)).where(eq(orders.id, id)),
  }[reach]
  const [person] = await found()
  if (person) requireReach(actor, person, right)
}
