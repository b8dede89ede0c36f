import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Mail, Mailer } from './mailer.ts'

export type OutboxOptions = { dataDir: string; logger: Pick<Logger, 'info'> }

/**
 * The mailer of an installation that has none: mails become files in `<dataDir>/outbox`, for the operator to read or pass on.
 * They hold links that sign people in, so only the owner may read them, and the log names no more than the file.
 */
export function openOutbox({ dataDir, logger }: OutboxOptions): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      const now = new Date()
      const file = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${uuidv7().slice(-12)}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when complete, so that whatever watches the folder never reads half a mail.
      const draft = join(folder, `.${file}`)
      await writeFile(draft, formatMail(mail, now), { mode: 0o600, flag: 'wx' })
      await rename(draft, join(folder, file))
      logger.info({ file }, 'mail written to the outbox')
    },
  }
}

function formatMail({ to, subject, text }: Mail, now: Date): string {
  const headers = {
    Date: now.toUTCString().replace('GMT', '+0000'),
    From: `${config.name} <no-reply@localhost>`,
    To: to,
    Subject: subject,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  // A line break in a value would begin a header of its own.
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}`)
  return `${lines.join('\n')}\n\n${text}\n`
}
