import { sql } from 'drizzle-orm'
import type { Alert } from '#app/contract/operator/alerts.ts'
import type { PaymentProviderId } from '#app/contract/money/orders.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import type { EndingModel } from '#app/server/providers/lifecycle.ts'
import { isoTime } from '#app/server/db/iso-time.ts'
import { getSystem, type GetSystemOptions } from '../operations/get-system.ts'
import { readModerationFailure } from '../../rules/safety/moderation-failures.ts'
import { readRules } from '../../rules/safety/rules.ts'
import { readNearDailyLimit } from './daily-grants.ts'
import { unusualSignUps } from './safety.ts'
import { markSnoozed, type Snooze, snoozes } from './snooze-alert.ts'
import { isLoopback } from './two-factor-required.ts'

/** Seconds that a run or a job may wait before the queue counts as stuck. */
const stuckAfter = 10 * 60
/** Part of the disk that should be free. */
const freePart = 0.1
/** Failed notifications in a row from which on the operator is alerted, because anybody can send single forged ones. */
const failedNotices = 3
/** Days before the disk is full from which on the operator is alerted. */
const fullSoonDays = 30
const secondMs = 1_000

export type ReadAlertsOptions = GetSystemOptions & {
  /** Models of connected services that end soon. */
  ending: readonly Pick<EndingModel, 'id' | 'days'>[]
  /** Returns the model that takes over from one that its service has ended, if the catalogue names it. */
  successorOf?(model: string): string | undefined
  /** Whether anybody who signs up gets tokens at the test checkout. */
  isGivingAway: boolean
}

