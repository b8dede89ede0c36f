import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import type { Attempts } from './attempts.ts'
import type { Caller } from './authenticate.ts'
import { checkPassword } from './check-password.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

export type ChangePasswordOptions = { caller: Caller; currentPassword: string; password: string; now?: Date }

/** Ends all sessions but the one that asks. */
export async function changePassword(
  db: Database,
  attempts: Attempts,
  { caller: { userId, sessionId }, currentPassword, password, now = new Date() }: ChangePasswordOptions,
): Promise<void> {
  await attempts.passwordChange.take(userId)
  const [user] = await db.select({ email: users.email, passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const matches = await verifyPassword(user?.passwordHash, currentPassword)
  if (!user?.passwordHash || !matches) throw new Problem('invalid_input', { fields: { current_password: 'password_wrong' } })
  const { email, passwordHash: verifiedHash } = user
  await attempts.passwordChange.clear(userId)
  checkPassword({ password, email })
  const passwordHash = await hashPassword(password)

  await db.transaction(async (tx) => {
    // Not over a password that was set meanwhile: it was another one that was proved.
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, verifiedHash)))
      .returning({ id: users.id })
    if (changed.length === 0) throw new Problem('invalid_input', { fields: { current_password: 'password_wrong' } })
    await endSessionsOf(tx, { userId, except: sessionId, now })
  })
}
