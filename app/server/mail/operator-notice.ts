import { config } from '#config'
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
}

/** Notifies the operator of an event, with advice. It is in the default language, because an address has no account. */
export function writeOperatorNotice({ to, words, count, details = [], link, siteUrl }: OperatorNoticeOptions): Mail {
  const locale = config.locale.default
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
