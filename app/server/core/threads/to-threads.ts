import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Thread } from '#app/contract/studio.ts'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { threads } from '../../db/schema/library.ts'

export type ThreadRow = typeof threads.$inferSelect

/** Matches visible turns: those outside the trash. */
export const visibleTurn = and(eq(generations.threadId, threads.id), eq(generations.userId, threads.userId), isNull(generations.deletedAt))

/** Converts rows to the API's conversations; first prompts and counts are read once for all rows. */
export async function toThreads(db: Database, rows: readonly ThreadRow[]): Promise<Thread[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { threadId, prompt, id } = generations
  const visible = and(inArray(threadId, ids), isNull(generations.deletedAt))
  const [firsts, counts] = await Promise.all([
    db.selectDistinctOn([threadId], { threadId, prompt }).from(generations).where(visible).orderBy(threadId, asc(id)),
    db.select({ threadId, turns: count() }).from(generations).where(visible).groupBy(threadId),
  ])
  const firstOf = new Map(firsts.map((row) => [row.threadId, row.prompt]))
  const turnsOf = new Map(counts.map((row) => [row.threadId, row.turns]))
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    first_prompt: firstOf.get(row.id) ?? '',
    turns: turnsOf.get(row.id) ?? 0,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }))
}
