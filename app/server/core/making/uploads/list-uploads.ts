import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import type { ListQuery } from '#app/contract/protocols/openai-lists.ts'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import type { UploadRow } from './create-upload.ts'

/** Lists a person's uploads after one of them. Reads one more than the limit. */
export function listUploads(db: Database, { userId, after, limit, order }: ListQuery & { userId: string }): Promise<UploadRow[]> {
  const past = order === 'asc' ? gt : lt
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), after === undefined ? undefined : past(uploads.id, after)))
    .orderBy(order === 'asc' ? asc(uploads.id) : desc(uploads.id))
    .limit(limit + 1)
}
