import { access, chmod, constants, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messages } from '../preflight/messages.mjs'
import { diskProblem } from '../preflight/preflight.mjs'

export type DataDirErrorCode = 'in_use' | 'not_writable' | 'disk_full'

/** An unusable data folder; the message is one line for the operator. */
export class DataDirError extends Error {
  override name = 'DataDirError'
  readonly code: DataDirErrorCode

  constructor(code: DataDirErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type DataDirLock = { dir: string; release: () => void }

const sqliteBusy = 5

/**
 * Creates the data folder, accessible to this user only (PGlite leaves its files readable by all), and locks it for this process. PGlite
 * has no lock of its own, and two processes on one folder lose acknowledged rows.
 */
export async function lockDataDir(path: string): Promise<DataDirLock> {
  const dir = resolve(path)
  try {
    await makeFolder(dir)
    // The trailing slash requires a folder.
    await access(`${dir}/`)
    // A writable folder of another user (a mounted volume) keeps its mode.
    await chmod(dir, 0o700).catch(() => {})
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(dir, error)
  }
  return { dir, release: lockFile(dir) }
}

/** Creates the folder with its parents. Node's recursive mkdir hangs where nothing can be created, such as below /proc. */
async function makeFolder(dir: string): Promise<void> {
  const make = () => mkdir(dir, { mode: 0o700 })
  const code = await make().then(
    () => undefined,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' || error.code === 'EEXIST' ? error.code : Promise.reject(error)),
  )
  if (code !== 'ENOENT') return
  await makeFolder(dirname(dir))
  await make()
}

/** Locks by SQLite, because the system releases the lock however the process dies. Nothing is written to the file. */
function lockFile(dir: string): () => void {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(dir, 'lock'), { timeout: 0 })
    file.exec('begin exclusive')
  } catch (error) {
    file?.close()
    if (isSqliteError(error) && error.errcode === sqliteBusy) {
      const message = `The data folder ${dir} is in use by another process: stop that one first, or choose another data folder.`
      throw new DataDirError('in_use', message, { cause: error })
    }
    throw notWritable(dir, error)
  }
  const held = file
  return () => held.close()
}

function notWritable(dir: string, cause: unknown) {
  const full = diskFull(dir, cause)
  if (full) return full
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new DataDirError('not_writable', messages.notWritable(dir, reason), { cause })
}

/** Explains a failure by a full disk, if it is one. The embedded database and SQLite name no reason of their own. */
export function diskFull(dir: string, cause: unknown): DataDirError | undefined {
  const message = diskProblem(dir, cause)
  return message === undefined ? undefined : new DataDirError('disk_full', message, { cause })
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}
