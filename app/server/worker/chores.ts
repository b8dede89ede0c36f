import type { Logger } from 'pino'
import { eraseAccounts } from '../core/identity/accounts/erase-accounts.ts'
import { mailRestoredAccounts } from '../core/identity/accounts/mail-restored-accounts.ts'
import { sweepPrograms } from '../core/identity/programs/sweep-programs.ts'
import { deleteEndedSessions } from '../core/identity/sessions/delete-ended-sessions.ts'
import { checkOldLinks } from '../core/library/shares/remove-places.ts'
import { composeOldTexts } from '../core/library/works/compose-old-texts.ts'
import { sweepEmbeddings, sweepTrash } from '../core/library/works/purge-generations.ts'
import { sweepUnstored } from '../core/library/works/purge-unstored.ts'
import { retireResults } from '../core/library/works/retire-results.ts'
import { sweepFailedCalls } from '../core/making/generations/failed-calls.ts'
import { mailRequests } from '../core/making/run-requests/mail-requests.ts'
import { sweepRequests } from '../core/making/run-requests/end-requests.ts'
import { type ExpiredLeases, recoverJobs, recoverRuns } from '../core/making/runs/recover-runs.ts'
import { mergeRunDays } from '../core/making/statistics/merge-run-days.ts'
import { mailQuestions } from '../core/making/turns/mail-questions.ts'
import { sweepSteps } from '../core/making/turns/sweep-steps.ts'
import { sweepUploads } from '../core/making/uploads/sweep-uploads.ts'
import { sweepVoices } from '../core/making/voices/change-voice.ts'
import { forgetMailboxes } from '../core/money/grants/claim-mailbox.ts'
import { mailDocuments } from '../core/money/payments/mail-documents.ts'
import { sweepRefunds } from '../core/money/payments/send-refund.ts'
import { sweepOrders } from '../core/money/payments/sweep-orders.ts'
import { mailChargeNotices, pushChargeNotices } from '../core/money/subscriptions/mail-charge-notices.ts'
import { mailPastDue } from '../core/money/subscriptions/mail-past-due.ts'
import { sweepSubscriptions } from '../core/money/subscriptions/sweep-subscriptions.ts'
import { sweepLots } from '../core/money/tokens/sweep-lots.ts'
import { readDueFeed } from '../core/operation/catalogue/read-feed.ts'
import { recordDisk } from '../core/operation/operations/disk-growth.ts'
import { reportAudit } from '../core/operation/operations/report-audit.ts'
import { mailLateBackup } from '../core/operation/operations/report-backup.ts'
import { recordEndedRefund } from '../core/operation/shop/refund-order.ts'
import { mailModerationFailure } from '../core/rules/safety/moderation-failures.ts'
import { sweepPushes, wakeDuePushes } from '../core/rules/push/plan-push.ts'
import { mailFailedWebhooks } from '../core/rules/webhooks/mail-failed-webhooks.ts'
import { deleteOldDeliveries, wakeDueDeliveries } from '../core/rules/webhooks/plan-webhooks.ts'
import type { Database } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Payments } from '../payments/payments.ts'
import type { Providers } from '../providers/providers.ts'
import type { Queue } from '../queue/queue.ts'
import type { Storage } from '../storage/storage.ts'

export type ChoreParts = {
  db: Database
  queue: Queue
  providers: Providers
  storage: Storage
  payments: Payments
  mailer: Mailer
  logger: Logger
  siteUrl: string
  operatorEmail: string | undefined
  env: Env
  /** The leases that looked expired at the last search. */
  expired: ExpiredLeases
}

/** A job of the schedule, whose chores run one after another. */
type Schedule = 'sweep' | 'sweep-payments' | 'audit'

type Chore = {
  name: string
  job: Schedule
  /** Least milliseconds between two runs of one process; 0 for each run of the job. */
  everyMs: number
  /** Waits as long before its first run, too. */
  waitsFirst?: true
  run(parts: ChoreParts): Promise<unknown>
}

/** For chores whose work waits for days, and whose search reads much. */
const hourlyMs = 60 * 60_000
/** For the search for queued runs whose job is lost, which reads the whole queue. */
const lostJobsMs = 15 * 60_000

export const schedules: readonly { job: Schedule; cron: string }[] = [
  { job: 'sweep', cron: '* * * * *' },
  { job: 'sweep-payments', cron: '* * * * *' },
  { job: 'audit', cron: '10 3 * * *' },
]

