import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { writeAuditMail } from '#app/server/mail/audit-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { auditServer } from './audit-server.ts'

/** Lines of the log per audit; a systematic mistake breaks every row. */
const maxLogged = 100

export type ReportAuditOptions = { storage: Storage; mailer: Mailer; logger: Logger; siteUrl: string; operatorEmail: string | undefined }

/** Audits the server; writes violations to the log and mails them to the operator. Returns their number by invariant, for metrics. */
export async function reportAudit(
  db: Database,
  { storage, mailer, logger, siteUrl, operatorEmail }: ReportAuditOptions,
): Promise<Record<string, number>> {
  const broken = await auditServer(db, { storage })
  for (const violation of broken.slice(0, maxLogged)) logger.error(violation, 'the audit found a violation')
  const counts = Object.fromEntries(
    [...Map.groupBy(broken, ({ invariant }) => invariant)].map(([invariant, list]) => [invariant, list.length]),
  )
  logger[broken.length > 0 ? 'error' : 'info']({ violations: broken.length }, 'audit done')
  if (broken.length > 0 && operatorEmail)
    await mailer.send(writeAuditMail({ to: operatorEmail, siteUrl, count: broken.length, invariants: Object.keys(counts) }))
  return counts
}
