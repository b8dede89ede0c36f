import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { uploads } from '../../db/schema/files.ts'
import { requireAllowed } from '../safety/blocked-content.ts'
import { createUpload, type CreateUploadOptions, type UploadRow } from './create-upload.ts'

export type KeepUploadOptions = Omit<CreateUploadOptions, 'content'> & { bytes: Buffer }

/** Stores a file, or returns the person's upload with the same content: clients send the files of a conversation with every message. */
export async function keepUpload(db: Database, { bytes, ...options }: KeepUploadOptions): Promise<UploadRow> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // An upload from before the decision must not bring the content back.
  await requireAllowed(db, [sha256])
  const [known] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, options.userId), eq(uploads.sha256, sha256)))
    .orderBy(uploads.id)
    .limit(1)
  return known ?? (await createUpload(db, { ...options, content: one(bytes) }))
}

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
