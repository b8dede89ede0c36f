import { open } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { uploads } from '../../db/schema/files.ts'
import type { Storage } from '../../storage/storage.ts'
import { Problem } from '../problem.ts'
import { requireAllowed } from '../safety/blocked-content.ts'
import { type Container, inspectFile, sniffFile } from './inspect-file.ts'
import { requireRoom } from './require-room.ts'
import type { UploadSlots } from './upload-slots.ts'

export type UploadRow = typeof uploads.$inferSelect
export type CreateUploadOptions = {
  storage: Storage
  slots: UploadSlots
  userId: string
  /** The file's bytes as they arrive. Once the file is refused, the rest is not read. */
  content: AsyncIterable<Uint8Array>
  /** Returns the name of the file once its content is read. */
  name?(): string | null
}

/** Receives an input of a run. The file is written to disk as it arrives, up to the limit of its kind. */
export async function createUpload(db: Database, { slots, ...options }: CreateUploadOptions): Promise<UploadRow> {
  using _ = slots.take(options.userId)
  return await receiveFile(db, options)
}

async function receiveFile(db: Database, { storage, userId, content, name }: Omit<CreateUploadOptions, 'slots'>): Promise<UploadRow> {
  // A person without quota is refused before a byte is read.
  await db.transaction((tx) => requireRoom(tx, { userId, bytes: 1 }))
  await using temp = storage.openTemp()
  const received = await receive(content, { path: temp.path, userId })
  const inspected = await inspectFile(temp.path, received.container, { userId })
  // The container alone does not distinguish a video from a sound.
  if (received.bytes > maxBytes(inspected)) throw tooLarge(inspected)
  const id = uuidv7()
  const storageKey = `uploads/${id.slice(-2)}/${id}`
  const { bytes, sha256 } = await storage.putFile(storageKey, temp.path)
  try {
    return await db.transaction(async (tx) => {
      await requireRoom(tx, { userId, bytes })
      await requireAllowed(tx, [sha256])
      const [created] = await tx
        .insert(uploads)
        .values({ id, userId, name: name?.() ?? null, storageKey, bytes, sha256, ...inspected })
        .returning()
      if (!created) throw new Error(`upload ${id} was not inserted`)
      return created
    })
  } catch (error) {
    await storage.delete(storageKey)
    throw error
  }
}

/** Number of bytes needed to recognize a file. */
const headBytes = 4096

const maxBytes = ({ type }: Pick<Container, 'type'>) => config.uploads.maxMegabytes[type] * 1_000_000
const tooLarge = ({ type }: Pick<Container, 'type'>) =>
  new Problem('payload_too_large', { limit: { of: type, mega: config.uploads.maxMegabytes[type] } })

/** Writes the content to `path`, up to the limit of its kind. */
async function receive(
  content: AsyncIterable<Uint8Array>,
  { path, userId }: { path: string; userId: string },
): Promise<{ container: Container; bytes: number }> {
  const file = await open(path, 'wx', 0o600)
  try {
    let head = Buffer.alloc(0)
    let container: Container | undefined
    let bytes = 0
    for await (const chunk of content) {
      if (!container) {
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
        if (head.length >= headBytes) container = await sniffFile(head, { userId })
      }
      bytes += chunk.length
      if (container && bytes > maxBytes(container)) throw tooLarge(container)
      await file.write(chunk)
    }
    return { container: container ?? (await sniffFile(head, { userId })), bytes }
  } finally {
    await file.close()
  }
}
