import type { Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { whyOf } from './why-mailed.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.approval.subject', message: '{key} asks for your approval' },
  heading: /*i18n*/ { id: 'mail.approval.heading', message: 'Allow it to go beyond its budget?' },
  what: /*i18n*/ {
    id: 'mail.approval.what',
    message:
      '{count, plural, one {The API key “{key}” asks for something that its budget doesn’t cover.} other {The API key “{key}” has # requests that its budget doesn’t cover.}}',
  },
  price: /*i18n*/ {
    id: 'mail.approval.price',
    message:
      'The newest costs {price, plural, one {# token} other {# tokens}}. Nothing is charged until you allow it, and the request expires after 24 hours.',
  },
  button: /*i18n*/ { id: 'mail.approval.button', message: 'Review' },
}

export type ApprovalMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** The page of the newest request. */
  page: string
  /** The name of its API key. */
  key: string
  price: number
  count: number
}

/** Asks a person whether a program may go beyond its budget. No prompt: emails are read on locked screens and by others. */
export function writeApprovalMail({ to, locale, siteUrl, page, key, price, count }: ApprovalMailOptions): Mail {
  const what = translate(locale, texts.what, { key, count })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { key }),
    preheader: what,
    heading: translate(locale, texts.heading),
    paragraphs: [what, translate(locale, texts.price, { price })],
    button: { label: translate(locale, texts.button), link: page },
    notes: [whyOf(locale, siteUrl)],
  })
}
