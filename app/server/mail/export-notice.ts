import type { Locale } from '#config'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const words = {
  subject: /*i18n*/ { id: 'mail.export.subject', message: 'Your {product} data is ready to download' },
  heading: /*i18n*/ { id: 'mail.export.heading', message: 'Download your data' },
  what: /*i18n*/ {
    id: 'mail.export.what',
    message: 'The administrator sent you this at your request on {time}. Sign in, open your settings and choose “Download everything”.',
  },
  also: /*i18n*/ {
    id: 'mail.export.also',
    message: 'You get one ZIP with your results and their files, conversations, collections, token history and account details.',
  },
  fine: /*i18n*/ { id: 'mail.export.fine', message: 'Only you can download it: the administrator doesn’t get a copy.' },
  notYou: /*i18n*/ { id: 'mail.export.not_you', message: 'If you didn’t ask for this, you don’t need to do anything.' },
  button: /*i18n*/ { id: 'mail.security.button', message: 'Open settings' },
}

export type ExportNoticeOptions = { to: string; locale: Locale; siteUrl: string; at: Date }

/** Leads to the settings rather than to the archive, so that a mailbox alone does not open everything that two-factor protects. */
export const writeExportNotice = (options: ExportNoticeOptions): Mail =>
  writeNotice({ ...options, words, link: `${options.siteUrl}/profile/settings` })
