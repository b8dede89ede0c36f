import { eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { Problem } from '../../problem.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { sendVerification } from './send-verification.ts'

export type ResendVerificationOptions = { userId: string; address: string; siteUrl: string; now?: Date }

/** Mails another verification link to the signed-in person (`delivery`). */
export async function resendVerification(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { userId, address, siteUrl, now = new Date() }: ResendVerificationOptions,
): Promise<{ delivery: Promise<void> }> {
  const [user] = await db
    .select({ email: users.email, locale: users.locale, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  if (user.emailVerifiedAt) throw new Problem('email_already_verified')
  await attempts.verificationMailByAddress.take(addressKey(address))
  await attempts.verificationMail.take(userId)
  return { delivery: sendVerification(db, mailer, { userId, email: user.email, locale: user.locale, siteUrl, now }) }
}
