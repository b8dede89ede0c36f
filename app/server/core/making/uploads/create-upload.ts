import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { config, type Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'
import { requireAllowed } from '../../rules/safety/blocked-content.ts'
import { type Container, inspectFile, isPacked, sniffFile } from './inspect-file.ts'
import { requireRoom } from './require-room.ts'
import type { UploadSlots } from './upload-slots.ts'

export type UploadRow = typeof uploads.$inferSelect
export type CreateUploadOptions = {
  storage: Storage
  slots: UploadSlots
  userId: string
  /** The person's language, by which the encoding of a text is guessed; the usual one by default. */
  locale?: Locale | undefined
  /** The file's bytes as they arrive. Once the file is refused, the rest is not read. */
  content: AsyncIterable<Uint8Array>
  /** Returns the name of the file once its content is read. */
  name?(): string | null
  /** Whether an upload of the person whose stored content is the same is returned instead of another one. */
  isReused?: boolean
}

/** Receives an input of a run. The file is written to disk as it arrives, up to the limit of its kind. */
export async function createUpload(db: Database, { slots, ...options }: CreateUploadOptions): Promise<UploadRow> {
  using _ = slots.take(options.userId)
  return await receiveFile(db, options)
}

async function receiveFile(db: Database, options: Omit<CreateUploadOptions, 'slots'>): Promise<UploadRow> {
  const { storage, userId, locale = config.locale.default, content, name, isReused = false } = options
  // A person without quota is refused before a byte is read.
  await db.transaction((tx) => requireRoom(tx, { userId, bytes: 1 }))
  await using temp = storage.openTemp()
  await using read = storage.openTemp()
  const received = await receive(content, { path: temp.path, userId })
  const { facts, isConverted } = await inspectFile(temp.path, received.container, { userId, locale, to: read.path })
  const { path } = isConverted ? read : temp
  const size = isConverted ? (await stat(path)).size : received.bytes
  // The container alone does not distinguish a video from a sound, and a text is as long as it is when it is read.
  if (size > maxBytes(facts)) throw tooLarge(facts)
  if (isConverted)
    await requireAllowed(db, [
      createHash('sha256')
        .update(await readFile(temp.path))
        .digest('hex'),
    ])
  const id = uuidv7()
  const storageKey = `uploads/${id.slice(-2)}/${id}`
  const { bytes, sha256 } = await storage.putFile(storageKey, path)
  try {
    const known = isReused ? await findSame(db, { userId, sha256 }) : undefined
    if (known) {
      await storage.delete(storageKey)
      return known
    }
    return await db.transaction(async (tx) => {
      await requireRoom(tx, { userId, bytes })
      await requireAllowed(tx, [sha256])
      const [created] = await tx
        .insert(uploads)
        .values({ id, userId, name: name?.() ?? null, storageKey, bytes, sha256, ...facts })
        .returning()
      if (!created) throw new Error(`upload ${id} was not inserted`)
      return created
    })
  } catch (error) {
    await storage.delete(storageKey)
    throw error
  }
}

/** Finds the person's first upload with this content. */
export async function findSame(db: Database, { userId, sha256 }: Pick<UploadRow, 'userId' | 'sha256'>): Promise<UploadRow | undefined> {
  const [known] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), eq(uploads.sha256, sha256)))
    .orderBy(uploads.id)
    .limit(1)
  return known
}

/** Number of bytes needed to recognize a file. */
const headBytes = 4096

const maxBytes = ({ type }: Pick<Container, 'type'>) => config.uploads.maxMegabytes[type] * 1_000_000
const tooLarge = ({ type }: Pick<Container, 'type'>) =>
  new Problem('payload_too_large', { limit: { of: type, mega: config.uploads.maxMegabytes[type] } })

/** Bytes of a file as it is sent: a document of an office program has more than its text, and UTF-16 has up to twice as many. */
const maxSentBytes = (container: Container) =>
  isPacked(container.mediaType) ? maxBytes({ type: 'document' }) : maxBytes(container) * (container.isWide ? 2 : 1)
const tooMuchSent = (container: Container) =>
  isPacked(container.mediaType)
    ? new Problem('payload_too_large', { limit: { of: 'office', mega: config.uploads.maxMegabytes.document } })
    : tooLarge(container)

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
      if (container && bytes > maxSentBytes(container)) throw tooMuchSent(container)
      await file.write(chunk)
    }
    return { container: container ?? (await sniffFile(head, { userId })), bytes }
  } finally {
    await file.close()
  }
}
