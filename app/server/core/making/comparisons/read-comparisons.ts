import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Comparison, Standings } from '#app/contract/runs/comparisons.ts'
import type { Database } from '#app/server/db/database.ts'
import { comparisons } from '#app/server/db/schema/comparisons.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import type { ComparisonRow } from './create-comparison.ts'

const isVisible = and(eq(generations.comparisonId, comparisons.id), isNull(generations.deletedAt))

export type ListComparisonsOptions = ViewOptions & { userId: string; query: PageQuery }

/** Lists a person's comparisons, newest first, without those entirely in the trash. */
export async function listComparisons(db: Database, { userId, query, ...view }: ListComparisonsOptions): Promise<Page<Comparison>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const visible = exists(db.select({ id: generations.id }).from(generations).where(isVisible))
  const rows = await db
    .select()
    .from(comparisons)
    .where(and(eq(comparisons.userId, userId), visible, before ? lt(comparisons.id, before) : undefined))
    .orderBy(desc(comparisons.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { items: await toComparisons(db, page.items, view), next_cursor: page.next_cursor }
}

/** Finds the person's own comparison; another person's is `not_found`. */
export async function findComparison(
  db: Database,
  { userId, id, ...view }: ViewOptions & { userId: string; id: string },
): Promise<Comparison> {
  if (!validate(id)) throw new Problem('not_found')
  const [row] = await db
    .select()
    .from(comparisons)
    .where(and(eq(comparisons.id, id), eq(comparisons.userId, userId)))
  const [comparison] = row ? await toComparisons(db, [row], view) : []
  if (!comparison) throw new Problem('not_found')
  return comparison
}

/** Counts how often each model was chosen, most chosen first. Comparisons without a choice do not count. */
export async function readStandings(db: Database, userId: string): Promise<Standings> {
  const chosen = count(sql`case when ${generations.id} = ${comparisons.best} then 1 end`)
  return db
    .select({
      model: generations.model,
      type: comparisons.type,
      compared: sql<number>`count(distinct ${comparisons.id})`.mapWith(Number),
      chosen,
    })
    .from(comparisons)
    .innerJoin(generations, eq(generations.comparisonId, comparisons.id))
    .where(and(eq(comparisons.userId, userId), isNotNull(comparisons.best)))
    .groupBy(generations.model, comparisons.type)
    .orderBy(desc(chosen), asc(generations.model))
}

/** Converts rows to the API's comparisons. A model that was run again is represented by its latest run. */
async function toComparisons(db: Database, rows: readonly ComparisonRow[], view: ViewOptions): Promise<Comparison[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const runs = await db
    .select()
    .from(generations)
    .where(and(inArray(generations.comparisonId, ids), isNull(generations.deletedAt)))
    .orderBy(asc(generations.id))
  // A later run takes the place of an earlier one of the same model.
  const latest = new Map(runs.map((run) => [`${run.comparisonId} ${run.model}`, run]))
  const runsOf = Map.groupBy(await toGenerations(db, [...latest.values()], view), ({ comparison_id: id }) => id)
  return rows.map(({ id, type, prompt, blind, best, createdAt }) => {
    const own = runsOf.get(id) ?? []
    return {
      id,
      type,
      prompt,
      blind,
      created_at: createdAt.toISOString(),
      best: own.some((run) => run.id === best) ? best : null,
      runs: own,
    }
  })
}
