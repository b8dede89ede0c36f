import { and, desc, eq, ilike, inArray, isNull, lt, or } from 'drizzle-orm'
import type * as v from 'valibot'
import type { GenerationPage, generationsQuerySchema } from '#app/contract/generations.ts'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import { pageLimit, readCursor, toPage } from '../page.ts'
import { toGenerations, type ViewOptions } from './to-generation.ts'

export type ListGenerationsOptions = ViewOptions & { userId: string; query: v.InferOutput<typeof generationsQuerySchema> }

/** A person's generations, newest first. */
export async function listGenerations(db: Database, { userId, query, ...view }: ListGenerationsOptions): Promise<GenerationPage> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const pattern = query.q && `%${query.q.replace(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await db
    .select()
    .from(generations)
    .where(
      and(
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
        before ? lt(generations.id, before) : undefined,
        query.type__in?.length ? inArray(generations.type, query.type__in) : undefined,
        query.status__in?.length ? inArray(generations.status, query.status__in) : undefined,
        query.favorite === undefined ? undefined : eq(generations.favorite, query.favorite),
        query.thread ? eq(generations.threadId, query.thread) : undefined,
        pattern ? or(ilike(generations.prompt, pattern), ilike(generations.title, pattern), ilike(generations.text, pattern)) : undefined,
      ),
    )
    .orderBy(desc(generations.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { items: await toGenerations(db, page.items, view), next_cursor: page.next_cursor }
}
