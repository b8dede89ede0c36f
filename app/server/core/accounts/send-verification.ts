import { eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { Problem } from '../problem.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { mailVerification } from './mail-verification.ts'

export type SendVerificationOptions = { userId: string; address: string; siteUrl: string; now?: Date }

/** Mails the signed-in person another link that proves their address, as `delivery`. */
export async function sendVerification(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { userId, address, siteUrl, now = new Date() }: SendVerificationOptions,
): Promise<{ delivery: Promise<void> }> {
  const [user] = await db
    .select({ email: users.email, locale: users.locale, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  if (user.emailVerifiedAt) throw new Problem('email_already_verified')
  await attempts.verificationMailByAddress.take(addressKey(address))
  await attempts.verificationMail.take(userId)
  return { delivery: mailVerification(db, mailer, { userId, email: user.email, locale: user.locale, siteUrl, now }) }
}