/** Lists what needs the operator, the most severe first. */
export async function readAlerts(
  handle: Pick<DatabaseHandle, 'db' | 'kind'>,
  { ending, successorOf, isGivingAway, now = new Date(), ...options }: ReadAlertsOptions,
): Promise<Alert[]> {
  const { db } = handle
  const [system, unusable, signals, unmoderated, nearLimit] = await Promise.all([
    getSystem(handle, { ...options, now }),
    readUnusable(handle),
    readSignals(db, now),
    readUnmoderated(handle, options.env),
    readNearDailyLimit(db, now),
  ])
  const { storage, backups, audit, mails, jobs } = system
  const { waiting, disputes, reports, notices, unusual } = signals
  const alerts: Alert[] = []
  const add = (alert: Partial<Alert> & Pick<Alert, 'code' | 'severity'>) =>
    alerts.push({ subject: null, successor: null, count: null, since: null, snoozed_until: null, ...alert })
  const violations = audit.last?.violations.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (violations > 0) add({ code: 'ledger_broken', severity: 'critical', count: violations, since: audit.last?.at ?? null })
  if (storage.free_bytes < storage.floor_bytes) add({ code: 'disk_full', severity: 'critical' })
  else if (storage.free_bytes < storage.disk_bytes * freePart)
    add({ code: 'disk_low', severity: 'warning', count: Math.floor((storage.free_bytes / storage.disk_bytes) * 100) })
  const fullIn = storage.growth?.full_in_days ?? Number.POSITIVE_INFINITY
  if (fullIn <= fullSoonDays) add({ code: 'disk_filling', severity: 'warning', count: fullIn })
  if (!storage.writable || storage.marker === 'foreign') add({ code: 'storage_unusable', severity: 'critical' })
  for (const { model, cause, failed, since } of unusable) {
    const successor = cause === 'gone' ? (successorOf?.(model) ?? null) : null
    add({ code: codesOfCauses[cause], severity: 'critical', subject: model, successor, count: failed, since })
  }
  if (unmoderated) add({ code: 'moderation_unreachable', severity: 'critical', ...unmoderated })
  const stuckJob = jobs.waiting.find(({ oldest_seconds: oldest }) => oldest > stuckAfter)
  if (waiting.oldest !== null && now.getTime() - Date.parse(waiting.oldest) > stuckAfter * secondMs)
    add({ code: 'queue_stuck', severity: 'critical', count: waiting.count, since: waiting.oldest })
  else if (stuckJob)
    add({
      code: 'queue_stuck',
      severity: 'critical',
      count: stuckJob.count,
      since: new Date(now.getTime() - stuckJob.oldest_seconds * secondMs).toISOString(),
    })
  if (backups?.missing_files)
    add({ code: 'backup_incomplete', severity: 'critical', count: backups.missing_files, since: backups.failed_at })
  else if (backups?.failed_at) add({ code: 'backup_failed', severity: 'critical', since: backups.failed_at })
  else if (backups?.late)
    add({ code: 'backup_late', severity: 'warning', count: backups.last ? 1 : 0, since: backups.last?.at ?? backups.since })
  else if (!backups) add({ code: 'backup_off', severity: 'warning' })
  if (backups?.trial?.passed === false) add({ code: 'backup_unsound', severity: 'critical', since: backups.trial.at })
  if (disputes > 0) add({ code: 'disputes_open', severity: 'critical', count: disputes })
  if (reports.count > 0) add({ code: 'reports_open', severity: 'warning', ...reports })
  for (const { provider, count, since } of notices) add({ code: 'notices_failed', severity: 'critical', subject: provider, count, since })
  if (mails.length > 0) add({ code: 'mails_failed', severity: 'warning', count: mails.length, since: mails.at(-1)?.failed_at ?? null })
  if (jobs.failed.length > 0) add({ code: 'jobs_failed', severity: 'warning', count: jobs.failed.length })
  for (const { email, changed } of nearLimit) add({ code: 'grants_near_limit', severity: 'warning', subject: email, count: changed })
  if (unusual.count > 0) add({ code: 'sign_ups_unusual', severity: 'warning', ...unusual })
  if (isGivingAway && signals.open && (isPublic(options.env) || signals.members)) add({ code: 'checkout_open', severity: 'warning' })
  if (!options.env.SMTP_URL) add({ code: 'mail_missing', severity: 'warning' })
  else if (!options.env.OPERATOR_EMAIL) add({ code: 'mail_unaddressed', severity: 'warning' })
  for (const model of signals.paused) add({ code: 'model_paused', severity: 'warning', subject: model })
  for (const { id, days } of ending) add({ code: 'model_ending', severity: 'warning', subject: id, count: days })
  const sorted = alerts.toSorted((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical'))
  return markSnoozed(sorted, signals.snoozed)
}

/** Whether the public address is not this machine's own. */
const isPublic = ({ PUBLIC_URL }: Pick<GetSystemOptions['env'], 'PUBLIC_URL'>) =>
  PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)

type Count = { count: number; since: string | null }
type Signals = {
  reports: Count
  disputes: number
  notices: { provider: PaymentProviderId; count: number; since: string }[]
  unusual: Count
  /** Whether anybody without a role has an account. */
  members: boolean
  /** Whether the rules let anybody sign up. */
  open: boolean
  waiting: { count: number; oldest: string | null }
  paused: string[]
  snoozed: Snooze[]
}

/** Reads all signals that are rows, in one statement. */
async function readSignals(db: DatabaseHandle['db'], now: Date): Promise<Signals> {
  const { rows } = await db.execute<Signals>(sql`
    select
      (select json_build_object('count', count(distinct generation_id)::int, 'since', ${isoTime(sql`min(created_at)`)})
        from reports where state = 'open') as reports,
      (select count(*)::int from payments where dispute = 'open') as disputes,
      (select coalesce(json_agg(json_build_object('provider', provider, 'count', count, 'since', ${isoTime(sql`since`)})), '[]')
        from notice_failures where count >= ${failedNotices} and last_at > now() - interval '3 days') as notices,
      ${unusualSignUps} as unusual,
      exists (select from users where role = 'member' and erased_at is null) as members,
      coalesce((select sign_up from safety_rules), 'open') = 'open' as open,
      (select json_build_object('count', count(*)::int, 'oldest', ${isoTime(sql`min(created_at)`)})
        from generations where status = 'queued') as waiting,
      (select coalesce(json_agg(model order by model), '[]') from (
        select model from model_health where open_until is not null order by model limit 10
      ) paused) as paused,
      ${snoozes(now)} as snoozed`)
  const [read] = rows
  if (!read) throw new Error('The signals returned no row.')
  return read
}

type Unusable = { model: string; cause: keyof typeof codesOfCauses; failed: number; since: string }

const codesOfCauses = { money: 'service_unpaid', key: 'key_refused', gone: 'model_gone', other: 'model_not_set_up' } as const

/**
 * Models that no run can use as they are set up: for a day since the failure, and until a run succeeds. Runs of that day are read once, and
 * only if there are such failures.
 */
async function readUnusable({ db }: Pick<DatabaseHandle, 'db'>): Promise<Unusable[]> {
  const { rows } = await db.execute<Unusable>(sql`
    with failures as materialized (
      select model, finished_at,
        case when error_code = 'model_gone' then 'gone' else coalesce(call_failure->>'cause', 'other') end as cause
      from generations
      where status = 'failed' and error_code in ('provider_auth', 'model_gone') and finished_at > now() - interval '1 day'
    ),
    successes as materialized (
      select model, max(finished_at) as last from generations
      where status = 'succeeded' and finished_at > now() - interval '1 day' and exists (select from failures) group by model
    )
    select model, cause, count(*)::int as failed, ${isoTime(sql`min(finished_at)`)} as since
    from failures left join successes using (model) where last is null or last <= finished_at
    group by model, cause order by count(*) desc, model, cause limit 10`)
  return rows
}

/** The failure of the moderation service while it is on. */
async function readUnmoderated({ db }: Pick<DatabaseHandle, 'db'>, env: GetSystemOptions['env']) {
  const isOn = env.MODERATION === 'openai' || (await readRules(db)).moderation === 'openai'
  return isOn ? readModerationFailure(db) : undefined
}
