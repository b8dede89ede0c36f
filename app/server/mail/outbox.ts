import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { composeMail } from './compose-mail.ts'
import type { Mail, OpenMailer } from './mailer.ts'

export type OutboxOptions = { dataDir: string; from: string; logger: Pick<Logger, 'info'> }

/**
 * Opens the mailer that needs no mail server: emails are written to `<dataDir>/outbox` as files that any mail client opens. They contain
 * sign-in links, so only the owner may read them, and the log contains only the file's name.
 */
export function openOutbox({ dataDir, from, logger }: OutboxOptions): OpenMailer {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const unfinished = new Set<Promise<void>>()

  async function write(mail: Mail): Promise<void> {
    const { message } = await transport.sendMail(composeMail(mail, from))
    const file = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${uuidv7().slice(-12)}.eml`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // The file is renamed when complete, so that watchers never read a partial email.
    const draft = join(folder, `.${file}`)
    await writeFile(draft, message, { mode: 0o600, flag: 'wx' })
    await rename(draft, join(folder, file))
    logger.info({ file }, 'email written to the outbox')
  }

  return {
    send(mail) {
      const writing = write(mail).finally(() => unfinished.delete(writing))
      unfinished.add(writing)
      return writing
    },
    async close() {
      await Promise.allSettled(unfinished)
    },
  }
}
