import { and, count, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isActive } from '../../active-account.ts'
import { Problem } from '../../problem.ts'
import { fileName, storedName } from './file-name.ts'

export type StoredFile = {
  storageKey: string
  mediaType: string
  bytes: number
  sha256: string
  /** The name for downloads. */ name: string
}
export type FindFileOptions = {
  id: string
  /** Null if a signed link authorizes the request. */
  ownerId: string | null
  /** For a signed link: the time at which the work had been moved to the trash, or null. */
  trashedAt?: Date | null
}

/**
 * Finds a file of a result or an upload. Files of other people and of accounts scheduled for deletion are not found. A signed link finds a
 * file only in the state it was signed for.
 */
export async function findFile(db: Database, options: FindFileOptions): Promise<StoredFile> {
  if (!validate(options.id)) throw new Problem('not_found')
  const found = (await findResult(db, options)) ?? (await findUploaded(db, options))
  if (!found) throw new Problem('not_found')
  return found
}

async function findResult(db: Database, { id, ownerId, trashedAt }: FindFileOptions): Promise<StoredFile | undefined> {
  const inState = trashedAt ? eq(generations.deletedAt, trashedAt) : isNull(generations.deletedAt)
  const [row] = await db
    .select({ file: files, prompt: generations.prompt, title: generations.title })
    .from(files)
    .innerJoin(generations, eq(generations.id, files.generationId))
    .innerJoin(users, and(eq(users.id, files.userId), isActive))
    .where(and(eq(files.id, id), isNull(generations.purgedAt), ownerId === null ? inState : eq(files.userId, ownerId)))
  if (!row) return undefined
  const { storageKey, mediaType, bytes, sha256, generationId, position } = row.file
  const [alike] = await db
    .select({ all: count(), upToThis: count(sql`case when ${files.position} <= ${position} then 1 end`) })
    .from(files)
    .where(and(eq(files.generationId, generationId), eq(files.mediaType, mediaType), isNotNull(files.position)))
  const number = position !== null && alike && alike.all > 1 ? alike.upToThis : undefined
  return { storageKey, mediaType, bytes, sha256, name: fileName(row.title ?? row.prompt, { mediaType, number }) }
}

async function findUploaded(db: Database, { id, ownerId }: FindFileOptions): Promise<StoredFile | undefined> {
  const [row] = await db
    .select(getTableColumns(uploads))
    .from(uploads)
    .innerJoin(users, and(eq(users.id, uploads.userId), isActive))
    .where(and(eq(uploads.id, id), ownerId === null ? undefined : eq(uploads.userId, ownerId)))
  if (!row) return undefined
  const { storageKey, mediaType, bytes, sha256 } = row
  return { storageKey, mediaType, bytes, sha256, name: storedName(row) ?? fileName('', { mediaType, number: undefined }) }
}
