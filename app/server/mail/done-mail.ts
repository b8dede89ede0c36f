import type { Kind } from '#app/contract/common.ts'
import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  made: /*i18n*/ {
    id: 'mail.done.made',
    message:
      '{kind, select, video {Your video is ready} image {Your image is ready} audio {Your audio is ready} other {Your text is ready}}',
  },
  failed: /*i18n*/ {
    id: 'mail.done.failed',
    message:
      '{kind, select, video {Your video could not be made} image {Your image could not be made} audio {Your audio could not be made} other {Your text could not be made}}',
  },
  asked: /*i18n*/ { id: 'mail.done.asked', message: 'You asked for: “{words}”' },
  notCharged: /*i18n*/ { id: 'mail.done.not_charged', message: 'Nothing was charged.' },
  look: /*i18n*/ { id: 'mail.done.look', message: 'Open the result' },
  lookFailed: /*i18n*/ { id: 'mail.done.look_failed', message: 'See what happened' },
  why: /*i18n*/ {
    id: 'mail.done.why',
    message: 'You get such mails because the settings of {product} say so: {link}',
  },
}

export type DoneMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** Where in the app it is seen. */
  path: string
  kind: Kind
  /** What the person calls it, or asked for. */
  words: string
  /** Why it failed; null when it did not. */
  failure: ServerText | null
}

/** As much of a prompt as is needed to know which it was. */
const longest = 160

/** Tells somebody who does not want to wait in front of the page that a long run has ended. */
export function writeDoneMail({ to, locale, siteUrl, path, kind, words, failure }: DoneMailOptions): Mail {
  const heading = translate(locale, failure ? texts.failed : texts.made, { kind })
  const signs = [...words.replaceAll(/\s+/g, ' ').trim()]
  const short = signs.length > longest ? `${signs.slice(0, longest).join('')}…` : signs.join('')
  const asked = translate(locale, texts.asked, { words: short })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: heading,
    preheader: asked,
    heading,
    paragraphs: [asked, ...(failure ? [translate(locale, failure), translate(locale, texts.notCharged)] : [])],
    button: { label: translate(locale, failure ? texts.lookFailed : texts.look), link: `${siteUrl}${path}` },
    notes: [translate(locale, texts.why, { product: config.name, link: `${siteUrl}/profile/settings` })],
  })
}
