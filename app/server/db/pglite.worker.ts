import { constants, cpSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFs, durableStartParams } from './durable-fs.ts'
import type { FromPglite, PgliteThreadData, ToPglite } from './pglite.ts'

/**
 * The thread that runs PGlite, whose computation would block timers and sockets on the main thread. It exchanges bytes of PostgreSQL's wire
 * protocol.
 */

if (!parentPort) throw new Error('pglite.worker.ts runs in a worker thread only.')
const port = parentPort
const { dir, wasm }: PgliteThreadData = workerData

const pglite = await PGlite.create({ fs: new DurableNodeFs(dir), startParams: durableStartParams, pgliteWasmModule: wasm })

/** AuthenticationOk, ReadyForQuery (idle). */
const welcome = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

/** Statements that clear the state of the last connection, because there is only one session. LISTEN stays. */
const clearSession = ['rollback', 'deallocate all', 'select pg_advisory_unlock_all()', 'reset all'].map(simpleQuery)

// An exception, also in a promise, ends the thread; the next start recovers from the log.
port.on('message', (message: ToPglite) => void obey(message))

async function obey(message: ToPglite): Promise<void> {
  if (message.type === 'close') {
    await pglite.close()
    answer({ type: 'closed' })
    port.close()
    return
  }
  if (message.type === 'copy') {
    answer({ type: 'copied', ...copyFolder(message.to) })
    return
  }
  if (message.type === 'connect') {
    for (const query of clearSession) await execute(query)
    answer({ type: 'data', socket: message.socket, bytes: new Uint8Array(welcome) })
    return
  }
  const bytes = await execute(message.bytes)
  const end = findEnd(bytes)
  answer({ type: 'data', socket: message.socket, bytes })
  if (end) throw new Error(`PostgreSQL ended: ${end}`)
}

answer({ type: 'ready' })

/** Copies the folder at one moment: this thread is the only one that writes to it, and it runs nothing else meanwhile. */
function copyFolder(to: string): { error?: Error } {
  try {
    // The file names a process; a copy of it would belong to none.
    cpSync(dir, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: (path) => !path.endsWith('postmaster.pid') })
    return {}
  } catch (error) {
    return { error: error instanceof Error ? error : new Error('The copy failed.') }
  }
}

async function execute(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  // Each chunk is a view of PGlite's memory, which the next one overwrites.
  await pglite.execProtocolRawStream(request, { syncToFs: false, onRawData: (chunk) => chunks.push(chunk.slice()) })
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/**
 * Returns the message of an error after which PGlite must end (a full disk, a failed fsync). A PostgreSQL server exits on these; PGlite
 * would continue with memory that no longer matches the disk.
 */
function findEnd(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const errorResponse = 0x45
  for (let at = 0; at + 5 <= bytes.length; at += 1 + view.getUint32(at + 1)) {
    if (bytes[at] !== errorResponse) continue
    // Fields start with their type and end with a zero byte: V is the severity in English, M the message.
    const fields = new TextDecoder().decode(bytes.subarray(at + 5, at + 1 + view.getUint32(at + 1))).split('\0')
    const severity = fields.find((field) => field.startsWith('V'))?.slice(1)
    if (severity === 'PANIC' || severity === 'FATAL') return fields.find((field) => field.startsWith('M'))?.slice(1) ?? severity
  }
  return undefined
}

function answer(message: FromPglite) {
  port.postMessage(message, message.type === 'data' ? [message.bytes.buffer] : [])
}

function simpleQuery(sql: string): Uint8Array {
  const text = new TextEncoder().encode(`${sql}\0`)
  const message = new Uint8Array(5 + text.length)
  message[0] = 0x51
  new DataView(message.buffer).setUint32(1, 4 + text.length)
  message.set(text, 5)
  return message
}
