import type { Kind } from '#app/contract/base/values.ts'
import type { Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import { whyOf } from './why-mailed.ts'
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
      '{kind, select, video {We couldn’t create your video} image {We couldn’t create your image} audio {We couldn’t create your audio} other {We couldn’t create your text}}',
  },
  asked: /*i18n*/ { id: 'mail.done.asked', message: 'Your prompt: “{words}”' },
  notCharged: /*i18n*/ { id: 'mail.done.not_charged', message: 'No tokens were charged.' },
  look: /*i18n*/ { id: 'mail.done.look', message: 'View result' },
  lookFailed: /*i18n*/ { id: 'mail.done.look_failed', message: 'See what happened' },
}

export type DoneMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** The path of the work in the app. */
  path: string
  kind: Kind
  /** The title or prompt. */
  words: string
  /** The failure; null after a success. */
  failure: ServerText | null
}

/** Characters of a prompt, enough to recognize the run. */
const longest = 160

/** Notifies a person that a long run has ended. */
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
    notes: [whyOf(locale, siteUrl)],
  })
}
