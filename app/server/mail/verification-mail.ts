import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.verification.subject', message: 'Confirm your email for {product}' },
  heading: /*i18n*/ { id: 'mail.verification.heading', message: 'Confirm your email' },
  intro: /*i18n*/ {
    id: 'mail.verification.intro',
    message: 'A {product} account was created with the address {email}. Confirm that it’s yours so that no one else can claim it.',
  },
  button: /*i18n*/ { id: 'mail.verification.button', message: 'Confirm address' },
  limits: /*i18n*/ {
    id: 'mail.verification.limits',
    message: 'The link works once, for {days, plural, one {# day} other {# days}}.',
  },
  ignore: /*i18n*/ {
    id: 'mail.verification.ignore',
    message: 'If you didn’t create this account, ignore this email: someone probably mistyped their address.',
  },
}

export type VerificationMailOptions = {
  to: string
  locale: Locale
  siteUrl: string
  /** The secret token that proves control of the address. */
  token: string
  /** Lifetime of the token in seconds. */
  maxAge: number
}

export function writeVerificationMail({ to, locale, siteUrl, token, maxAge }: VerificationMailOptions): Mail {
  const limits = translate(locale, texts.limits, { days: Math.round(maxAge / 86_400) })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name }),
    preheader: limits,
    heading: translate(locale, texts.heading),
    paragraphs: [translate(locale, texts.intro, { product: config.name, email: to })],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/email/verify?token=${token}` },
    notes: [limits, translate(locale, texts.ignore)],
  })
}
