import type { Locale } from '#config'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const texts = {
  changed: {
    subject: /*i18n*/ { id: 'mail.password_changed.subject', message: 'Your {product} password was changed' },
    heading: /*i18n*/ { id: 'mail.password_changed.heading', message: 'Your password was changed' },
    what: /*i18n*/ {
      id: 'mail.password_changed.what',
      message: 'Your account has had a new password since {time}. All other sessions have ended.',
    },
  },
  set: {
    subject: /*i18n*/ { id: 'mail.password_set.subject', message: 'Your {product} account has a password now' },
    heading: /*i18n*/ { id: 'mail.password_set.heading', message: 'Your account has a password now' },
    what: /*i18n*/ {
      id: 'mail.password_set.what',
      message: 'Since {time} your account can also be opened with your e-mail and a password.',
    },
  },
  keys: /*i18n*/ {
    id: 'mail.password_changed.keys',
    message: '{revokedKeys, plural, one {# API key was revoked.} other {# API keys were revoked.}} Programs that use them need new ones.',
  },
  fine: /*i18n*/ { id: 'mail.password_changed.fine', message: 'If it was you, there is nothing to do.' },
  notYou: /*i18n*/ {
    id: 'mail.password_changed.not_you',
    message: 'If it was not you, reset the password now. That ends all sessions and revokes all API keys.',
  },
  button: /*i18n*/ { id: 'mail.password_changed.button', message: 'It was not me' },
}

export type PasswordNoticeOptions = {
  to: string
  locale: Locale
  siteUrl: string
  at: Date
  /** Whether the account had no password before. */
  first: boolean
  revokedKeys: number
}

/** Tells the owner of an account of its new password, so that a stranger's does not go unnoticed. */
export function writePasswordNotice({ first, revokedKeys, siteUrl, ...rest }: PasswordNoticeOptions): Mail {
  const { fine, notYou, button } = texts
  const words = { ...(first ? texts.set : texts.changed), also: revokedKeys > 0 ? texts.keys : undefined, fine, notYou, button }
  return writeNotice({ ...rest, siteUrl, words, values: { revokedKeys }, link: `${siteUrl}/password/forgot` })
}