/** In the order in which they run. A chore that fails leaves the following ones to the next run of the job. */
const chores: readonly Chore[] = [
  { name: 'tokens that expire', job: 'sweep', everyMs: 0, run: ({ db }) => sweepLots(db) },
  { name: 'sessions that ended', job: 'sweep', everyMs: 0, run: ({ db }) => deleteEndedSessions(db) },
  { name: 'access of programs', job: 'sweep', everyMs: hourlyMs, run: ({ db }) => sweepPrograms(db) },
  { name: 'voices', job: 'sweep', everyMs: 0, run: ({ db, queue }) => sweepVoices(db, { queue }) },
  { name: 'emails about moderation', job: 'sweep', everyMs: 0, run: ({ db, ...parts }) => mailModerationFailure(db, parts) },
  { name: 'emails about late backups', job: 'sweep', everyMs: 0, run: mailLateBackup },
  { name: 'emails to restored accounts', job: 'sweep', everyMs: 0, run: ({ db, ...parts }) => mailRestoredAccounts(db, parts) },
  { name: 'accounts to erase', job: 'sweep', everyMs: hourlyMs, run: ({ db, queue }) => eraseAccounts(db, { queue }) },
  { name: 'mailboxes', job: 'sweep', everyMs: hourlyMs, run: ({ db }) => forgetMailboxes(db) },
  { name: 'old results', job: 'sweep', everyMs: hourlyMs, run: ({ db }) => retireResults(db) },
  { name: 'failed calls', job: 'sweep', everyMs: hourlyMs, run: ({ db }) => sweepFailedCalls(db) },
  { name: 'webhooks that are due', job: 'sweep', everyMs: 0, run: ({ db }) => wakeDueDeliveries(db) },
  { name: 'notifications that are due', job: 'sweep', everyMs: 0, run: ({ db }) => wakeDuePushes(db) },
  { name: 'browsers of ended sessions', job: 'sweep', everyMs: 0, run: ({ db }) => sweepPushes(db) },
  { name: 'emails about webhooks', job: 'sweep', everyMs: 0, run: ({ db, ...parts }) => mailFailedWebhooks(db, parts) },
  { name: 'requests of keys', job: 'sweep', everyMs: 0, run: ({ db }) => sweepRequests(db) },
  { name: 'emails about requests of keys', job: 'sweep', everyMs: 0, run: ({ db, ...parts }) => mailRequests(db, parts) },
  { name: 'emails about questions of assistants', job: 'sweep', everyMs: 0, run: ({ db, ...parts }) => mailQuestions(db, parts) },
  { name: 'old webhooks', job: 'sweep', everyMs: hourlyMs, run: ({ db }) => deleteOldDeliveries(db) },
  { name: 'trash', job: 'sweep', everyMs: hourlyMs, run: ({ db, queue }) => sweepTrash(db, { queue }) },
  { name: 'unstored runs', job: 'sweep', everyMs: hourlyMs, run: ({ db, queue }) => sweepUnstored(db, { queue }) },
  { name: 'vectors', job: 'sweep', everyMs: hourlyMs, run: ({ db, queue }) => sweepEmbeddings(db, { queue }) },
  { name: 'uploads', job: 'sweep', everyMs: hourlyMs, run: ({ db, storage }) => sweepUploads(db, { storage }) },
  { name: 'sums of past days', job: 'sweep', everyMs: hourlyMs, run: ({ db }) => mergeRunDays(db) },
  { name: 'free space', job: 'sweep', everyMs: hourlyMs, run: ({ db, env }) => recordDisk(db, { dataDir: env.DATA_DIR }) },
  { name: 'catalogue of models', job: 'sweep', everyMs: 0, run: ({ db, env }) => readDueFeed(db, env) },
  { name: 'old links', job: 'sweep', everyMs: 0, run: ({ db, storage, logger }) => checkOldLinks(db, { storage, logger }) },
  { name: 'old texts', job: 'sweep', everyMs: 0, run: ({ db }) => composeOldTexts(db) },
  { name: 'runs of dead workers', job: 'sweep', everyMs: 0, run: (parts) => recover(recoverRuns, parts) },
  { name: 'runs without a job', job: 'sweep', everyMs: lostJobsMs, waitsFirst: true, run: (parts) => recover(recoverJobs, parts) },
  { name: 'steps without a job', job: 'sweep', everyMs: 0, run: ({ db, queue }) => sweepSteps(db, { queue }) },
  { name: 'orders', job: 'sweep-payments', everyMs: 0, run: ({ db, payments, logger }) => sweepOrders(db, { payments, logger }) },
  {
    name: 'refunds',
    job: 'sweep-payments',
    everyMs: 0,
    run: ({ db, payments, logger }) => sweepRefunds(db, { payments, logger, onEnd: recordEndedRefund }),
  },
  // Before the charges, so that after a pause of the server the notice is still sent first.
  { name: 'emails about charges', job: 'sweep-payments', everyMs: 0, run: ({ db, ...parts }) => mailChargeNotices(db, parts) },
  { name: 'notifications about charges', job: 'sweep-payments', everyMs: 0, run: ({ db }) => pushChargeNotices(db) },
  { name: 'plans', job: 'sweep-payments', everyMs: 0, run: ({ db, payments, logger }) => sweepSubscriptions(db, { payments, logger }) },
  { name: 'emails of receipts', job: 'sweep-payments', everyMs: 0, run: ({ db, ...parts }) => mailDocuments(db, parts) },
  { name: 'emails about failed renewals', job: 'sweep-payments', everyMs: 0, run: ({ db, ...parts }) => mailPastDue(db, parts) },
  { name: 'audit', job: 'audit', everyMs: 0, run: ({ db, ...parts }) => reportAudit(db, parts) },
]

async function recover(find: typeof recoverRuns, { db, queue, providers, logger, expired }: ChoreParts): Promise<void> {
  const recovered = await find(db, { queue, providers, alone: false, expired })
  if (recovered > 0) logger.warn({ recovered }, 'requeued runs of dead workers')
}

/** Returns what runs the due chores of a job, and remembers when each ran. */
export function openChores(parts: ChoreParts): (job: Schedule) => Promise<void> {
  const startedAt = performance.now()
  const ranAt = new Map(chores.map((chore) => [chore, chore.waitsFirst ? startedAt : Number.NEGATIVE_INFINITY]))
  return async (job) => {
    for (const chore of chores) {
      if (chore.job !== job || performance.now() - (ranAt.get(chore) ?? 0) < chore.everyMs) continue
      ranAt.set(chore, performance.now())
      // Chores follow one another, so that together they hold one connection.
      await chore.run(parts).catch((error: unknown) => {
        throw new Error(`This chore failed: ${chore.name}.`, { cause: error })
      })
    }
  }
}
