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
  fine: /*i18n*/ { id: 'mail.password_changed.fine', message: 'If it was you, there is nothing to do.' },
  notYou: /*i18n*/ {
    id: 'mail.password_changed.not_you',
    message: 'If it was not you, choose another password at once. That ends all sessions, the stranger’s too.',
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
}

/** Tells the owner of an account of its new password, so that a stranger's does not go unnoticed. */
export function writePasswordNotice({ first, siteUrl, ...rest }: PasswordNoticeOptions): Mail {
  const words = { ...(first ? texts.set : texts.changed), fine: texts.fine, notYou: texts.notYou, button: texts.button }
  return writeNotice({ ...rest, siteUrl, words, link: `${siteUrl}/password/forgot` })
}
