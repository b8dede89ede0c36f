import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema/users.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writePasswordNotice } from '../../mail/password-notice.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { Problem } from '../problem.ts'
import { addressKey } from '../limits/address.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { checkPassword } from './check-password.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

export type ChangePasswordOptions = {
  caller: Caller
  /** The current password; not required when the account has none. */
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
  {
    caller: { userId, sessionId },
    currentPassword,
    password,
    revokeKeys = false,
    address,
    siteUrl,
    now = new Date(),
  }: ChangePasswordOptions,
): Promise<{ delivery: Promise<void> }> {
  await attempts.passwordChangeByAddress.take(addressKey(address))
  await attempts.passwordChange.take(userId)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  const { email, name, locale, passwordHash: present } = user
  if (present !== null) {
    if (currentPassword === undefined) throw new Problem('invalid_input', { fields: { current_password: 'required' } })
    if (!(await verifyPassword(present, currentPassword)))
      throw new Problem('invalid_input', { fields: { current_password: 'password_wrong' } })
  }
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
    await endSessionsOf(tx, { userId, except: sessionId, now })
    return revokeKeys ? revokeApiKeys(tx, { userId, now }) : 0
  })
  return { delivery: mailer.send(writePasswordNotice({ to: email, locale, siteUrl, at: now, first: present === null, revokedKeys })) }
}
