import type { Mail } from './mailer.ts'
import { writeOperatorNotice } from './operator-notice.ts'

const words = {
  subject: /*i18n*/ { id: 'mail.moderation.subject', message: '{product}: the moderation service can’t be reached' },
  heading: /*i18n*/ { id: 'mail.moderation.heading', message: 'The moderation service can’t be reached' },
  what: /*i18n*/ {
    id: 'mail.moderation.what',
    message:
      '{count, plural, one {# check failed.} other {# checks in a row failed.}} Runs fail and cost nothing until the service responds, because nothing runs unchecked.',
  },
  next: /*i18n*/ {
    id: 'mail.moderation.next',
    message: 'Check the key and balance of OpenAI and the server’s connection, or turn the moderation service off.',
  },
  button: /*i18n*/ { id: 'mail.moderation.button', message: 'Open safety' },
}

/** Notifies the operator that runs fail because the moderation service does not respond. */
export function writeModerationMail({ to, siteUrl, count }: { to: string; siteUrl: string; count: number }): Mail {
  return writeOperatorNotice({ to, words, count, link: `${siteUrl}/operator/safety`, siteUrl })
}
