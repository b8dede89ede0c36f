import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

export type Storage = {
  /** Moves a complete local file in, atomically and durably; returns its size and SHA-256 (hex). */
  putFile(key: string, path: string): Promise<{ bytes: number; sha256: string }>
  /**
   * Reads a file. `end` is inclusive and may exceed the file. Throws StorageError('not_found'). Read to the end or cancel, because the
   * stream holds the file open.
   */
  read(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  /**
   * Opens a stored file as a local one until disposed; it stays readable if the stored one is deleted. Throws StorageError('not_found').
   */
  openLocal(key: string): Promise<LocalFile>
  /** Returns an unused path for a new file; `putFile` moves it in without a copy. */
  openTemp(): LocalFile
  /** Deletes a file; a missing one is no error. */
  delete(key: string): Promise<void>
  close?(): Promise<void>
}

/** Disposing deletes the file unless it was moved. */
export type LocalFile = AsyncDisposable & { path: string }

export type StorageErrorCode = 'not_found' | 'invalid_key' | 'invalid_range'

export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, options?: ErrorOptions) {
    super(`storage: ${code}`, options)
    this.code = code
  }
}

const chunkBytes = 256 * 1024
/** Age after which a copy was certainly left by a dead process. */
const abandonedAfterMillis = 24 * 60 * 60 * 1000

/** Files in a folder, by key. Several processes may share the folder. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder)
  const incoming = join(root, '.incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeAbandoned(incoming)

  return {
    async putFile(key, path) {
      const target = pathOf(root, key)
      await makeFolders(root, dirname(target))
      const digest = await digestFile(path)
      try {
        await sync(path)
        await rename(path, target)
      } catch (error) {
        if (!hasCode(error, 'EXDEV')) throw error
        await copyAcross(path, join(incoming, randomUUID()), target)
      }
      await sync(dirname(target))
      return digest
    },

    async read(key, range) {
      const path = pathOf(root, key)
      if (range && !isRange(range)) throw new StorageError('invalid_range')
      const file = await open(path).catch((error: unknown) => {
        throw isAbsent(error) ? new StorageError('not_found', { cause: error }) : error
      })
      if (!(await file.stat()).isFile()) {
        await file.close()
        throw new StorageError('not_found')
      }
      return streamOf(file, range)
    },

    async openLocal(key) {
      const source = pathOf(root, key)
      const local = temp(incoming)
      // A hard link takes no space, but some file systems do not support it.
      await link(source, local.path)
        .catch((error: unknown) => (isAbsent(error) ? Promise.reject(error) : copyFile(source, local.path)))
        .catch(async (error: unknown) => {
          await local[Symbol.asyncDispose]()
          throw isAbsent(error) ? new StorageError('not_found', { cause: error }) : error
        })
      return local
    },

    openTemp: () => temp(incoming),

    async delete(key) {
      await rm(pathOf(root, key), { force: true })
    },
  }
}

/** Each part begins with a letter or a digit: no `..`, no absolute path, no hidden file. */
const keyPattern = /^[0-9a-z][0-9a-z._-]*(?:\/[0-9a-z][0-9a-z._-]*)*$/i
const keyMaxLength = 200

function pathOf(root: string, key: string): string {
  if (key.length > keyMaxLength || !keyPattern.test(key)) throw new StorageError('invalid_key')
  return join(root, key)
}

function temp(folder: string): LocalFile {
  const path = join(folder, randomUUID())
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

function isRange({ start, end }: { start: number; end: number }): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start
}

function streamOf(file: FileHandle, range?: { start: number; end: number }): ReadableStream<Uint8Array> {
  let position = range?.start ?? 0
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const wanted = Math.min(chunkBytes, end - position)
          const { bytesRead, buffer } =
            wanted > 0 ? await file.read(new Uint8Array(wanted), 0, wanted, position) : { bytesRead: 0, buffer: undefined }
          if (bytesRead === 0 || !buffer) {
            await file.close()
            controller.close()
            return
          }
          position += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
        } catch (error) {
          await file.close().catch(() => {})
          throw error
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

async function digestFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Copies a file from another file system, where a rename is impossible. It is copied next to its destination and then renamed, so that it
 * appears at once.
 */
async function copyAcross(path: string, draft: string, target: string) {
  try {
    await pipeline(createReadStream(path, { highWaterMark: chunkBytes }), createWriteStream(draft, { flush: true, mode: 0o600 }))
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await rm(path, { force: true })
}

/** Creates the folder and makes its entry durable: a power cut could otherwise remove the folder with its files. */
async function makeFolders(root: string, folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let created = folder; created !== root; created = dirname(created)) await sync(dirname(created))
}

async function sync(path: string) {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const age = Date.now() - (await stat(path)).mtimeMs
    if (age > abandonedAfterMillis) await rm(path, { force: true })
  }
}

const isAbsent = (error: unknown) => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
