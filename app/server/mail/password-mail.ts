import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.password.subject', message: 'Choose a new password for {product}' },
  heading: /*i18n*/ { id: 'mail.password.heading', message: 'A new password' },
  intro: /*i18n*/ {
    id: 'mail.password.intro',
    message: 'Somebody asked for a new password for your account. If it was you, open the link and choose one.',
  },
  button: /*i18n*/ { id: 'mail.password.button', message: 'Choose a password' },
  limits: /*i18n*/ {
    id: 'mail.password.limits',
    message:
      'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. You will be signed out everywhere, and your API keys will be revoked.',
  },
  ignore: /*i18n*/ { id: 'mail.password.ignore', message: 'If it was not you, do nothing: your account stays as it is.' },
}

export type PasswordMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** Sets the new password; it must reach nobody but the person. */
  token: string
  /** Seconds that the token works. */
  maxAge: number
}

export function writePasswordMail({ to, locale, siteUrl, token, maxAge }: PasswordMailOptions): Mail {
  const limits = translate(locale, texts.limits, { minutes: Math.round(maxAge / 60) })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name }),
    preheader: limits,
    heading: translate(locale, texts.heading),
    paragraphs: [translate(locale, texts.intro)],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/password/reset?token=${token}` },
    notes: [limits, translate(locale, texts.ignore)],
  })
}
