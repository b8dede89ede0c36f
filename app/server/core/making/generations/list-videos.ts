import { and, asc, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { ListQuery } from '#app/contract/protocols/openai-lists.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { GenerationRow } from './to-generation.ts'

/** Lists a person's videos outside the trash after one of them. Reads one more than the limit. */
export function listVideos(db: Database, { userId, after, limit, order }: ListQuery & { userId: string }): Promise<GenerationRow[]> {
  const past = order === 'asc' ? gt : lt
  const own = and(eq(generations.userId, userId), eq(generations.type, 'video'), isNull(generations.deletedAt))
  return db
    .select()
    .from(generations)
    .where(and(own, after === undefined ? undefined : past(generations.id, after)))
    .orderBy(order === 'asc' ? asc(generations.id) : desc(generations.id))
    .limit(limit + 1)
}
