import { eq, isNotNull, sql } from 'drizzle-orm'
import type { OperatorAccess } from '#app/contract/operator/operator.ts'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import type { Role } from '#app/contract/account/roles.ts'
import type { Database } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { twoFactor } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import { type Actor, grantLimitOf, rightsOf } from './policy.ts'

const roleOfPerson = prepared((db) =>
  db
    .select({ role: users.role, twoFactor: isNotNull(twoFactor.confirmedAt).mapWith(Boolean) })
    .from(users)
    .leftJoin(twoFactor, eq(twoFactor.userId, users.id))
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('role_of_person'),
)

/** Returns the person's role; null for an erased account. */
export async function readRole(db: Database, userId: string): Promise<{ role: Role } | null> {
  const [person] = await roleOfPerson(db).execute({ userId })
  return person ? { role: person.role } : null
}

export type RequireRightOptions = {
  userId: string
  right: OperatorRight
  /** Whether roles require two-factor here. */ twoFactorRequired: boolean
}

/** A caller, and whether they have two-factor. */
export type SecuredActor = Actor & {
  hasTwoFactor: boolean
  /** Null for an API key. */
  sessionId: string | null
  /** Null for a session. */
  apiKeyId: string | null
}

/**
 * Returns the caller with their role. Throws `not_found` without the right, so that nobody else learns that the administration exists, and
 * `second_step_required` until two-factor is on, except for `enter`.
 */
export async function requireRight(
  db: Database,
  { userId, right, twoFactorRequired }: RequireRightOptions,
): Promise<Omit<SecuredActor, 'sessionId' | 'apiKeyId'>> {
  const [person] = await roleOfPerson(db).execute({ userId })
  if (!person || !rightsOf(person.role).includes(right)) throw new Problem('not_found')
  if (right !== 'enter' && twoFactorRequired && !person.twoFactor) throw new Problem('second_step_required')
  return { userId, role: person.role, hasTwoFactor: person.twoFactor }
}

export const accessOf = ({ role, hasTwoFactor }: SecuredActor, { twoFactorRequired }: { twoFactorRequired: boolean }): OperatorAccess => ({
  role,
  rights: [...rightsOf(role)],
  second_step: hasTwoFactor ? 'on' : twoFactorRequired ? 'missing' : 'not_needed',
  grant_limit: grantLimitOf(role),
})
