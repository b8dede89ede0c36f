import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.test.subject', message: '{product}: test email' },
  heading: /*i18n*/ { id: 'mail.test.heading', message: 'Emails arrive' },
  words: /*i18n*/ { id: 'mail.test.words', message: 'You asked for this email on the system page. The mail server works.' },
  button: /*i18n*/ { id: 'mail.test.button', message: 'Open the system page' },
} satisfies Record<string, ServerText>

/** An email to an operator who tries the mail server. */
export function writeTestMail({ to, locale, siteUrl }: { to: string; locale: Locale; siteUrl: string }): Mail {
  const say = (text: ServerText) => translate(locale, text, { product: config.name })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: say(texts.subject),
    preheader: say(texts.words),
    heading: say(texts.heading),
    paragraphs: [say(texts.words)],
    button: { label: say(texts.button), link: `${siteUrl}/operator/system` },
    notes: [],
  })
}
