import { spawn } from 'node:child_process'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { isIncompleteBackup, isScheduledBackup } from '../core/operation/operations/backup-names.ts'
import type { BackupOutcome } from '../core/operation/operations/record-backup.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Env } from '../env.ts'
import { BackupError } from './backup-error.ts'
import { takeNote } from './note-backup.ts'

const madeSchema = v.object({
  bytes: v.number(),
  /** Files that are missing or damaged. */
  lost: v.number(),
})
export type MadeBackup = v.InferOutput<typeof madeSchema>

type BackupEnv = Pick<Env, 'BACKUP_DIR' | 'BACKUP_EVERY' | 'BACKUP_KEEP' | 'BACKUP_FILES' | 'BACKUP_TRIAL_EVERY' | 'DATA_DIR'>
type Trial = { at: Date; passed: boolean }

type Options = {
  env: BackupEnv
  handle: Pick<DatabaseHandle, 'kind' | 'pool'>
  logger: Pick<Logger, 'info' | 'error'>
  /** Stores what became of a backup or a trial, for every process of the installation. */
  record?: (event: BackupOutcome) => Promise<void>
  /** Stores the schedule of this process; null if it makes no backups and no other process does. */
  declare?: (schedule: { everySeconds: number; keep: number } | null) => Promise<void>
  lastTrial?: () => Promise<Trial | null>
  /** Makes a backup in this file; by default a process of its own, whose memory is free again afterwards. */
  make?: (file: string, options: { files: Env['BACKUP_FILES']; signal: AbortSignal }) => Promise<MadeBackup>
  /** Restores a backup into a temporary place in the folder; rejects if that fails. */
  restore?: (file: string, options: { scratch: string; signal: AbortSignal }) => Promise<void>
}

const checkMillis = 60_000
/** Milliseconds after a failure until the next attempt, because each reads every file. */
const retryMillis = 60 * 60_000
/** An arbitrary number, unused by other locks in the database. */
const lockKey = 730_116

/** The value of BACKUP_DIR that ends the schedule of an installation with several processes. */
const none = 'off'

/**
 * Makes a backup in `BACKUP_DIR` whenever the newest complete one there is older than `BACKUP_EVERY`, deletes all but the newest
 * `BACKUP_KEEP`, and restores one on trial every `BACKUP_TRIAL_EVERY`. Of several processes with one database, one does it. Returns a
 * function that stops.
 */
export function scheduleBackups({
  make = makeInProcess,
  restore = restoreInProcess,
  record = async () => undefined,
  declare = async () => undefined,
  lastTrial = async () => null,
  ...options
}: Options): () => Promise<void> {
  const { env, handle, logger } = options
  const { BACKUP_DIR: folder } = env
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  let retryAt = 0
  const announce = async () => {
    if (folder !== undefined && folder !== none) return declare({ everySeconds: env.BACKUP_EVERY / 1000, keep: env.BACKUP_KEEP })
    // Another worker may make the backups, unless the database has one process.
    if (folder === none || handle.kind === 'pglite') await declare(null)
  }
  const announced = announce().catch((error: unknown) => logger.error({ err: error }, 'the schedule of backups could not be stored'))
  const work = async () => {
    await announced
    const note = handle.kind === 'pglite' ? await takeNote(env.DATA_DIR) : undefined
    if (note) await record({ outcome: 'by_hand', ...note })
    if (folder === undefined || folder === none || Date.now() < retryAt) return
    const due = { ...options, folder: resolve(folder), make, restore, record, lastTrial, signal: stopping.signal }
    try {
      await backUpIfDue(due)
    } catch (error) {
      if (stopping.signal.aborted) return
      retryAt = Date.now() + Math.min(env.BACKUP_EVERY, retryMillis)
      logger.error(reasonOf(error), 'the scheduled backup failed')
      await record({ outcome: 'failed', missing: error instanceof IncompleteError ? error.lost : null })
      return
    }
    await tryIfDue(due)
  }
  const check = () => {
    current ??= work()
      .catch((error: unknown) => logger.error({ err: error }, 'the state of backups could not be stored'))
      .finally(() => (current = undefined))
  }
  check()
  const timer = setInterval(check, checkMillis).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await current
  }
}

type Due = Required<Omit<Options, 'declare'>> & { folder: string; signal: AbortSignal }

class IncompleteError extends BackupError {
  readonly lost: number

