import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const confirm = {
  subject: /*i18n*/ { id: 'mail.email_change.subject', message: 'Confirm your new email for {product}' },
  heading: /*i18n*/ { id: 'mail.email_change.heading', message: 'Is this your new email?' },
  intro: /*i18n*/ {
    id: 'mail.email_change.intro',
    message: 'Someone wants to use {email} for their {product} account. If it was you, open the link and confirm the address.',
  },
  button: /*i18n*/ { id: 'mail.email_change.button', message: 'Confirm new address' },
  limits: /*i18n*/ {
    id: 'mail.email_change.limits',
    message: 'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. Your other devices will be signed out.',
  },
  ignore: /*i18n*/ {
    id: 'mail.email_change.ignore',
    message: 'If it wasn’t you, ignore this email: someone probably mistyped their address.',
  },
}

const taken = {
  subject: /*i18n*/ { id: 'mail.email_taken.subject', message: 'This address already has a {product} account' },
  heading: /*i18n*/ { id: 'mail.email_taken.heading', message: 'You already have an account' },
  what: /*i18n*/ {
    id: 'mail.email_taken.what',
    message: 'Someone tried to use {email} for another {product} account. That isn’t possible because the address belongs to your account.',
  },
  who: /*i18n*/ {
    id: 'mail.email_taken.who',
    message:
      'If it was you, sign in with this address or choose another one for the other account. If it wasn’t, you don’t need to do anything.',
  },
  button: /*i18n*/ { id: 'mail.email_taken.button', message: 'Sign in' },
}

const notice = {
  subject: /*i18n*/ { id: 'mail.email_changing.subject', message: 'The email of your {product} account is about to change' },
  heading: /*i18n*/ { id: 'mail.email_changing.heading', message: 'Your account’s email is about to change' },
  what: /*i18n*/ {
    id: 'mail.email_changing.what',
    message: 'Someone signed in to your account wants to change its email to {email}. It changes when they open the link we sent there.',
  },
  fine: /*i18n*/ { id: 'mail.email_changing.fine', message: 'If it was you, you don’t need to do anything.' },
  notYou: /*i18n*/ {
    id: 'mail.email_changing.not_you',
    message: 'If it wasn’t you, keep your address now. You’ll be signed out on all devices. Then set a new password.',
  },
  button: /*i18n*/ { id: 'mail.email_changing.button', message: 'This wasn’t me' },
  limits: /*i18n*/ {
    id: 'mail.email_changing.limits',
    message: 'The link works for {minutes, plural, one {# minute} other {# minutes}} or until the new address is confirmed.',
  },
}

const changed = {
  subject: /*i18n*/ { id: 'mail.email_changed.subject', message: 'The email of your {product} account was changed' },
  heading: /*i18n*/ { id: 'mail.email_changed.heading', message: 'Your account’s email was changed' },
  what: /*i18n*/ {
    id: 'mail.email_changed.what',
    message: 'Since {time}, your account’s email has been {email}. We won’t write to this address anymore.',
  },
  fine: /*i18n*/ { id: 'mail.email_changed.fine', message: 'If it was you, you don’t need to do anything.' },
  notYou: /*i18n*/ {
    id: 'mail.email_changed.not_you',
    message: 'If it wasn’t you, write to {contact}, the server’s administrator, right away.',
  },
  button: /*i18n*/ { id: 'mail.email_changed.button', message: 'Open settings' },
}

type Addressed = { to: string; locale: Locale; siteUrl: string }
/** Lifetime of the token in seconds. */
type Tokened = { token: string; maxAge: number }

/** Mailed to the new address; its link confirms the change. */
export function writeEmailChangeMail({ to, locale, siteUrl, token, maxAge }: Addressed & Tokened): Mail {
  const limits = translate(locale, confirm.limits, { minutes: Math.round(maxAge / 60) })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, confirm.subject, { product: config.name }),
    preheader: limits,
    heading: translate(locale, confirm.heading),
    paragraphs: [translate(locale, confirm.intro, { product: config.name, email: to })],
    button: { label: translate(locale, confirm.button), link: `${siteUrl}/email/verify?change=${token}` },
    notes: [limits, translate(locale, confirm.ignore)],
  })
}

/** Mailed to a new address that is taken, because only its owner may learn that. */
export function writeEmailTakenMail({ to, locale, siteUrl }: Addressed): Mail {
  const message = translate(locale, taken.what, { product: config.name, email: to })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, taken.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, taken.heading),
    paragraphs: [message, translate(locale, taken.who)],
    button: { label: translate(locale, taken.button), link: `${siteUrl}${config.auth.pages.signIn}` },
    notes: [],
  })
}

/** Mailed to the current address; its link cancels the change. */
export function writeEmailChangeNotice({ to, locale, siteUrl, token, maxAge, email }: Addressed & Tokened & { email: string }): Mail {
  const message = translate(locale, notice.what, { email })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, notice.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, notice.heading),
    paragraphs: [message, translate(locale, notice.fine), translate(locale, notice.notYou)],
    button: { label: translate(locale, notice.button), link: `${siteUrl}/email/verify?keep=${token}` },
    notes: [translate(locale, notice.limits, { minutes: Math.round(maxAge / 60) })],
  })
}

/** Mailed to the previous address. */
export function writeEmailChangedNotice({ email, siteUrl, ...rest }: Addressed & { at: Date; email: string }): Mail {
  const values = { email, contact: config.legal.email }
  return writeNotice({ ...rest, siteUrl, words: changed, values, link: `${siteUrl}/profile/settings` })
}
