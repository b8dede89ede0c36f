import { config, type Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { emailTokens } from '#app/server/db/schema/credentials.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeVerificationMail } from '#app/server/mail/verification-mail.ts'
import { hashSecret, makeSecret } from '../../secret.ts'

export type SendVerificationOptions = { userId: string; email: string; locale: Locale; siteUrl: string; now: Date }

/** Mails a verification link. Earlier links keep working until they expire. */
export async function sendVerification(
  db: Database,
  mailer: Mailer,
  { userId, email, locale, siteUrl, now }: SendVerificationOptions,
): Promise<void> {
  const { maxAge } = config.auth.emailVerification
  const token = makeSecret()
  await db.insert(emailTokens).values({ hash: hashSecret(token), userId, email, expiresAt: new Date(now.getTime() + maxAge * 1000) })
  await mailer.send(writeVerificationMail({ to: email, locale, siteUrl, token, maxAge }))
}
