import { eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { embeddings } from '#app/server/db/schema/embeddings.ts'

/** Reads the vectors of a run, one for each of its texts; undefined if they have been erased. */
export async function readVectors(db: Database, { id, texts }: { id: string; texts: number }): Promise<Buffer[] | undefined> {
  const [row] = await db.select({ vectors: embeddings.vectors }).from(embeddings).where(eq(embeddings.generationId, id))
  if (!row?.vectors) return undefined
  const all = Buffer.from(row.vectors.buffer, row.vectors.byteOffset, row.vectors.byteLength)
  const length = all.length / texts
  return Array.from({ length: texts }, (_, index) => all.subarray(index * length, (index + 1) * length))
}
