import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkBy, chunkBytes, digestFile, openLocalFolder } from './local-files.ts'
import {
  isKey,
  type ListedFile,
  type ReadOptions,
  requireKey,
  requireRange,
  type Storage,
  StorageError,
  storageErrorOf,
} from './storage.ts'
import { syncToDisk } from '../sync-to-disk.ts'

/** Files in a folder, by key. Several processes may share the folder. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder)
  const incoming = await openLocalFolder(join(root, '.incoming'))

  /** Makes a file next to its destination and renames it, so that it appears at once. */
  async function place(target: string, write: (draft: string) => Promise<void>): Promise<void> {
    const draft = join(incoming.path, randomUUID())
    try {
      await write(draft)
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  return {
    kind: 'folder',
    place: root,

    async putFile(key, path) {
      const target = pathOf(root, key)
      try {
        await makeFolders(root, dirname(target))
        const digest = await digestFile(path)
        try {
          await syncToDisk(path)
          await rename(path, target)
        } catch (error) {
          if (!hasCode(error, 'EXDEV')) throw error
          // From another file system, where a rename is impossible.
          await place(target, (draft) =>
            pipeline(createReadStream(path, { highWaterMark: chunkBytes }), createWriteStream(draft, { flush: true, mode: 0o600 })),
          )
          await rm(path, { force: true })
        }
        await syncToDisk(dirname(target))
        return digest
      } catch (error) {
        throw storageErrorOf(error) ?? error
      }
    },

    async read(key, options = {}) {
      const path = pathOf(root, key)
      requireRange(options)
      const file = await open(path).catch((error: unknown) => {
        throw asStorageError(error)
      })
      const opened = await file.stat()
      const isWhole = opened.isFile() && (options.bytes === undefined || opened.size === options.bytes)
      if (!isWhole) {
        await file.close()
        throw new StorageError(opened.isFile() ? 'damaged' : 'not_found')
      }
      return streamOf(file, options)
    },

    async openLocal(key) {
      const source = pathOf(root, key)
      const local = incoming.open()
      // A hard link takes no space, but some file systems do not support it.
      await link(source, local.path)
        .catch((error: unknown) => (isAbsent(error) ? Promise.reject(error) : copyFile(source, local.path)))
        .catch(async (error: unknown) => {
          await local[Symbol.asyncDispose]()
          throw asStorageError(error)
        })
      return local
    },

    openTemp: () => incoming.open(),

    async stat(key) {
      try {
        const found = await stat(pathOf(root, key))
        return found.isFile() ? { bytes: found.size } : undefined
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw asStorageError(error)
      }
    },

    async copy(from, to) {
      const [source, target] = [pathOf(root, from), pathOf(root, to)]
      try {
        await makeFolders(root, dirname(target))
        await place(target, async (draft) => {
          await copyFile(source, draft)
          await syncToDisk(draft)
        })
        await syncToDisk(dirname(target))
      } catch (error) {
        throw asStorageError(error)
      }
    },

    async delete(key) {
      await rm(pathOf(root, key), { force: true }).catch((error: unknown) => {
        throw asStorageError(error)
      })
    },

    list: (prefix = '') => listFolder(root, prefix),

    check: () => checkBy(incoming, async () => {}),
  }
}

function pathOf(root: string, key: string): string {
  requireKey(key)
  return join(root, key)
}

async function* listFolder(root: string, prefix: string): AsyncGenerator<ListedFile> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(folder).catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw asStorageError(error)
    })
    if (!entries) continue
    for await (const entry of entries) {
      const path = join(folder, entry.name)
      const key = relative(root, path).replaceAll(sep, '/')
      if (!isKey(key)) continue
      if (entry.isDirectory() && (key.startsWith(prefix) || prefix.startsWith(`${key}/`))) folders.push(path)
      if (!entry.isFile() || !key.startsWith(prefix)) continue
      // Another process may have deleted the file.
      const found = await stat(path).catch(() => undefined)
      if (found) yield { key, bytes: found.size, modifiedAt: found.mtime }
    }
  }
}

function streamOf(file: FileHandle, { start = 0, end = Number.MAX_SAFE_INTEGER }: ReadOptions): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const wanted = Math.min(chunkBytes, end + 1 - position)
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
          throw asStorageError(error)
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

/** Creates the folder and makes its entry durable: a power cut could otherwise remove the folder with its files. */
async function makeFolders(root: string, folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let created = folder; created !== root; created = dirname(created)) await syncToDisk(dirname(created))
}

const isAbsent = (error: unknown) => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
const asStorageError = (error: unknown) =>
  isAbsent(error) ? new StorageError('not_found', { cause: error }) : (storageErrorOf(error) ?? error)

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
