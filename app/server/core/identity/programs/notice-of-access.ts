import type { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'

type NoticeOptions = { user: Pick<typeof users.$inferSelect, 'email' | 'locale'>; siteUrl: string; name: string }

/** Writes to the person that a program has got access, as for a new key. */
export const noticeOfAccess = ({ user, siteUrl, name }: NoticeOptions): Mail =>
  writeSecurityNotice({ to: user.email, locale: user.locale, siteUrl, at: new Date(), event: { kind: 'access_given', name } })
