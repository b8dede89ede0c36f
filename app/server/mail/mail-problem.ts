import type { ServerText } from '../i18n.ts'

/** Why a mail server does not send, with its own words. */
export type MailProblem = { text: ServerText; values: { reply: string } }

const texts = {
  certificate: /*i18n*/ {
    id: 'mail_problem.certificate',
    message:
      'the certificate of the mail server isn’t trusted ({reply}): use one of a known authority for the host in SMTP_URL, or name its authority in NODE_EXTRA_CA_CERTS',
  },
  plain: /*i18n*/ {
    id: 'mail_problem.plain',
    message: 'the mail server doesn’t start with TLS at this port ({reply}): write smtp:// for 587 and 25, smtps:// for 465',
  },
  noTls: /*i18n*/ { id: 'mail_problem.no_tls', message: 'the mail server offers no STARTTLS, which SMTP_URL requires ({reply})' },
  credentials: /*i18n*/ {
    id: 'mail_problem.credentials',
    message: 'the mail server doesn’t accept the name and password in SMTP_URL, or requires them ({reply})',
  },
  sender: /*i18n*/ {
    id: 'mail_problem.sender',
    message: 'the mail server doesn’t accept the sender ({reply}): set MAIL_FROM to an address that it may send from',
  },
  recipient: /*i18n*/ { id: 'mail_problem.recipient', message: 'the mail server doesn’t accept the recipient ({reply})' },
  refused: /*i18n*/ { id: 'mail_problem.refused', message: 'the mail server doesn’t accept the email ({reply})' },
  unreachable: /*i18n*/ {
    id: 'mail_problem.unreachable',
    message: 'the server of SMTP_URL doesn’t answer ({reply}): check its host and port, and whether a firewall blocks them',
  },
} satisfies Record<string, ServerText>

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME|ALTNAME/

/** Explains the failure of an email or of a sign-in. The reply of the server is shown without addresses, and without what SMTP_URL contains. */
export function mailProblemOf(error: unknown, url: string): MailProblem {
  const read = (name: string): unknown => (typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined)
  const field = (name: string) => String(read(name) ?? '')
  const code = field('originalCode') || field('code') || 'no reason given'
  const reply = readable(field('response') || field('reason') || code, url)
  return {
    text: textOf({ code, kind: field('code'), command: field('command'), status: read('responseCode'), library: field('library') }),
    values: { reply },
  }
}

type Refusal = { code: string; kind: string; command: string; status: unknown; library: string }

function textOf({ code, kind, command, status, library }: Refusal): ServerText {
  if (certificateCodes.test(code)) return texts.certificate
  if (library === 'SSL routines') return texts.plain
  if (kind === 'ETLS') return texts.noTls
  if (kind === 'EAUTH' || status === 530) return texts.credentials
  if (command === 'MAIL FROM') return texts.sender
  if (command === 'RCPT TO') return texts.recipient
  return typeof status === 'number' ? texts.refused : texts.unreachable
}

const longest = 200

function readable(reply: string, url: string): string {
  const { username, password } = new URL(url)
  const secrets = [password, username].flatMap((part) => [part, decoded(part)]).filter((part) => part !== '')
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, '***'), reply)
    .split(/\s+/)
    .map((word) => (word.includes('@') ? '***' : word))
    .join(' ')
    .trim()
    .slice(0, longest)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The sentence for the log. */
export const mailSentence = ({ text, values }: MailProblem): string => text.message.replace('{reply}', () => values.reply)
