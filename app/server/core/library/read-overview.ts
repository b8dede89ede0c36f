import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Overview } from '#app/contract/overview.ts'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { generations } from '../../db/schema/generations.ts'
import { collections } from '../../db/schema/library.ts'
import { users } from '../../db/schema/users.ts'
import { shownColumns } from '../generations/beside.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { pageLimit, toPage } from '../page.ts'
import { collectionsColumn, toCollections } from './list-collections.ts'
import { summaryColumns, toSummary } from './summarize-library.ts'

export type ReadOverviewOptions = ViewOptions & { userId: string }

const unfinished = ['queued', 'running'] as const
const isUnfinished = ({ status }: { status: string }) => unfinished.some((own) => own === status)
const limit = pageLimit({})
const person = sql.placeholder('userId')

/** Reads the newest works and the unfinished ones in one statement, because they are mostly the same rows. */
const works = prepared((db) => {
  const own = and(eq(generations.userId, person), isNull(generations.deletedAt))
  const first = (which: typeof own) =>
    db
      .select({ id: generations.id })
      .from(generations)
      .where(which)
      .orderBy(desc(generations.id))
      .limit(limit + 1)
  return db
    .select(shownColumns)
    .from(generations)
    .where(inArray(generations.id, unionAll(first(own), first(and(own, inArray(generations.status, unfinished))))))
    .orderBy(desc(generations.id))
    .prepare('overview_works')
})

const totals = prepared((db) =>
  db
    .select({ ...summaryColumns(person), collections: collectionsColumn(eq(collections.userId, person)) })
    .from(users)
    .where(eq(users.id, person))
    .prepare('overview_totals'),
)

/** Reads the lists of works, the summary and the collections in two statements instead of five. */
export async function readOverview(db: Database, { userId, ...view }: ReadOverviewOptions): Promise<Overview> {
  const [rows, [total]] = await Promise.all([works(db).execute({ userId }), totals(db).execute({ userId })])
  if (!total) throw new Error(`user ${userId} vanished`)
  const shown = await toGenerations(db, rows, view)
  const page = <Row extends { id: string }>(list: Row[]) => toPage(list, limit, (row) => row)
  return {
    works: page(shown.slice(0, limit + 1)),
    active: page(shown.filter(isUnfinished).slice(0, limit + 1)),
    summary: await toSummary(total, view),
    collections: toCollections(total.collections, view.keys),
  }
}
