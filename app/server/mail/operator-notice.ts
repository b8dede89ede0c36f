import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

export type OperatorNoticeOptions = {
  to: string
  /** `what` may use `{count}`. */
  words: Record<'subject' | 'heading' | 'what' | 'next' | 'button', ServerText>
  count: number
  /** Paragraphs between the event and the advice. */
  details?: readonly string[]
  link: string
  siteUrl: string
  /** The language of the account with this address; by default that of the product. */
  locale?: Locale
}

/** Notifies the operator of an event, with advice. */
export function writeOperatorNotice({
  to,
  words,
  count,
  details = [],
  link,
  siteUrl,
  locale = config.locale.default,
}: OperatorNoticeOptions): Mail {
  const message = translate(locale, words.what, { count })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, words.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, words.heading),
    paragraphs: [message, ...details, translate(locale, words.next)],
    button: { label: translate(locale, words.button), link },
    notes: [],
  })
}
