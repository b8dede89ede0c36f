import { createHash } from 'node:crypto'
import type { Database } from '#app/server/db/database.ts'
import { requireAllowed } from '../../rules/safety/blocked-content.ts'
import { createUpload, type CreateUploadOptions, findSame, type UploadRow } from './create-upload.ts'

export type KeepUploadOptions = Omit<CreateUploadOptions, 'content' | 'isReused'> & { bytes: Buffer }

/** Stores a file, or returns the person's upload with the same content: clients send the files of a conversation with every message. */
export async function keepUpload(db: Database, { bytes, ...options }: KeepUploadOptions): Promise<UploadRow> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // An upload from before the decision must not bring the content back.
  await requireAllowed(db, [sha256])
  // A text that is converted is found by its stored content, once it is read.
  return (
    (await findSame(db, { userId: options.userId, sha256 })) ??
    (await createUpload(db, { ...options, content: one(bytes), isReused: true }))
  )
}

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
