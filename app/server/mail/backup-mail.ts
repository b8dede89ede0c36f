import type { Mail } from './mailer.ts'
import { writeOperatorNotice } from './operator-notice.ts'

const button = /*i18n*/ { id: 'mail.backup.button', message: 'Open server' }
const listed = /*i18n*/ {
  id: 'mail.backup.incomplete_next',
  message:
    'No older backup is deleted until a complete one is made. “npm run storage -- check” lists the files: restore them from an older backup.',
}
const logged = /*i18n*/ { id: 'mail.backup.logged', message: 'The log of the worker says why. It is tried again within the hour.' }

const failures = {
  failed: {
    subject: /*i18n*/ { id: 'mail.backup.failed_subject', message: '{product}: the backup failed' },
    heading: /*i18n*/ { id: 'mail.backup.failed_heading', message: 'The backup failed' },
    what: /*i18n*/ { id: 'mail.backup.failed_what', message: 'The scheduled backup couldn’t be made.' },
    next: logged,
    button,
  },
  incomplete: {
    subject: /*i18n*/ { id: 'mail.backup.incomplete_subject', message: '{product}: files are missing from the backup' },
    heading: /*i18n*/ { id: 'mail.backup.incomplete_heading', message: 'Files are missing from the backup' },
    what: /*i18n*/ {
      id: 'mail.backup.incomplete_what',
      message: '{count, plural, one {# file is missing or damaged} other {# files are missing or damaged}} in file storage.',
    },
    next: listed,
    button,
  },
  late: {
    subject: /*i18n*/ { id: 'mail.backup.late_subject', message: '{product}: the backup is late' },
    heading: /*i18n*/ { id: 'mail.backup.late_heading', message: 'The backup is late' },
    what: /*i18n*/ { id: 'mail.backup.late_what', message: 'No backup has been made for two intervals of its schedule.' },
    next: /*i18n*/ {
      id: 'mail.backup.late_next',
      message: 'Check that the worker that makes the backups is running. Its log says what it did last.',
    },
    button,
  },
  unsound: {
    subject: /*i18n*/ { id: 'mail.backup.unsound_subject', message: '{product}: a backup can’t be restored' },
    heading: /*i18n*/ { id: 'mail.backup.unsound_heading', message: 'A backup can’t be restored' },
    what: /*i18n*/ { id: 'mail.backup.unsound_what', message: 'The test restore of the latest backup failed.' },
    next: /*i18n*/ {
      id: 'mail.backup.unsound_next',
      message: 'The log of the worker says why. Make a new backup and check it with “npm run backup -- verify”.',
    },
    button,
  },
}

/** Notifies the operator that a backup failed, is incomplete, is late or can't be restored. `count` is the files that it lacks. */
export function writeBackupMail({
  to,
  siteUrl,
  failure,
  count,
}: {
  to: string
  siteUrl: string
  failure: keyof typeof failures
  count: number
}): Mail {
  return writeOperatorNotice({ to, words: failures[failure], count, link: `${siteUrl}/operator/system`, siteUrl })
}
