import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

export type NoticeOptions = {
  to: string
  locale: Locale
  siteUrl: string
  at: Date
  /** `what` may use `{time}` and the values, `notYou` the values. */
  words: Record<'subject' | 'heading' | 'what' | 'fine' | 'notYou' | 'button', ServerText> & {
    /** A second paragraph, which may use the values. */
    also?: ServerText | undefined
  }
  values?: Record<string, string | number>
  link: string
}

/** Notifies the owner of an event, with advice in case another person caused it. */
export function writeNotice({ to, locale, siteUrl, at, words, values, link }: NoticeOptions): Mail {
  // The time is in UTC, because the person's time zone is unknown here.
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  const message = translate(locale, words.what, { ...values, time: `${time} UTC` })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, words.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, words.heading),
    paragraphs: [
      message,
      ...(words.also ? [translate(locale, words.also, values)] : []),
      translate(locale, words.fine),
      translate(locale, words.notYou, values),
    ],
    button: { label: translate(locale, words.button), link },
    notes: [],
  })
}
