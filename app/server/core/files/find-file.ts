import { and, eq, isNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database } from '../../db/database.ts'
import { files, generations } from '../../db/schema.ts'
import { Problem } from '../problem.ts'

export type StoredFile = typeof files.$inferSelect & { model: string }

/** A file by its id. `ownerId` null: the caller has shown a signed link instead of a session. Anything else is as absent as what never was. */
export async function findFile(db: Database, { id, ownerId }: { id: string; ownerId: string | null }): Promise<StoredFile> {
  if (!validate(id)) throw new Problem('not_found')
  const [row] = await db
    .select({ file: files, model: generations.model })
    .from(files)
    .innerJoin(generations, eq(generations.id, files.generationId))
    .where(and(eq(files.id, id), isNull(generations.deletedAt), ownerId === null ? undefined : eq(files.userId, ownerId)))
  if (!row) throw new Problem('not_found')
  return { ...row.file, model: row.model }
}
