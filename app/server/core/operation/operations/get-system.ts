import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { System } from '#app/contract/operator/system.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import { installation } from '#app/server/db/schema/installation.ts'
import { storageTotals } from '#app/server/db/schema/storage.ts'
import { type Env, variableNames } from '#app/server/env.ts'
import { countJobs, isAuditPending, listFailedJobs, readLatestAudit } from '#app/server/queue/queue.ts'
import { readDiskSpace } from '#app/server/storage/disk-space.ts'
import { readMarker } from '#app/server/storage/marker.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { version } from '#app/server/version.ts'
import { estimateGrowth, readDiskDays } from './disk-growth.ts'
import { listFailedMails } from './failed-mails.ts'
import { isBackupLate, readBackups } from './record-backup.ts'

export type GetSystemOptions = {
  env: Env
  /** Variables as they are set. */
  variables: Readonly<Record<string, string | undefined>>
  storage: Storage
  now?: Date
}

/** Reads the state of the server for the operator. */
export async function getSystem(
  { db, kind }: Pick<DatabaseHandle, 'db' | 'kind'>,
  { env, variables, storage, now = new Date() }: GetSystemOptions,
): Promise<System> {
  const [waiting, failed, mails, state, backups, audit, pending] = await Promise.all([
    countJobs(db),
    listFailedJobs(db),
    listFailedMails(db),
    readStorage({ db }, { env, storage, now }),
    showBackups({ db }, now),
    readLatestAudit(db),
    isAuditPending(db),
  ])
  return {
    version,
    node: process.version,
    database: kind === 'pglite' ? 'embedded' : 'postgres',
    started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    jobs: {
      waiting: waiting.map(({ queue, count, oldest }) => ({ queue, count, oldest_seconds: oldest })),
      failed: failed.map(({ id, queue, runId, tries, failedAt }) => ({
        id,
        queue,
        run_id: runId,
        tries,
        failed_at: failedAt.toISOString(),
      })),
    },
    mails,
    storage: state,
    backups,
    audit: {
      last: audit
        ? { at: audit.at.toISOString(), violations: Object.entries(audit.violations).map(([invariant, count]) => ({ invariant, count })) }
        : null,
      pending,
    },
    variables: variableNames.map((name) => ({ name, set: variables[name] !== undefined && variables[name] !== '' })),
  }
}

type Db = Pick<DatabaseHandle, 'db'>

async function readStorage({ db }: Db, { env, storage, now }: { env: Env; storage: Storage; now: Date }): Promise<System['storage']> {
  const [[totals], [own], { writable }, disk, marker, samples] = await Promise.all([
    db
      .select({
        used: sql<number>`coalesce(sum(${storageTotals.results} + ${storageTotals.trash} + ${storageTotals.uploads}), 0)`.mapWith(Number),
      })
      .from(storageTotals),
    db.select({ id: installation.id }).from(installation),
    storage.check(),
    readDiskSpace(resolve(env.DATA_DIR)),
    readMarker(storage).catch(() => 'unreadable' as const),
    readDiskDays(db),
  ])
  const isOwn = typeof marker === 'object' && marker.installation === own?.id
  const floor = env.DISK_FLOOR_MB * 1_000_000
  return {
    kind: storage.kind,
    writable,
    marker: marker === 'unreadable' ? marker : marker === undefined ? 'missing' : isOwn ? 'own' : 'foreign',
    used_bytes: totals?.used ?? 0,
    free_bytes: disk.free,
    disk_bytes: disk.size,
    floor_bytes: floor,
    growth: estimateGrowth(samples, { ...disk, at: now }, floor),
  }
}

async function showBackups({ db }: Db, now: Date): Promise<System['backups']> {
  const { schedule, last, nextFrom, failed, trial } = await readBackups(db)
  if (!schedule) return null
  return {
    every_seconds: schedule.everySeconds,
    keep: schedule.keep,
    since: schedule.since.toISOString(),
    last: last ? { at: last.at.toISOString(), bytes: last.bytes } : null,
    failed_at: failed?.at.toISOString() ?? null,
    missing_files: failed?.missing ?? null,
    late: isBackupLate({ schedule, last }, now),
    trial: trial ? { at: trial.at.toISOString(), passed: trial.passed } : null,
    next_at: nextFrom ? new Date(Math.max(now.getTime(), nextFrom.getTime())).toISOString() : null,
  }
}
