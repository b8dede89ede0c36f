import { eq } from 'drizzle-orm'
import { config, type Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { passwordResetTokens } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writePasswordMail } from '#app/server/mail/password-mail.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { findKnownDevices } from '../sessions/device-token.ts'
import { hashSecret, makeSecret } from '../../secret.ts'

export type ForgotPasswordOptions = {
  email: string
  /** The requester's network address. */
  address: string
  deviceTokens?: readonly string[] | undefined
  /** The public URL of the app, for the link in the email. */
  siteUrl: string
  now?: Date
}

/**
 * Mails a link for a new password if the email has an account. The answer reveals nothing, not even by its timing: for a known email the
 * work continues after the answer, as `delivery`, whose failure is logged.
 */
export async function forgotPassword(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  attempts: Attempts,
  { email, address, deviceTokens, siteUrl, now = new Date() }: ForgotPasswordOptions,
): Promise<{ delivery: Promise<void> }> {
  await attempts.passwordMailByAddress.take(addressKey(address))
  const device = (await findKnownDevices(db, keys, { deviceTokens, now })).find((known) => known.email === email)
  const mayMail =
    (device && (await attempts.passwordMailByDevice.allows(device.userId))) || (await attempts.passwordMailByEmail.allows(email))
  const [user] = await db.select({ id: users.id, locale: users.locale }).from(users).where(eq(users.email, email))
  return { delivery: user && mayMail ? deliver(db, mailer, { ...user, email, siteUrl, now }) : Promise.resolve() }
}

type Delivery = { id: string; locale: Locale; email: string; siteUrl: string; now: Date }

async function deliver(db: Database, mailer: Mailer, { id, locale, email, siteUrl, now }: Delivery): Promise<void> {
  const { maxAge } = config.auth.passwordReset
  const token = makeSecret()
  await db.insert(passwordResetTokens).values({ hash: hashSecret(token), userId: id, expiresAt: new Date(now.getTime() + maxAge * 1000) })
  await mailer.send(writePasswordMail({ to: email, locale, siteUrl, token, maxAge }))
}
