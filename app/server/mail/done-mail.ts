import type { Kind } from '#app/contract/base/values.ts'
import type { Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import { filmPartsText } from './film-parts-text.ts'
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
  parts: filmPartsText,
  ofFilm: /*i18n*/ { id: 'mail.done.of_film', message: 'Your film: “{words}”' },
  failedFree: /*i18n*/ { id: 'mail.done.failed_free', message: 'No tokens were charged for what failed.' },
  lookFilm: /*i18n*/ { id: 'mail.done.look_film', message: 'Open film' },
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
  /** The parts of a film, if it was not a single run that has ended. */
  parts?: { ready: number; failed: number } | null
}

/** Characters of a prompt, enough to recognize the run. */
const longest = 160

/** Notifies a person that a long run has ended, or all parts of a film that were made together. */
export function writeDoneMail({ to, locale, siteUrl, path, kind, words, failure, parts = null }: DoneMailOptions): Mail {
  const heading = parts ? translate(locale, texts.parts, parts) : translate(locale, failure ? texts.failed : texts.made, { kind })
  const signs = [...words.replaceAll(/\s+/g, ' ').trim()]
  const short = signs.length > longest ? `${signs.slice(0, longest).join('')}…` : signs.join('')
  const asked = translate(locale, parts ? texts.ofFilm : texts.asked, { words: short })
  const [label, ...reasons] = parts
    ? [texts.lookFilm, ...(parts.failed > 0 ? [texts.failedFree] : [])]
    : failure
      ? [texts.lookFailed, failure, texts.notCharged]
      : [texts.look]
  return layOut({
    to,
    locale,
    siteUrl,
    subject: heading,
    preheader: asked,
    heading,
    paragraphs: [asked, ...reasons.map((text) => translate(locale, text))],
    button: { label: translate(locale, label), link: `${siteUrl}${path}` },
    notes: [whyOf(locale, siteUrl)],
  })
}