  constructor(lost: number, file: string) {
    super(`${lost} files are missing or damaged; older backups are kept, and ${file} has the rest. "npm run storage -- check" lists them.`)
    this.lost = lost
  }
}

const reasonOf = (error: unknown) => (error instanceof BackupError ? { reason: error.message } : { err: error })

async function backUpIfDue({ env, folder, handle, logger, make, record, signal }: Due): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isDue = async () => {
    const [newest] = await listBackups(folder)
    return newest === undefined || Date.now() - newest.madeAt >= env.BACKUP_EVERY
  }
  if (!(await isDue())) return
  await withLock(handle, async () => {
    // Another process may have made it in the meantime.
    if (!(await isDue())) return
    const name = `quartet-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    // Only a complete one gets the name that counts.
    const draft = join(folder, `${name}.incomplete.tar.gz`)
    const { bytes, lost } = await make(draft, { files: env.BACKUP_FILES, signal })
    const others = (await readdir(folder)).filter((found) => isIncompleteBackup(found) && found !== `${name}.incomplete.tar.gz`)
    for (const other of others) await rm(join(folder, other))
    if (lost > 0) throw new IncompleteError(lost, draft)
    const file = join(folder, `${name}.tar.gz`)
    await rename(draft, file)
    logger.info({ file, bytes }, 'backup made')
    await record({ outcome: 'made', bytes })
    for (const { path } of (await listBackups(folder)).slice(env.BACKUP_KEEP)) await rm(path)
  })
}

/** Restores the newest backup on trial if the last trial is too long ago, or failed and a newer backup exists. */
async function tryIfDue({ env, folder, handle, logger, restore, record, lastTrial, signal }: Due): Promise<void> {
  const { BACKUP_TRIAL_EVERY: every } = env
  if (every === null) return
  const findDue = async () => {
    const [[newest], last] = await Promise.all([listBackups(folder), lastTrial()])
    if (!newest || (last && Date.now() - last.at.getTime() < every && (last.passed || newest.madeAt <= last.at.getTime()))) return undefined
    return newest.path
  }
  if (!(await findDue())) return
  await withLock(handle, async () => {
    const file = await findDue()
    if (!file) return
    const scratch = join(resolve(env.DATA_DIR), 'scratch')
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    try {
      await restore(file, { scratch, signal })
    } catch (error) {
      if (signal.aborted) return
      logger.error({ file, ...reasonOf(error) }, 'the trial restore of a backup failed')
      return record({ outcome: 'trial_failed' })
    }
    logger.info({ file }, 'a backup was restored on trial')
    await record({ outcome: 'trial_passed' })
  })
}

/** The complete scheduled backups in a folder, newest first. Files with other names are not touched. */
async function listBackups(folder: string): Promise<{ path: string; madeAt: number }[]> {
  const names = (await readdir(folder)).filter(isScheduledBackup)
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), madeAt: (await stat(join(folder, name))).mtimeMs })),
  )
  return found.sort((a, b) => b.madeAt - a.madeAt)
}

/** Runs `work` unless another process is at it. */
async function withLock({ kind, pool }: Due['handle'], work: () => Promise<void>): Promise<void> {
  if (kind === 'pglite') return work()
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) await work()
  } finally {
    // The connection is destroyed, and the lock ends with it.
    client.release(true)
  }
}

// The package's import map finds the folder, from the sources and from the bundled server.
const script = join(dirname(createRequire(import.meta.url).resolve('#config')), 'scripts/backup.ts')

/** Runs the command in a process and returns what it printed. Throws BackupError with the last line of its errors. */
async function runScript(args: string[], signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (printed.out = `${printed.out}${chunk.toString()}`.slice(-2_000)))
  child.stderr.on('data', (chunk: Buffer) => (printed.err = `${printed.err}${chunk.toString()}`.slice(-2_000)))
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  if (code !== 0) throw new BackupError(printed.err.trim().split('\n').at(-1) || `the process ended with ${code}`)
  return printed.out
}

const makeInProcess: Due['make'] = async (file, { files, signal }) => {
  const printed = await runScript([file, `--files=${files}`, '--json'], signal)
  return v.parse(v.pipe(v.string(), v.parseJson(), madeSchema), printed)
}

const restoreInProcess: Due['restore'] = async (file, { scratch, signal }) => {
  await runScript(['verify', file, `--scratch=${scratch}`], signal)
}
