import { config } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
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
  const locale = config.locale.default
  const message = translate(locale, texts.what, { count })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, texts.heading),
    paragraphs: [message, ...invariants.slice(0, 10).map((invariant) => `– ${invariant}`), translate(locale, texts.next)],
    button: { label: translate(locale, texts.button), link: siteUrl },
    notes: [],
  })
}
