import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

export type NoticeOptions = {
  to: string
  locale: Locale
  siteUrl: string
  at: Date
  /** `what` may speak of `{time}` and of the values, `notYou` of the values. */
  words: Record<'subject' | 'heading' | 'what' | 'fine' | 'notYou' | 'button', ServerText> & {
    /** A second consequence, with the values. */
    also?: ServerText | undefined
  }
  values?: Record<string, string | number>
  link: string
}

/** Tells the owner of an account what has happened to it, and what to do if it was somebody else. */
export function writeNotice({ to, locale, siteUrl, at, words, values, link }: NoticeOptions): Mail {
  // Where the person is, is not known here.
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  const told = translate(locale, words.what, { ...values, time: `${time} UTC` })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, words.subject, { product: config.name }),
    preheader: told,
    heading: translate(locale, words.heading),
    paragraphs: [
      told,
      ...(words.also ? [translate(locale, words.also, values)] : []),
      translate(locale, words.fine),
      translate(locale, words.notYou, values),
    ],
    button: { label: translate(locale, words.button), link },
    notes: [],
  })
}
