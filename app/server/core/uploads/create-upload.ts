import { open } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { uploads } from '../../db/schema.ts'
import type { Storage } from '../../storage/storage.ts'
import { Problem } from '../problem.ts'
import { inspectFile, unreadable } from './inspect-file.ts'
import { requireRoom } from './require-room.ts'
import { type Container, headBytes, sniffContainer } from './sniff-container.ts'

export type UploadRow = typeof uploads.$inferSelect
export type CreateUploadOptions = {
  storage: Storage
  userId: string
  /** The file's bytes as they come; left unread where they stop being wanted. */
  content: AsyncIterable<Uint8Array>
}

/** As many as a run has inputs: more at once would only fill the disk before any of them is weighed. */
const maxAtOnce = 8
const underWay = new Map<string, number>()

/** Takes a person's file in, to be an input of a run. It goes to the disk as it comes, and no further than the limit of its kind. */
export async function createUpload(db: Database, options: CreateUploadOptions): Promise<UploadRow> {
  const { userId } = options
  const before = underWay.get(userId) ?? 0
  if (before >= maxAtOnce) throw new Problem('too_many_attempts', { retryAfter: 10 })
  underWay.set(userId, before + 1)
  try {
    return await takeIn(db, options)
  } finally {
    const left = (underWay.get(userId) ?? 1) - 1
    if (left > 0) underWay.set(userId, left)
    else underWay.delete(userId)
  }
}

async function takeIn(db: Database, { storage, userId, content }: CreateUploadOptions): Promise<UploadRow> {
  // Before a byte is read: who has no room need not send anything.
  await db.transaction((tx) => requireRoom(tx, { userId, bytes: 1 }))
  await using temp = storage.openTemp()
  const received = await receive(content, temp.path)
  const inspected = await inspectFile(temp.path, received.container)
  // Only now it is known that a film without pictures is a sound.
  if (received.bytes > maxBytes(inspected)) throw tooLarge(inspected)
  const id = uuidv7()
  const storageKey = `uploads/${id.slice(-2)}/${id}`
  const { bytes, sha256 } = await storage.putFile(storageKey, temp.path)
  try {
    return await db.transaction(async (tx) => {
      await requireRoom(tx, { userId, bytes })
      const [created] = await tx
        .insert(uploads)
        .values({ id, userId, storageKey, bytes, sha256, ...inspected })
        .returning()
      if (!created) throw new Error(`upload ${id} was not inserted`)
      return created
    })
  } catch (error) {
    await storage.delete(storageKey)
    throw error
  }
}

const maxBytes = ({ type }: Pick<Container, 'type'>) => config.uploads.maxMegabytes[type] * 1_000_000
const tooLarge = ({ type }: Pick<Container, 'type'>) =>
  new Problem('payload_too_large', { limit: { of: type, mega: config.uploads.maxMegabytes[type] } })

/** Writes what comes to `path`, as far as the limit of its kind. */
async function receive(content: AsyncIterable<Uint8Array>, path: string): Promise<{ container: Container; bytes: number }> {
  const file = await open(path, 'wx', 0o600)
  try {
    let head = Buffer.alloc(0)
    let container: Container | undefined
    let bytes = 0
    for await (const chunk of content) {
      if (!container) {
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
        if (head.length >= headBytes) container = sniffContainer(head) ?? refuse()
      }
      bytes += chunk.length
      if (container && bytes > maxBytes(container)) throw tooLarge(container)
      await file.write(chunk)
    }
    return { container: container ?? sniffContainer(head) ?? refuse(), bytes }
  } finally {
    await file.close()
  }
}

function refuse(): never {
  throw unreadable()
}
