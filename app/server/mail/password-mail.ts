import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.password.subject', message: 'Reset your {product} password' },
  heading: /*i18n*/ { id: 'mail.password.heading', message: 'Reset your password' },
  intro: /*i18n*/ {
    id: 'mail.password.intro',
    message: 'Someone asked to reset your account’s password. If it was you, open the link and set a new one.',
  },
  button: /*i18n*/ { id: 'mail.password.button', message: 'Set a new password' },
  limits: /*i18n*/ {
    id: 'mail.password.limits',
    message:
      'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. You’ll be signed out everywhere, and your API keys will be revoked.',
  },
  ignore: /*i18n*/ { id: 'mail.password.ignore', message: 'If it wasn’t you, ignore this email: your account stays the same.' },
}

export type PasswordMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** The secret token that allows a new password. */
  token: string
  /** Lifetime of the token in seconds. */
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
