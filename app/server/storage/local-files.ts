import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDiskSpace } from './disk-space.ts'
import type { LocalFile, StorageState, StoredSize } from './storage.ts'

export const chunkBytes = 256 * 1024
/** Age after which a file was certainly left by a dead process. */
const abandonedAfterMillis = 24 * 60 * 60 * 1000

/** The folder of files that are not stored yet. */
export type LocalFolder = { path: string; open(): LocalFile; freeBytes(): Promise<number> }

/** Creates the folder and deletes what dead processes left in it. Several processes may share it. */
export async function openLocalFolder(path: string): Promise<LocalFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  for (const name of await readdir(path)) {
    const file = join(path, name)
    // Another process may delete the file at the same time.
    const modified = await stat(file).catch(() => undefined)
    if (modified && Date.now() - modified.mtimeMs > abandonedAfterMillis) await rm(file, { force: true })
  }
  return {
    path,
    open() {
      const file = join(path, randomUUID())
      return { path: file, [Symbol.asyncDispose]: () => rm(file, { force: true }) }
    },
    freeBytes: async () => (await readDiskSpace(path)).free,
  }
}

export async function digestFile(path: string): Promise<StoredSize> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Bytes of the probe: more than a file system stores next to its inode, so that it needs a free block. */
const probeBytes = 4096

/** Measures the local disk and runs `store` with a small file to find out whether the storage accepts one. */
export async function checkBy(local: LocalFolder, store: (path: string) => Promise<void>): Promise<StorageState> {
  const freeBytes = await local.freeBytes().catch(() => 0)
  try {
    await using probe = local.open()
    await writeFile(probe.path, Buffer.alloc(probeBytes, 'probe'), { mode: 0o600, flush: true })
    await store(probe.path)
    return { writable: true, freeBytes, error: null }
  } catch (error) {
    return { writable: false, freeBytes, error: codeOf(error) }
  }
}

/** Returns the most specific code of an error and its causes. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error) return codeOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
