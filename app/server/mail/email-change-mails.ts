import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const confirm = {
  subject: /*i18n*/ { id: 'mail.email_change.subject', message: 'Confirm your new e-mail for {product}' },
  heading: /*i18n*/ { id: 'mail.email_change.heading', message: 'Is this your new e-mail?' },
  intro: /*i18n*/ {
    id: 'mail.email_change.intro',
    message: 'Somebody wants to use {email} for their {product} account. If it was you, open the link and confirm it.',
  },
  button: /*i18n*/ { id: 'mail.email_change.button', message: 'Confirm the new address' },
  limits: /*i18n*/ {
    id: 'mail.email_change.limits',
    message: 'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. All other devices will be signed out.',
  },
  ignore: /*i18n*/ {
    id: 'mail.email_change.ignore',
    message: 'If it was not you, do nothing: somebody mistyped their address, and nothing happens to yours.',
  },
}

const taken = {
  subject: /*i18n*/ { id: 'mail.email_taken.subject', message: 'This address already has a {product} account' },
  heading: /*i18n*/ { id: 'mail.email_taken.heading', message: 'You already have an account' },
  what: /*i18n*/ {
    id: 'mail.email_taken.what',
    message: 'Somebody wanted to use {email} for another {product} account. That cannot be done, because the address belongs to yours.',
  },
  who: /*i18n*/ {
    id: 'mail.email_taken.who',
    message:
      'If it was you, sign in with this address, or choose another one for the other account. If it was not, there is nothing to do.',
  },
  button: /*i18n*/ { id: 'mail.email_taken.button', message: 'Sign in' },
}

const notice = {
  subject: /*i18n*/ { id: 'mail.email_changing.subject', message: 'Your {product} account is to get another e-mail' },
  heading: /*i18n*/ { id: 'mail.email_changing.heading', message: 'Your account is to get another e-mail' },
  what: /*i18n*/ {
    id: 'mail.email_changing.what',
    message: 'Somebody who is signed in wants to change your address to {email}. It changes when the link we sent there is opened.',
  },
  fine: /*i18n*/ { id: 'mail.email_changing.fine', message: 'If it was you, there is nothing to do here.' },
  notYou: /*i18n*/ {
    id: 'mail.email_changing.not_you',
    message: 'If it was not you, keep your address now. That signs everybody out; then choose a new password.',
  },
  button: /*i18n*/ { id: 'mail.email_changing.button', message: 'It was not me' },
  limits: /*i18n*/ {
    id: 'mail.email_changing.limits',
    message: 'The link works for {minutes, plural, one {# minute} other {# minutes}}, unless the new address is confirmed before.',
  },
}

const changed = {
  subject: /*i18n*/ { id: 'mail.email_changed.subject', message: 'Your {product} account has another e-mail now' },
  heading: /*i18n*/ { id: 'mail.email_changed.heading', message: 'Your account has another e-mail now' },
  what: /*i18n*/ {
    id: 'mail.email_changed.what',
    message: 'Since {time} the address of your account is {email}. We will not write to this one any more.',
  },
  fine: /*i18n*/ { id: 'mail.email_changed.fine', message: 'If it was you, there is nothing to do.' },
  notYou: /*i18n*/ {
    id: 'mail.email_changed.not_you',
    message: 'If it was not you, write at once to {contact}, who runs this server.',
  },
  button: /*i18n*/ { id: 'mail.email_changed.button', message: 'Open the settings' },
}

type Addressed = { to: string; locale: Locale; siteUrl: string }
/** Seconds that the token works. */
type Tokened = { token: string; maxAge: number }

/** To the new address: its link makes the address the account's. */
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

/** To a new address that somebody has: what the page keeps to itself is told to the one who may know it. */
export function writeEmailTakenMail({ to, locale, siteUrl }: Addressed): Mail {
  const told = translate(locale, taken.what, { product: config.name, email: to })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, taken.subject, { product: config.name }),
    preheader: told,
    heading: translate(locale, taken.heading),
    paragraphs: [told, translate(locale, taken.who)],
    button: { label: translate(locale, taken.button), link: `${siteUrl}${config.auth.pages.signIn}` },
    notes: [],
  })
}

/** To the present address: its link prevents the change. */
export function writeEmailChangeNotice({ to, locale, siteUrl, token, maxAge, email }: Addressed & Tokened & { email: string }): Mail {
  const told = translate(locale, notice.what, { email })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, notice.subject, { product: config.name }),
    preheader: told,
    heading: translate(locale, notice.heading),
    paragraphs: [told, translate(locale, notice.fine), translate(locale, notice.notYou)],
    button: { label: translate(locale, notice.button), link: `${siteUrl}/email/verify?keep=${token}` },
    notes: [translate(locale, notice.limits, { minutes: Math.round(maxAge / 60) })],
  })
}

/** To the address that was the account's until now. */
export function writeEmailChangedNotice({ email, siteUrl, ...rest }: Addressed & { at: Date; email: string }): Mail {
  const values = { email, contact: config.legal.email }
  return writeNotice({ ...rest, siteUrl, words: changed, values, link: `${siteUrl}/profile/settings` })
}
