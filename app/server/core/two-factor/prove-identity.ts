import { and, eq, gt } from 'drizzle-orm'
import type { Proof } from '#app/contract/security.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import { hasTwoFactor } from './get-two-factor.ts'
import { takeCode } from './take-code.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
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
  { caller: { userId, sessionId }, proof, now }: ProveIdentityOptions,
): Promise<typeof users.$inferSelect> {
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
    const since = new Date(now.getTime() - config.auth.recentSignIn * 1000)
    const [recent] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), gt(sessions.createdAt, since)))
    if (!recent) throw new Problem('recent_sign_in_required')
  }
  await Promise.all([attempts.passwordChange.clear(userId), ...(proof.code ? [attempts.codeBySession.clear(sessionId)] : [])])
  return user
}
