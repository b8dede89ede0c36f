import type { Mail } from './mailer.ts'
import { writeOperatorNotice } from './operator-notice.ts'

const words = {
  subject: /*i18n*/ { id: 'mail.audit.subject', message: '{product}: the nightly check found problems' },
  heading: /*i18n*/ { id: 'mail.audit.heading', message: 'The nightly check found problems' },
  what: /*i18n*/ {
    id: 'mail.audit.what',
    message:
      '{count, plural, one {# violation of the rules for tokens, runs and files was found.} other {# violations of the rules for tokens, runs and files were found.}} The log lists them.',
  },
  next: /*i18n*/ {
    id: 'mail.audit.next',
    message: 'Make a backup before you change anything, then run “npm run audit:ledger” on the server.',
  },
  button: /*i18n*/ { id: 'mail.audit.button', message: 'Open server' },
}

/** Notifies the operator that the audit has found violations; at most ten kinds are named. */
export function writeAuditMail({
  to,
  siteUrl,
  count,
  invariants,
}: {
  to: string
  siteUrl: string
  count: number
  invariants: readonly string[]
}): Mail {
  const details = invariants.slice(0, 10).map((invariant) => `– ${invariant}`)
  return writeOperatorNotice({ to, words, count, details, link: siteUrl, siteUrl })
}
