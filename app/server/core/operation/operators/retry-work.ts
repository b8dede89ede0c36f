import type { Database } from '#app/server/db/database.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Keys } from '#app/server/keys.ts'
import { type KeptMailer, retryMail } from '../operations/failed-mails.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

/** Runs a failed job again. Throws `not_found` for a job that has not failed. */
export async function retryJob(db: Database, { queue, id, ...act }: Act & { queue: Queue; id: string }): Promise<void> {
  const name = await queue.retry(id)
  if (name === undefined) throw new Problem('not_found')
  await db.transaction((tx) => recordAct(tx, { ...act, action: 'job_retried', personId: null, after: { subject: name, job: id } }))
}

/** Sends a failed email again. The log has its id only, because it outlives the address. */
export async function resendMail(
  db: Database,
  { keys, mailer, id, ...act }: Act & { keys: Keys; mailer: KeptMailer; id: string },
): Promise<void> {
  await retryMail(db, { keys, mailer, id })
  await db.transaction((tx) => recordAct(tx, { ...act, action: 'mail_retried', personId: null, after: { mail: id } }))
}

/** Enqueues an audit; one that waits already is enough. */
export async function startAudit(db: Database, { queue, ...act }: Act & { queue: Queue }): Promise<void> {
  await db.transaction(async (tx) => {
    await queue.enqueue(tx, 'audit', {})
    await recordAct(tx, { ...act, action: 'audit_started', personId: null })
  })
}
