import { Gauge, type Registry } from 'prom-client'
import { type Load, readLoad } from '../core/operation/operations/read-load.ts'
import type { BackupState } from '../core/operation/operations/record-backup.ts'
import type { Readiness } from '../core/operation/operations/readiness.ts'
import type { DatabaseHandle } from '../db/database.ts'
import { readDiskSpace } from '../storage/disk-space.ts'

export type WatchedServer = {
  handle: DatabaseHandle
  readiness: Readiness
  dataDir: string
  countStreams(): number
}

/** Milliseconds that the load is reused, so that several scrapers read the database once. */
const loadMaxAgeMs = 5_000
/** Milliseconds after which a scrape is answered without the load. */
const loadTimeoutMs = 3_000

type Registers = Registry[]

/** Gauges of the state of the whole server, which every process with a database reports alike, and of the resources of this process. */
export function watchServer(
  { handle, readiness, dataDir, countStreams }: WatchedServer,
  registers: Registers,
): { refresh(): Promise<void> } {
  const load = openLoadGauges(registers)
  const ready = new Gauge({
    name: 'quartet_ready',
    help: 'Whether a check of /api/v1/ready passes (1) or fails (0).',
    labelNames: ['check'],
    registers,
  })
  const connections = new Gauge({
    name: 'quartet_database_connections',
    help: 'Connections of the pool of this process: in use, idle, and the most it may open.',
    labelNames: ['state'],
    registers,
  })
  const waiting = new Gauge({ name: 'quartet_database_waiting', help: 'Queries that wait for a connection of the pool.', registers })
  const streams = new Gauge({ name: 'quartet_event_streams', help: 'Open event streams of this process.', registers })
  const diskFree = new Gauge({ name: 'quartet_disk_free_bytes', help: 'Free space where the data folder is.', registers })
  const diskSize = new Gauge({ name: 'quartet_disk_size_bytes', help: 'Size of the file system of the data folder.', registers })

  let latest: { at: number; load: Promise<Load | undefined> } | undefined
  function recentLoad(): Promise<Load | undefined> {
    if (latest && performance.now() - latest.at < loadMaxAgeMs) return latest.load
    const reading = Promise.race([readLoad(handle.db), giveUp()]).catch(() => undefined)
    latest = { at: performance.now(), load: reading }
    return reading
  }

  return {
    async refresh() {
      const { totalCount, idleCount, waitingCount, options } = handle.pool
      connections.set({ state: 'busy' }, totalCount - idleCount)
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'max' }, options.max)
      waiting.set(waitingCount)
      streams.set(countStreams())
      const [current, checks, disk] = await Promise.all([recentLoad(), readiness.check(), readDiskSpace(dataDir).catch(() => undefined)])
      load.set(current)
      for (const { name, ok } of checks) ready.set({ check: name }, ok ? 1 : 0)
      if (disk) {
        diskFree.set(disk.free)
        diskSize.set(disk.size)
      }
    },
  }
}

function openLoadGauges(registers: Registers) {
  const labelNames = ['type', 'status'] as const
  const runs = new Gauge({ name: 'quartet_runs_unfinished', help: 'Queued and running runs of all people.', labelNames, registers })
  const oldest = new Gauge({
    name: 'quartet_runs_oldest_seconds',
    help: 'Age of the oldest queued and running run, since its submission.',
    labelNames,
    registers,
  })
  const held = new Gauge({ name: 'quartet_tokens_held', help: 'Tokens held by unfinished runs.', registers })
  const jobs = new Gauge({ name: 'quartet_jobs_waiting', help: 'Jobs that are due, by queue.', labelNames: ['queue'], registers })
  const oldestJob = new Gauge({
    name: 'quartet_jobs_oldest_seconds',
    help: 'Time that the oldest job has been due, by queue.',
    labelNames: ['queue'],
    registers,
  })
  const paused = new Gauge({
    name: 'quartet_model_paused',
    help: '1 for each model that is paused after repeated failures (open circuit breaker).',
    labelNames: ['model'],
    registers,
  })
  const coolingKeys = new Gauge({
    name: 'quartet_service_key_cooling',
    help: '1 for each key of a service that failed, for which other keys are used now. The key is named by its label.',
    labelNames: ['service', 'key', 'reason'],
    registers,
  })
  const violations = new Gauge({
    name: 'quartet_audit_violations',
    help: 'Violations found by the latest nightly audit, by invariant; 0 with an empty label if there are none.',
    labelNames: ['invariant'],
    registers,
  })
  const audited = new Gauge({ name: 'quartet_audit_timestamp_seconds', help: 'End of the latest audit, in Unix time.', registers })
  // Absent until the first audit: zero would be 1970.
  audited.remove()
  const backups = openBackupGauges(registers)
  const all = [runs, oldest, held, jobs, oldestJob, paused, coolingKeys, violations]
  return {
    /** Without a load, the metrics are absent instead of outdated. */
    set(load: Load | undefined) {
      for (const gauge of all) gauge.reset()
      backups.set(load?.backups)
      if (!load) return held.remove()
      const { audit } = load
      if (audit) {
        audited.set(audit.at.getTime() / 1000)
        for (const [invariant, count] of Object.entries({ '': 0, ...audit.violations })) violations.set({ invariant }, count)
      }
      for (const { type, status, count, oldest: seconds } of load.runs) {
        runs.set({ type, status }, count)
        oldest.set({ type, status }, seconds)
      }
      held.set(load.runs.reduce((sum, run) => sum + run.held, 0))
      for (const { queue, count, oldest: seconds } of load.jobs) {
        jobs.set({ queue }, count)
        oldestJob.set({ queue }, seconds)
      }
      for (const model of load.pausedModels) paused.set({ model }, 1)
      for (const { service, key, reason } of load.coolingKeys) coolingKeys.set({ service, key, reason }, 1)
    },
  }
}

/** Without a backup or a schedule, the metrics are absent. */
function openBackupGauges(registers: Registers) {
  const gauge = (name: string, help: string) => new Gauge({ name: `quartet_backup_${name}`, help, registers })
  const age = gauge('age_seconds', 'Age of the latest complete backup; without one, the time for which they have been scheduled.')
  const bytes = gauge('bytes', 'Size of the latest complete backup.')
  const interval = gauge('interval_seconds', 'Time between scheduled backups.')
  const failed = gauge('failed', '1 if the latest scheduled backup failed.')
  const missing = gauge('missing_files', 'Files that the latest scheduled backup did not find, or found damaged.')
  const unsound = gauge('trial_failed', '1 if the latest trial restore failed.')
  return {
    set(state: BackupState | undefined) {
      for (const each of [age, bytes, interval, failed, missing, unsound]) each.remove()
      if (!state) return
      const { schedule, last, failed: failure, trial } = state
      const since = last?.at ?? schedule?.since
      if (since) age.set((Date.now() - since.getTime()) / 1000)
      if (last) bytes.set(last.bytes)
      if (trial) unsound.set(trial.passed ? 0 : 1)
      if (!schedule) return
      interval.set(schedule.everySeconds)
      failed.set(failure ? 1 : 0)
      missing.set(failure?.missing ?? 0)
    },
  }
}

const giveUp = () => new Promise<undefined>((resolve) => setTimeout(resolve, loadTimeoutMs, undefined).unref())
