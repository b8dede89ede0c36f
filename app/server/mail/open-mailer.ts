import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import type { OpenMailer } from './mailer.ts'
import { openOutbox } from './outbox.ts'
import { senderOf } from './sender.ts'
import { openSmtp } from './smtp.ts'

export type OpenMailerOptions = {
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'PORT'>
  dataDir: string
  logger: Pick<Logger, 'info'>
}

/** Opens the configured mail server, otherwise the outbox. */
export function openMailer({ env, dataDir, logger }: OpenMailerOptions): OpenMailer {
  const from = senderOf(env)
  if (env.SMTP_URL) return openSmtp({ url: env.SMTP_URL, from })
  return openOutbox({ dataDir, from, logger })
}
