import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Connections, DatabaseLogger } from './connections.ts'
import { endPool } from './end-pool.ts'
import { createNotifications } from './notifications.ts'
import { type PgliteLink, PgliteSocket } from './pglite-socket.ts'
import { syncToDisk } from '../sync-to-disk.ts'

export type PgliteThreadData = { dir: string; wasm: WebAssembly.Module }
export type ToPglite =
  | { type: 'connect'; socket: number }
  | { type: 'data'; socket: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'copy'; to: string }
  | { type: 'close' }
export type FromPglite =
  | { type: 'ready' }
  | { type: 'copied'; error?: Error }
  | { type: 'closed' }
  | { type: 'data'; socket: number; bytes: Uint8Array<ArrayBuffer> }

type Options = { dir: string; logger: DatabaseLogger; onFatal: (error: Error) => void }

// The package's import map finds the files, from the sources and from the bundled server.
const require = createRequire(import.meta.url)
const workerFile = require.resolve('#app/server/db/pglite.worker.ts')
const createFile = require.resolve('#app/server/db/pglite.create.ts')

/** Longer than any queue of transactions takes; a caller that waits longer waits for a connection that it holds itself. */
const connectionTimeoutMillis = 15_000

export async function openPglite({ dir, logger, onFatal }: Options): Promise<Connections> {
  if (!existsSync(dir)) await create(dir)
  const thread = await startThread(dir, onFatal)
  // PGlite has one session, so the pool has one connection. It stays open for LISTEN.
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis,
    host: 'pglite',
    user: 'postgres',
    password: '',
    stream: () => new PgliteSocket(thread.link),
  })
  const notifications = createNotifications({
    onError: (error, channel) => logger.error({ err: error, channel }, 'a notification was not processed'),
    listen: async (channel) => void (await pool.query(`listen ${pg.escapeIdentifier(channel)}`)),
    unlisten: async (channel) => void (await pool.query(`unlisten ${pg.escapeIdentifier(channel)}`)),
  })
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (client) => {
    // Without a listener, an error of a connection in use would end the process.
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => notifications.dispatch(channel, payload ?? ''))
  })
  const stopUpkeep = startUpkeep(pool, logger)

  return {
    kind: 'pglite',
    pool,
    listen: (channel, onNotify, onGap) => notifications.subscribe(channel, { onNotify, onGap }),
    async copyTo(folder) {
      // The only connection: no transaction is open while it is held.
      const client = await pool.connect()
      try {
        await client.query('checkpoint')
        await thread.copyTo(folder)
      } finally {
        client.release()
      }
    },
    async close() {
      stopUpkeep()
      await endPool(pool)
      await thread.close()
    },
  }
}

/** Code that runs once is not optimized: creation takes 0.6 GB of memory instead of 1.4. */
const savesMemory = ['--liftoff-only', '--max-semi-space-size=4']

/**
 * Creates the database under a temporary name and renames it when complete: a process killed half-way would otherwise leave a folder that
 * never opens. The process of a server that was killed may live on for a moment, so each has a draft of its own.
 */
async function create(dir: string) {
  const drafts = `${dir}.new`
  await rm(drafts, { recursive: true, force: true, maxRetries: 5 })
  const draft = join(drafts, randomUUID())
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const child = fork(createFile, [draft], { execArgv: savesMemory, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let last = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (last = `${last}${text}`.slice(-2_000)))
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new Error(`The database could not be created (${code ?? signal}).\n${last}`)
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) await syncToDisk(join(entry.parentPath, entry.name))
  }
  await syncToDisk(draft)
  await rename(draft, dir)
  await syncToDisk(dirname(dir))
  await rm(drafts, { recursive: true, force: true })
}

/** The compiled module, one per process; compiling takes half the time of opening. */
let wasm: Promise<WebAssembly.Module> | undefined

async function compileWasm(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(require.resolve('@electric-sql/pglite/pglite.wasm')))
}

async function startThread(dir: string, onFatal: (error: Error) => void) {
  const workerData: PgliteThreadData = { dir, wasm: await (wasm ??= compileWasm()) }
  const worker = new Worker(workerFile, { workerData, name: 'pglite' })
  const sockets = new Map<number, PgliteSocket>()
  const ids = new Map<PgliteSocket, number>()
  const ready = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let copied: PromiseWithResolvers<void> | undefined
  let lastId = 0
  let closing = false
  let opened = false
  let fault: Error | undefined

  const fail = (error: Error) => {
    if (fault) return
    fault = error
    ready.reject(error)
    closed.resolve()
    copied?.reject(error)
    for (const socket of sockets.values()) socket.destroy(error)
    if (opened && !closing) onFatal(error)
  }
  const post = (message: ToPglite) => worker.postMessage(message, message.type === 'data' ? [message.bytes.buffer] : [])
  worker.on('error', (cause) => fail(new Error('The database thread failed.', { cause })))
  worker.on('exit', (code) => fail(new Error(`The database thread ended (${code}).`)))
  worker.on('message', (message: FromPglite) => {
    if (message.type === 'ready') ready.resolve()
    else if (message.type === 'closed') closed.resolve()
    else if (message.type === 'copied' && message.error) copied?.reject(message.error)
    else if (message.type === 'copied') copied?.resolve()
    else sockets.get(message.socket)?.receive(message.bytes)
  })

  await ready.promise
  opened = true

  const link: PgliteLink = {
    open(socket) {
      if (fault) {
        socket.destroy(fault)
        return
      }
      lastId += 1
      ids.set(socket, lastId)
      sockets.set(lastId, socket)
      post({ type: 'connect', socket: lastId })
    },
    send(socket, bytes) {
      const id = ids.get(socket)
      if (id !== undefined) post({ type: 'data', socket: id, bytes })
    },
    close(socket) {
      const id = ids.get(socket)
      if (id !== undefined) sockets.delete(id)
      ids.delete(socket)
    },
  }
  return {
    link,
    copyTo(folder: string): Promise<void> {
      if (fault) return Promise.reject(fault)
      copied = Promise.withResolvers<void>()
      post({ type: 'copy', to: folder })
      return copied.promise
    },
    async close() {
      closing = true
      if (!fault) post({ type: 'close' })
      await closed.promise
      await worker.terminate()
    },
  }
}

const checkpointCheckMillis = 30_000
const checkpointAfterBytes = 32 * 1024 * 1024
const vacuumMillis = 6 * 60 * 60 * 1000

/** Writes checkpoints, without which the log would grow without limit, and vacuums: PGlite has no background processes for either. */
function startUpkeep(pool: pg.Pool, logger: DatabaseLogger) {
  const run = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => logger.warn({ err: error }, 'database upkeep failed'))
  const checkpoint = setInterval(
    run(async () => {
      const { rows } = await pool.query<{ due: boolean }>(
        'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as due from pg_control_checkpoint()',
        [checkpointAfterBytes],
      )
      if (rows[0]?.due) await pool.query('checkpoint')
    }),
    checkpointCheckMillis,
  ).unref()
  const vacuum = setInterval(
    run(() => pool.query('vacuum (analyze)')),
    vacuumMillis,
  ).unref()
  return () => {
    clearInterval(checkpoint)
    clearInterval(vacuum)
  }
}
