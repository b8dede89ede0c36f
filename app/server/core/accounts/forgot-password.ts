import { eq } from 'drizzle-orm'
import { config, type Locale } from '#config'
import type { Database } from '../../db/database.ts'
import { passwordResetTokens, users } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writePasswordMail } from '../../mail/password-mail.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { findKnownDevices } from './device-token.ts'
import { hashToken, makeToken } from './hash-token.ts'

export type ForgotPasswordOptions = {
  email: string
  /** The network address of whoever asks. */
  address: string
  deviceTokens?: readonly string[] | undefined
  /** Where the app is reached; the link in the mail begins with it. */
  siteUrl: string
  now?: Date
}

/**
 * Mails a link that sets a new password, if somebody has this e-mail. Whoever asks learns nothing, not even by the clock:
 * what is done for a known e-mail goes on after the answer, as `delivery`, whose failure is for the log.
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
  const token = makeToken()
  await db.insert(passwordResetTokens).values({ hash: hashToken(token), userId: id, expiresAt: new Date(now.getTime() + maxAge * 1000) })
  await mailer.send(writePasswordMail({ to: email, locale, siteUrl, token, maxAge }))
}
