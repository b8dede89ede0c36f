import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { Connections, DatabaseLogger } from '../db/connections.ts'
import { BackupError } from './backup-error.ts'

const socketOf = (dataDir: string) => join(dataDir, 'snapshots.sock')

/** The longest path of a socket that every system accepts. */
const maxPathBytes = 103

const answerSchema = v.union([v.object({ path: v.string() }), v.object({ error: v.string() })])

/**
 * Copies the embedded database for other processes of this user, because only the process that has it open can. A client that connects to the
 * socket gets the path of a copy, which is deleted when the connection ends. Returns a function that stops.
 */
export async function serveSnapshots({
  dataDir,
  copyTo,
  logger,
}: {
  dataDir: string
  copyTo: NonNullable<Connections['copyTo']>
  logger: DatabaseLogger
}): Promise<() => Promise<void>> {
  const path = socketOf(dataDir)
  if (Buffer.byteLength(path) > maxPathBytes) {
    logger.warn('The path of DATA_DIR is too long for a socket: no backup can be made while the server runs.')
    return async () => {}
  }
  const answers = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const answered = answer(socket)
      .catch((error: unknown) => logger.warn({ err: error }, 'a snapshot of the database failed'))
      .finally(() => answers.delete(answered))
    answers.add(answered)
  })

  async function answer(socket: Socket): Promise<void> {
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    // Nothing is expected; reading notices the end.
    socket.resume()
    const folder = join(dataDir, 'scratch', `snapshot-${randomUUID()}`)
    try {
      await mkdir(join(dataDir, 'scratch'), { recursive: true, mode: 0o700 })
      const result = await copyTo(folder).then(
        () => ({ path: folder }),
        (error: NodeJS.ErrnoException) => ({ error: error.code ?? error.name }),
      )
      socket.write(`${JSON.stringify(result)}\n`)
      if ('error' in result) socket.end()
      await ended
    } finally {
      sockets.delete(socket)
      await rm(folder, { recursive: true, force: true })
    }
  }

  // A killed process leaves its socket. The lock of the data folder is held, so nobody else listens.
  await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  await chmod(path, 0o600)
  return async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await Promise.all(answers)
  }
}

export type Copy = { path: string; release(): Promise<void> }

/** Asks the process that has the database open for a copy. Throws BackupError if it does not answer. */
export async function requestSnapshot(dataDir: string): Promise<Copy> {
  const socket = createConnection(socketOf(dataDir))
  try {
    await once(socket, 'connect')
  } catch {
    throw new BackupError(
      `${dataDir} is in use by a process that makes no snapshots: a server of an earlier version, or another command. Stop it, or update it first.`,
    )
  }
  socket.on('error', () => {})
  for await (const line of createInterface({ input: socket })) {
    const answer = v.parse(answerSchema, JSON.parse(line))
    if ('error' in answer) throw new BackupError(`The server could not copy its database (${answer.error}): check that the disk has room.`)
    return {
      path: answer.path,
      async release() {
        socket.destroy()
      },
    }
  }
  throw new BackupError('The server stopped while it copied its database: start again.')
}
