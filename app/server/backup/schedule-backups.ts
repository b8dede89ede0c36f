import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { DatabaseHandle } from '../db/database.ts'
import type { Env } from '../env.ts'
import { BackupError } from './backup-error.ts'

type Options = {
  env: Pick<Env, 'BACKUP_DIR' | 'BACKUP_EVERY' | 'BACKUP_KEEP' | 'BACKUP_FILES'>
  handle: Pick<DatabaseHandle, 'kind' | 'pool'>
  logger: Pick<Logger, 'info' | 'error'>
  /** Stores that a backup was made, or failed (null), for the page of the operator. */
  record?: (made: { bytes: number } | null) => Promise<void>
  /** Makes a backup in this file; by default a process of its own, whose memory is free again afterwards. */
  make?: (file: string, options: { files: Env['BACKUP_FILES']; signal: AbortSignal }) => Promise<void>
}

const checkMillis = 60_000
/** An arbitrary number, unused by other locks in the database. */
const lockKey = 730_116

/**
 * Makes a backup in `BACKUP_DIR` whenever the newest one there is older than `BACKUP_EVERY`, and deletes all but the newest `BACKUP_KEEP`. Of
 * several processes with one database, one makes it. Returns a function that stops.
 */
export function scheduleBackups({
  env,
  handle,
  logger,
  make = makeInProcess,
  record = async () => undefined,
}: Options): () => Promise<void> {
  const { BACKUP_DIR: folder } = env
  if (folder === undefined) return async () => {}
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  const check = () => {
    current ??= backUpIfDue({ env, folder: resolve(folder), handle, logger, make, record, signal: stopping.signal })
      .catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        logger.error(error instanceof BackupError ? { reason: error.message } : { err: error }, 'the scheduled backup failed')
        await record(null).catch(() => undefined)
      })
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

type Due = Required<Options> & { folder: string; signal: AbortSignal }

export async function backUpIfDue({ env, folder, handle, logger, make, record, signal }: Due): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isDue = async () => {
    const [newest] = await listBackups(folder)
    return newest === undefined || Date.now() - newest.madeAt >= env.BACKUP_EVERY
  }
  if (!(await isDue())) return
  await withLock(handle, async () => {
    // Another process may have made it in the meantime.
    if (!(await isDue())) return
    const file = join(folder, `quartet-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`)
    await make(file, { files: env.BACKUP_FILES, signal })
    const { size: bytes } = await stat(file)
    logger.info({ file, bytes }, 'backup made')
    await record({ bytes })
    for (const { path } of (await listBackups(folder)).slice(env.BACKUP_KEEP)) await rm(path)
  })
}

/** The scheduled backups in a folder, newest first. Files with other names are not touched. */
async function listBackups(folder: string): Promise<{ path: string; madeAt: number }[]> {
  const names = (await readdir(folder)).filter((name) => /^quartet-\d{8}T\d{6}Z\.tar\.gz$/.test(name))
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

const makeInProcess: Due['make'] = async (file, { files, signal }) => {
  const child = spawn(process.execPath, [script, file, `--files=${files}`], { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-2_000)))
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  if (code !== 0) throw new BackupError(printed.trim().split('\n').at(-1) || `the process ended with ${code}`)
}
