import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isScheduledBackup } from '../core/operation/operations/backup-names.ts'
import { type BackupState, isBackupLate, readBackups } from '../core/operation/operations/record-backup.ts'
import type { Env } from '../env.ts'
import { type Finding, off, on, wrong } from './finding.ts'

const area = /*i18n*/ { id: 'doctor.backups', message: 'backups' }
const scheduled = /*i18n*/ {
  id: 'doctor.backups_on',
  message: 'the latest complete one was made {hours, plural, one {# hour} other {# hours}} ago',
}
const late = /*i18n*/ {
  id: 'doctor.backups_late',
  message: 'the latest complete one was made {hours, plural, one {# hour} other {# hours}} ago: check that a worker is running',
}
const none = /*i18n*/ { id: 'doctor.backups_none', message: 'scheduled; none has been made yet' }
const patienceMs = 8_000
const hourMs = 60 * 60_000

/** Reports whether backups are made: as the database knows it, or by the folder of backups while a server has the database open. */
export async function checkBackups(env: Env, known?: BackupState, now = new Date()): Promise<Finding> {
  const state = known ?? (env.DATABASE_URL ? await readPostgres(env.DATABASE_URL) : await readFolder(env))
  const { schedule, last, failed, trial } = state ?? { schedule: null, last: null, failed: null, trial: null }
  if (!schedule)
    return off(area, /*i18n*/ { id: 'doctor.backups_off', message: 'set BACKUP_DIR to a folder on another disk to make them daily' })
  if (failed?.missing)
    return wrong(
      area,
      /*i18n*/ {
        id: 'doctor.backups_incomplete',
        message: 'the latest lacks {count, plural, one {# file} other {# files}}: npm run storage -- check lists them',
      },
      { count: failed.missing },
    )
  if (failed) return wrong(area, /*i18n*/ { id: 'doctor.backups_failed', message: 'the latest failed: the log of the worker says why' })
  if (trial?.passed === false)
    return wrong(
      area,
      /*i18n*/ { id: 'doctor.backups_unsound', message: 'the latest failed its test restore: the log of the worker says why' },
    )
  const hours = Math.round((now.getTime() - (last?.at ?? schedule.since).getTime()) / hourMs)
  if (isBackupLate({ schedule, last }, now)) return wrong(area, late, { hours })
  return last ? on(area, scheduled, { hours }) : on(area, none)
}

/** Undefined if the database can't be read; another line of the report says so. */
async function readPostgres(url: string): Promise<BackupState | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return await readBackups(drizzle(client))
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readFolder(env: Env): Promise<BackupState | undefined> {
  if (env.BACKUP_DIR === undefined || env.BACKUP_DIR === 'off') return undefined
  const folder = resolve(env.BACKUP_DIR)
  const names = (await readdir(folder).catch(() => [])).filter(isScheduledBackup)
  const found = await Promise.all(names.map((name) => stat(join(folder, name))))
  const newest = found.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
  return {
    schedule: { everySeconds: env.BACKUP_EVERY / 1000, keep: env.BACKUP_KEEP, since: new Date() },
    last: newest ? { at: newest.mtime, bytes: newest.size } : null,
    nextFrom: null,
    failed: null,
    trial: null,
  }
}
