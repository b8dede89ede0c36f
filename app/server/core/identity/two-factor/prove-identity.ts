import { eq } from 'drizzle-orm'
import type { Proof } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { hasTwoFactor } from './get-two-factor.ts'
import { takeCode } from './take-code.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts'
import { verifyPassword } from '../passwords/hash-password.ts'

export type ProveIdentityOptions = { caller: Caller; proof: Proof; now: Date }

/**
 * Checks the identity for actions that a stolen session must not suffice for: by the password or a two-factor code, or without either by a
 * recent sign-in. Returns the person; throws for the field that is missing or wrong.
 */
export async function proveIdentity(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { caller, proof, now }: ProveIdentityOptions,
): Promise<typeof users.$inferSelect> {
  const { userId, sessionId } = caller
  await attempts.passwordChange.take(userId)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  if (proof.code) {
    const { code } = proof
    await attempts.codeBySession.take(sessionId)
    if (!(await db.transaction((tx) => takeCode(tx, keys, { userId, code, now }))))
      throw new Problem('invalid_input', { fields: { code: 'code_wrong' } })
  } else if (user.passwordHash !== null) {
    if (!proof.password) throw new Problem('invalid_input', { fields: { password: 'required' } })
    if (!(await verifyPassword(user.passwordHash, proof.password)))
      throw new Problem('invalid_input', { fields: { password: 'password_wrong' } })
  } else if (await hasTwoFactor(db, { userId })) {
    throw new Problem('invalid_input', { fields: { code: 'required' } })
  } else {
    await requireRecentSignIn(db, { caller, now })
  }
  await Promise.all([attempts.passwordChange.clear(userId), ...(proof.code ? [attempts.codeBySession.clear(sessionId)] : [])])
  return user
}
