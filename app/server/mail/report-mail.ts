import type { Locale } from '#config'
import type { Mail } from './mailer.ts'
import { writeOperatorNotice } from './operator-notice.ts'

const words = {
  subject: /*i18n*/ { id: 'mail.report.subject', message: '{product}: a shared result was reported' },
  heading: /*i18n*/ { id: 'mail.report.heading', message: 'A shared result was reported' },
  what: /*i18n*/ {
    id: 'mail.report.what',
    message: 'A visitor asks you to look at a result that is public. Until you decide, it stays public.',
  },
  next: /*i18n*/ {
    id: 'mail.report.next',
    message: 'You get no further emails about reports until this one is decided.',
  },
  button: /*i18n*/ { id: 'mail.report.button', message: 'Open reports' },
}

/** Notifies the operator of the first open report. What the visitor wrote stays on the server. */
export function writeReportMail({ to, locale, siteUrl }: { to: string; locale: Locale; siteUrl: string }): Mail {
  return writeOperatorNotice({ to, locale, words, count: 1, link: `${siteUrl}/operator/reports`, siteUrl })
}
