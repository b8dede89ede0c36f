import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Upload } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import type { Keys } from '#app/server/keys.ts'
import { signFileUrl } from '../files/file-url.ts'
import { Problem } from '../../problem.ts'
import type { UploadRow } from './create-upload.ts'

export type OwnUpload = { userId: string; id: string }

/** Finds the person's own upload; another person's is `not_found`. */
export function ownUpload({ userId, id }: OwnUpload) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(uploads.id, id), eq(uploads.userId, userId))
}

export async function findUpload(db: Database, own: OwnUpload): Promise<UploadRow> {
  const [row] = await db.select().from(uploads).where(ownUpload(own))
  if (!row) throw new Problem('not_found')
  return row
}

/** Converts a row to the API's upload. */
export function toUpload(row: UploadRow, keys: Keys): Upload {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    url: signFileUrl(keys, row.id),
    media_type: row.mediaType,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.durationMs,
    pages: row.pages,
    created_at: row.createdAt.toISOString(),
  }
}
