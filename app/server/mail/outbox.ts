import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'

export type OutboxOptions = { dataDir: string; from: string; logger: Pick<Logger, 'info'> }

/**
 * The mailer of an installation that has no mail server: mails become files in `<dataDir>/outbox`, which any mail program opens, for
 * the operator to read or pass on. They hold links that sign people in, so only the owner may read them, and the log names no more
 * than the file.
 */
export function openOutbox({ dataDir, from, logger }: OutboxOptions): Mailer {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(composeMail(mail, from))
      const file = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${uuidv7().slice(-12)}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when complete, so that whatever watches the folder never reads half a mail.
      const draft = join(folder, `.${file}`)
      await writeFile(draft, message, { mode: 0o600, flag: 'wx' })
      await rename(draft, join(folder, file))
      logger.info({ file }, 'mail written to the outbox')
    },
  }
}
