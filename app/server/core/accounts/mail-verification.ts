import { config, type Locale } from '#config'
import type { Database } from '../../db/database.ts'
import { emailTokens } from '../../db/schema.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writeVerificationMail } from '../../mail/verification-mail.ts'
import { hashToken, makeToken } from './hash-token.ts'

export type MailVerificationOptions = { userId: string; email: string; locale: Locale; siteUrl: string; now: Date }

/** Mails a link that proves the address. Earlier links go on working until they end. */
export async function mailVerification(
  db: Database,
  mailer: Mailer,
  { userId, email, locale, siteUrl, now }: MailVerificationOptions,
): Promise<void> {
  const { maxAge } = config.auth.emailVerification
  const token = makeToken()
  await db.insert(emailTokens).values({ hash: hashToken(token), userId, email, expiresAt: new Date(now.getTime() + maxAge * 1000) })
  await mailer.send(writeVerificationMail({ to: email, locale, siteUrl, token, maxAge }))
}
