import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.password.subject', message: 'Choose a new password for {product}' },
  intro: /*i18n*/ {
    id: 'mail.password.intro',
    message: 'Somebody asked for a new password for your account. If it was you, open this link and choose one:',
  },
  limits: /*i18n*/ {
    id: 'mail.password.limits',
    message: 'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. You will be signed out everywhere.',
  },
  ignore: /*i18n*/ { id: 'mail.password.ignore', message: 'If it was not you, do nothing: your password stays as it is.' },
}

export type PasswordMailOptions = {
  to: string
  locale: Locale
  /** Signs the new password in; it must reach nobody but the person. */
  link: string
  /** Seconds that the link works. */
  maxAge: number
}

export function writePasswordMail({ to, locale, link, maxAge }: PasswordMailOptions): Mail {
  const paragraphs = [
    translate(locale, texts.intro),
    link,
    translate(locale, texts.limits, { minutes: Math.round(maxAge / 60) }),
    translate(locale, texts.ignore),
  ]
  return { to, subject: translate(locale, texts.subject, { product: config.name }), text: paragraphs.join('\n\n') }
}
