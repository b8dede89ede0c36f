import type { Locale } from '#config'
import type { ServerText } from '../i18n.ts'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

/** Changes that are reported to the owner of an account. */
export type SecurityEvent =
  | { kind: 'api_key_created' | 'access_given' | 'passkey_added' | 'webhook_added'; name: string }
  | { kind: 'two_factor_on' | 'two_factor_off' | 'deletion_asked' | 'deletion_taken_back' | 'second_step_reset' | 'deletion_scheduled' }

type Words = { subject: ServerText; heading: ServerText; what: ServerText }

const words: Record<SecurityEvent['kind'], Words> = {
  api_key_created: {
    subject: /*i18n*/ { id: 'mail.api_key_created.subject', message: 'New API key for your {product} account' },
    heading: /*i18n*/ { id: 'mail.api_key_created.heading', message: 'New API key created' },
    what: /*i18n*/ {
      id: 'mail.api_key_created.what',
      message: 'The API key “{name}” was created on {time}. Apps that have it can use your account within the key’s permissions.',
    },
  },
  access_given: {
    subject: /*i18n*/ { id: 'mail.access_given.subject', message: 'New app connected to your {product} account' },
    heading: /*i18n*/ { id: 'mail.access_given.heading', message: 'New app connected' },
    what: /*i18n*/ {
      id: 'mail.access_given.what',
      message: 'The app “{name}” got access to your account on {time}. You can change its budget or disconnect it in the settings.',
    },
  },
  webhook_added: {
    subject: /*i18n*/ { id: 'mail.webhook_added.subject', message: 'New webhook for your {product} account' },
    heading: /*i18n*/ { id: 'mail.webhook_added.heading', message: 'New webhook added' },
    what: /*i18n*/ {
      id: 'mail.webhook_added.what',
      message:
        'A webhook to {name} was added on {time}. This address learns when your results are ready, and of other events chosen for it.',
    },
  },
  passkey_added: {
    subject: /*i18n*/ { id: 'mail.passkey_added.subject', message: 'New passkey for your {product} account' },
    heading: /*i18n*/ { id: 'mail.passkey_added.heading', message: 'New passkey added' },
    what: /*i18n*/ {
      id: 'mail.passkey_added.what',
      message: 'The passkey “{name}” was added on {time}. It signs you in without a password.',
    },
  },
  two_factor_on: {
    subject: /*i18n*/ { id: 'mail.two_factor_on.subject', message: 'Two-factor authentication is on for your {product} account' },
    heading: /*i18n*/ { id: 'mail.two_factor_on.heading', message: 'Two-factor authentication is on' },
    what: /*i18n*/ {
      id: 'mail.two_factor_on.what',
      message: 'Since {time}, signing in requires a code from your app in addition to your password. All other sessions have ended.',
    },
  },
  two_factor_off: {
    subject: /*i18n*/ { id: 'mail.two_factor_off.subject', message: 'Two-factor authentication is off for your {product} account' },
    heading: /*i18n*/ { id: 'mail.two_factor_off.heading', message: 'Two-factor authentication is off' },
    what: /*i18n*/ { id: 'mail.two_factor_off.what', message: 'Since {time}, you can sign in to your account with just your password.' },
  },
  deletion_asked: {
    subject: /*i18n*/ { id: 'mail.deletion_asked.subject', message: 'Your {product} account will be deleted' },
    heading: /*i18n*/ { id: 'mail.deletion_asked.heading', message: 'Your account will be deleted' },
    what: /*i18n*/ {
      id: 'mail.deletion_asked.what',
      message:
        'You requested this. On {time}, your results, files and everything else will be deleted permanently. To keep your account, sign in before then.',
    },
  },
  second_step_reset: {
    subject: /*i18n*/ { id: 'mail.second_step_reset.subject', message: 'Two-factor authentication was reset for your {product} account' },
    heading: /*i18n*/ { id: 'mail.second_step_reset.heading', message: 'Two-factor authentication was reset' },
    what: /*i18n*/ {
      id: 'mail.second_step_reset.what',
      message:
        'On {time}, the administrator turned off two-factor authentication for your account, and all sessions ended. Sign in and turn it on again.',
    },
  },
  deletion_scheduled: {
    subject: /*i18n*/ { id: 'mail.deletion_asked.subject', message: 'Your {product} account will be deleted' },
    heading: /*i18n*/ { id: 'mail.deletion_asked.heading', message: 'Your account will be deleted' },
    what: /*i18n*/ {
      id: 'mail.deletion_scheduled.what',
      message:
        'The administrator scheduled this at your request. On {time}, your results, files and everything else will be deleted permanently. To keep your account, sign in before then.',
    },
  },
  deletion_taken_back: {
    subject: /*i18n*/ { id: 'mail.deletion_taken_back.subject', message: 'Your {product} account won’t be deleted' },
    heading: /*i18n*/ { id: 'mail.deletion_taken_back.heading', message: 'Your account won’t be deleted' },
    what: /*i18n*/ {
      id: 'mail.deletion_taken_back.what',
      message:
        'Someone signed in to it on {time}, so the deletion was canceled. Everything is still there. Your plan won’t be charged again unless you resume it.',
    },
  },
}
const texts = {
  fine: /*i18n*/ { id: 'mail.security.fine', message: 'If it was you, you don’t need to do anything.' },
  notYou: /*i18n*/ {
    id: 'mail.security.not_you',
    message: 'If it wasn’t you, change your password right away, which ends all sessions, and check your settings.',
  },
  button: /*i18n*/ { id: 'mail.security.button', message: 'Open settings' },
}

export type SecurityNoticeOptions = { to: string; locale: Locale; siteUrl: string; at: Date; event: SecurityEvent }

/** Notifies the owner of a change that a stolen session could have made. */
export function writeSecurityNotice({ event, siteUrl, ...rest }: SecurityNoticeOptions): Mail {
  return writeNotice({ ...rest, siteUrl, words: { ...words[event.kind], ...texts }, values: event, link: `${siteUrl}/profile/settings` })
}
