import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Providers } from '../../providers/providers.ts'

const earlier = alias(generations, 'earlier')

type Waiting = Pick<typeof generations.$inferSelect, 'id' | 'model' | 'status'>

/** Counts the runs, of all people, queued before each of these for the same machine or service. The result contains queued runs only. */
export async function countAhead(
  db: Database | Transaction,
  { providers, rows }: { providers: Providers; rows: readonly Waiting[] },
): Promise<Map<string, number>> {
  const waiting = rows.filter(({ status }) => status === 'queued')
  if (waiting.length === 0) return new Map()
  const models = new Map((await providers.models()).map((model) => [model.id, model]))
  // Ids are UUIDv7, so earlier runs have smaller ids.
  const counts = await db
    .select({ id: generations.id, model: earlier.model, count: sql<number>`count(*)::int` })
    .from(generations)
    .innerJoin(earlier, and(eq(earlier.status, 'queued'), lt(earlier.id, generations.id)))
    .where(
      inArray(
        generations.id,
        waiting.map(({ id }) => id),
      ),
    )
    .groupBy(generations.id, earlier.model)
  const handsOf = (id: string) => {
    const model = models.get(id)
    return model && providers.isRemote(model) ? model.provider : 'here'
  }
  return new Map(
    waiting.map(({ id, model }) => {
      const before = counts.filter((count) => count.id === id && handsOf(count.model) === handsOf(model))
      return [id, before.reduce((sum, { count }) => sum + count, 0)]
    }),
  )
}
