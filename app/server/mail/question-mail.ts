import type { Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { whyOf } from './why-mailed.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.question.subject', message: 'Your assistant is waiting for an answer' },
  heading: /*i18n*/ { id: 'mail.question.heading', message: 'Allow it to continue?' },
  what: /*i18n*/ {
    id: 'mail.question.what',
    message:
      '{count, plural, one {In a conversation, the assistant wants to create something and asks you first.} other {In # conversations, the assistant wants to create something and asks you first.}}',
  },
  price: /*i18n*/ {
    id: 'mail.question.price',
    message:
      '{count, plural, one {It costs} other {The newest costs}} {price, plural, one {# token} other {# tokens}}. Nothing is charged until you allow it, and there’s no deadline.',
  },
  button: /*i18n*/ { id: 'mail.question.button', message: 'Open the conversation' },
}

export type QuestionMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** The conversation of the newest answer that asks. */
  page: string
  /** The price of what that answer asks for. */
  price: number
  /** The number of answers that ask. */
  count: number
}

/** Says that answers wait for the person. No prompt: emails are read on locked screens and by others. */
export function writeQuestionMail({ to, locale, siteUrl, page, price, count }: QuestionMailOptions): Mail {
  const what = translate(locale, texts.what, { count })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject),
    preheader: what,
    heading: translate(locale, texts.heading),
    paragraphs: [what, translate(locale, texts.price, { count, price })],
    button: { label: translate(locale, texts.button), link: page },
    notes: [whyOf(locale, siteUrl)],
  })
}
