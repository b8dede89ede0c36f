import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writePasswordNotice } from '#app/server/mail/password-notice.ts'
import { Problem } from '../../problem.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { checkPassword } from './check-password.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

export type ChangePasswordOptions = {
  caller: Caller
  /** The current password. An account without one needs a recent sign-in, because a stolen session must not make itself a password. */
  currentPassword: string | undefined
  password: string
  revokeKeys?: boolean
  address: string
  siteUrl: string
  now?: Date
}

/** Changes the password: ends all other sessions and optionally revokes API keys. `delivery` is the email to the owner. */
export async function changePassword(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { caller, currentPassword, password, revokeKeys = false, address, siteUrl, now = new Date() }: ChangePasswordOptions,
): Promise<{ delivery: Promise<void> }> {
  const { userId, sessionId } = caller
  await attempts.passwordChangeByAddress.take(addressKey(address))
  await attempts.passwordChange.take(userId)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  const { email, name, locale, passwordHash: present } = user
  if (present !== null) {
    if (currentPassword === undefined) throw new Problem('invalid_input', { fields: { current_password: 'required' } })
    if (!(await verifyPassword(present, currentPassword)))
      throw new Problem('invalid_input', { fields: { current_password: 'password_wrong' } })
  } else await requireRecentSignIn(db, { caller, now })
  await attempts.passwordChange.clear(userId)
  await checkPassword({ password, email, name })
  const passwordHash = await hashPassword(password)

  const revokedKeys = await db.transaction(async (tx) => {
    // The update fails if the password changed in the meantime, because the proof was for the old one.
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), present === null ? isNull(users.passwordHash) : eq(users.passwordHash, present)))
      .returning({ id: users.id })
    if (changed.length === 0) throw new Problem('invalid_input', { fields: { current_password: 'password_wrong' } })
    const ended = await endCredentials(tx, { userId, event: 'password_changed', acting: [sessionId], asked: revokeKeys, now })
    return ended.api_keys ?? 0
  })
  return { delivery: mailer.send(writePasswordNotice({ to: email, locale, siteUrl, at: now, first: present === null, revokedKeys })) }
}
