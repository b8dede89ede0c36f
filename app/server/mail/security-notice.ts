import type { Locale } from '#config'
import type { ServerText } from '../i18n.ts'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

/** What has happened to an account that its owner should know of. */
export type SecurityEvent =
  | { kind: 'api_key_created' | 'passkey_added'; name: string }
  | { kind: 'two_factor_on' | 'two_factor_off' | 'deletion_asked' | 'deletion_taken_back' }

type Words = { subject: ServerText; heading: ServerText; what: ServerText }

const words: Record<SecurityEvent['kind'], Words> = {
  api_key_created: {
    subject: /*i18n*/ { id: 'mail.api_key_created.subject', message: 'A new API key for your {product} account' },
    heading: /*i18n*/ { id: 'mail.api_key_created.heading', message: 'A new API key was made' },
    what: /*i18n*/ {
      id: 'mail.api_key_created.what',
      message: 'The API key “{name}” was made on {time}. Programs that have it can use your account as far as the key allows.',
    },
  },
  passkey_added: {
    subject: /*i18n*/ { id: 'mail.passkey_added.subject', message: 'A new passkey for your {product} account' },
    heading: /*i18n*/ { id: 'mail.passkey_added.heading', message: 'A new passkey was added' },
    what: /*i18n*/ { id: 'mail.passkey_added.what', message: 'The passkey “{name}” was added on {time}. It opens your account by itself.' },
  },
  two_factor_on: {
    subject: /*i18n*/ { id: 'mail.two_factor_on.subject', message: 'Two-factor sign-in is on for your {product} account' },
    heading: /*i18n*/ { id: 'mail.two_factor_on.heading', message: 'Two-factor sign-in is on' },
    what: /*i18n*/ {
      id: 'mail.two_factor_on.what',
      message: 'Since {time} signing in takes a code from your app besides the password. All other sessions have ended.',
    },
  },
  two_factor_off: {
    subject: /*i18n*/ { id: 'mail.two_factor_off.subject', message: 'Two-factor sign-in is off for your {product} account' },
    heading: /*i18n*/ { id: 'mail.two_factor_off.heading', message: 'Two-factor sign-in is off' },
    what: /*i18n*/ { id: 'mail.two_factor_off.what', message: 'Since {time} the password alone opens your account again.' },
  },
  deletion_asked: {
    subject: /*i18n*/ { id: 'mail.deletion_asked.subject', message: 'Your {product} account will be deleted' },
    heading: /*i18n*/ { id: 'mail.deletion_asked.heading', message: 'Your account will be deleted' },
    what: /*i18n*/ {
      id: 'mail.deletion_asked.what',
      message: 'You asked for it. On {time} your works, files and everything else go for good. If you sign in before, the account stays.',
    },
  },
  deletion_taken_back: {
    subject: /*i18n*/ { id: 'mail.deletion_taken_back.subject', message: 'Your {product} account stays' },
    heading: /*i18n*/ { id: 'mail.deletion_taken_back.heading', message: 'Your account stays' },
    what: /*i18n*/ {
      id: 'mail.deletion_taken_back.what',
      message:
        'Somebody signed in to it on {time}, so it will not be deleted. Everything is there; a plan is not charged for again unless you resume it.',
    },
  },
}
const texts = {
  fine: /*i18n*/ { id: 'mail.security.fine', message: 'If it was you, there is nothing to do.' },
  notYou: /*i18n*/ {
    id: 'mail.security.not_you',
    message: 'If it was not you, choose another password at once, which ends all sessions, and look through the settings.',
  },
  button: /*i18n*/ { id: 'mail.security.button', message: 'Open the settings' },
}

export type SecurityNoticeOptions = { to: string; locale: Locale; siteUrl: string; at: Date; event: SecurityEvent }

/** Tells the owner of an account of a change that a stranger with their session would make. */
export function writeSecurityNotice({ event, siteUrl, ...rest }: SecurityNoticeOptions): Mail {
  return writeNotice({ ...rest, siteUrl, words: { ...words[event.kind], ...texts }, values: event, link: `${siteUrl}/profile/settings` })
}
