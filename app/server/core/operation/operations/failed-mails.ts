import { eq, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { v7 as uuidv7, validate } from 'uuid'
import * as v from 'valibot'
import type { Database } from '#app/server/db/database.ts'
import { failedMails } from '#app/server/db/schema/operations.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mail, Mailer, SendOptions } from '#app/server/mail/mailer.ts'
import { newestFirst } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { openSecret, sealSecret } from '../../seal-secret.ts'

/** Days after which a failed email is deleted: links in emails have expired by then. */
const keptDays = 3
const maxListed = 50

const mailSchema = v.object({ to: v.string(), subject: v.string(), text: v.string(), html: v.string() })

/** A mailer that stores emails which have finally failed. */
export type KeptMailer = Mailer & {
  /** Sends an email without storing it if it fails. */
  sendOnce(mail: Mail, options?: SendOptions): Promise<void>
}

export type KeepFailedMailsOptions = { db: Database; keys: Keys; logger: Pick<Logger, 'error'> }

export function keepFailedMails(mailer: Mailer, { db, keys, logger }: KeepFailedMailsOptions): KeptMailer {
  async function keep(mail: Mail): Promise<void> {
    const id = uuidv7()
    const sealed = sealSecret({ key: keys.mails, owner: id }, JSON.stringify(mail))
    await db.delete(failedMails).where(lt(failedMails.createdAt, sql`now() - make_interval(days => ${keptDays})`))
    await db.insert(failedMails).values({ id, recipient: mail.to, subject: mail.subject, sealed })
  }
  return {
    sendOnce: (mail, options) => mailer.send(mail, options),
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        // Not awaited: a caller inside a transaction would wait for itself on the embedded database.
        void keep(mail).catch((problem: unknown) => logger.error({ err: problem }, 'a failed email could not be stored'))
        throw error
      }
    },
  }
}

/** Lists emails that failed, the latest first, without their content. */
export async function listFailedMails(db: Database) {
  const { id, recipient, subject, tries, failedAt } = failedMails
  const rows = await db
    .select({ id, recipient, subject, tries, failedAt })
    .from(failedMails)
    .orderBy(newestFirst(failedMails.failedAt))
    .limit(maxListed)
  return rows.map(({ failedAt: at, ...row }) => ({ ...row, failed_at: at.toISOString() }))
}

/** Sends a failed email again. Throws `mail_failed` if it fails once more, and `not_found` for one that was sent or whose content cannot be read. */
export async function retryMail(db: Database, { keys, mailer, id }: { keys: Keys; mailer: KeptMailer; id: string }): Promise<void> {
  if (!validate(id)) throw new Problem('not_found')
  const [row] = await db
    .update(failedMails)
    .set({ tries: sql`${failedMails.tries} + 1`, failedAt: sql`now()` })
    .where(eq(failedMails.id, id))
    .returning()
  if (!row) throw new Problem('not_found')
  const mail = readMail(keys, row)
  if (!mail) throw new Problem('not_found')
  try {
    await mailer.sendOnce(mail)
  } catch (error) {
    throw new Problem('mail_failed', { cause: error })
  }
  await db.delete(failedMails).where(eq(failedMails.id, id))
}

function readMail(keys: Keys, { id, sealed }: { id: string; sealed: string }): Mail | undefined {
  try {
    return v.parse(mailSchema, JSON.parse(openSecret({ key: keys.mails, owner: id }, sealed)))
  } catch {
    return undefined
  }
}
