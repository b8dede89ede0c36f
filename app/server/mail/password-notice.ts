import type { Locale } from '#config'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const texts = {
  changed: {
    subject: /*i18n*/ { id: 'mail.password_changed.subject', message: 'Your {product} password was changed' },
    heading: /*i18n*/ { id: 'mail.password_changed.heading', message: 'Your password was changed' },
    what: /*i18n*/ {
      id: 'mail.password_changed.what',
      message: 'The password of your account was changed on {time}. All other sessions have ended.',
    },
  },
  set: {
    subject: /*i18n*/ { id: 'mail.password_set.subject', message: 'Your {product} account now has a password' },
    heading: /*i18n*/ { id: 'mail.password_set.heading', message: 'Your account now has a password' },
    what: /*i18n*/ {
      id: 'mail.password_set.what',
      message: 'A password was set for your account on {time}. You can now sign in with your email and password too.',
    },
  },
  keys: /*i18n*/ {
    id: 'mail.password_changed.keys',
    message: '{revokedKeys, plural, one {# API key was revoked.} other {# API keys were revoked.}} Apps that use them need new ones.',
  },
  firstProof: /*i18n*/ {
    id: 'mail.password_changed.first_proof',
    message:
      'Your address wasn’t confirmed until now, so someone else could have used it. For your safety, all passkeys, API keys, connected services and two-factor authentication of the account were removed. Set up again what you need in your settings.',
  },
  fine: /*i18n*/ { id: 'mail.password_changed.fine', message: 'If it was you, you don’t need to do anything.' },
  notYou: /*i18n*/ {
    id: 'mail.password_changed.not_you',
    message: 'If it wasn’t you, reset your password now. That ends all sessions and revokes all API keys.',
  },
  button: /*i18n*/ { id: 'mail.password_changed.button', message: 'This wasn’t me' },
}

export type PasswordNoticeOptions = {
  to: string
  locale: Locale
  siteUrl: string
  at: Date
  /** Whether the account had no password before. */
  first: boolean
  revokedKeys: number
  /** Whether the password was the first proof of the address and ended credentials that were made without it. */
  firstProof?: boolean
}

/** Notifies the owner of a new password, in case a stranger set it. */
export function writePasswordNotice({ first, revokedKeys, firstProof = false, siteUrl, ...rest }: PasswordNoticeOptions): Mail {
  const { fine, notYou, button } = texts
  const also = firstProof ? texts.firstProof : revokedKeys > 0 ? texts.keys : undefined
  const words = { ...(first ? texts.set : texts.changed), also, fine, notYou, button }
  return writeNotice({ ...rest, siteUrl, words, values: { revokedKeys }, link: `${siteUrl}/password/forgot` })
}
