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
import { newestFirst, pageLimit, toPage } from '../page.ts'
import { type CollectionRow, collectionsColumn, toCollections } from './list-collections.ts'
import { type SummaryRow, summaryColumns, toSummary } from './summarize-library.ts'

export type ReadOverviewOptions = ViewOptions & { userId: string }

const unfinished = ['queued', 'running'] as const
const isUnfinished = ({ status }: { status: string }) => unfinished.some((own) => own === status)
/** Without parameters, as the partial index has it. */
const isActive = sql`${generations.status} in ('queued', 'running')`
const limit = pageLimit({})
const person = sql.placeholder('userId')

const { used, trash } = summaryColumns(person)
const ownCollections = collectionsColumn(eq(collections.userId, person))
type Totals = SummaryRow & { collections: CollectionRow[] }

/**
 * Reads the newest works and the unfinished ones in one statement, because they are mostly the same rows. The first row also has the totals,
 * because on the embedded database a statement costs as much as it reads.
 */
const works = prepared((db) => {
  const own = and(eq(generations.userId, person), isNull(generations.deletedAt))
  const first = (which: typeof own) =>
    db
      .select({ id: generations.id })
      .from(generations)
      .where(which)
      .orderBy(newestFirst(generations.id))
      .limit(limit + 1)
  return db
    .select({
      ...shownColumns,
      totals: sql<Totals | null>`case when row_number() over (order by generations.id desc) = 1 then
        json_build_object('used', ${used}, 'trash', ${trash}, 'collections', ${ownCollections}) end`,
    })
    .from(generations)
    .where(inArray(generations.id, unionAll(first(own), first(and(own, isActive)))))
    .orderBy(desc(generations.id))
    .prepare('overview_works')
})

/** The totals of a person without works. */
const totalsAlone = prepared((db) =>
  db.select({ used, trash, collections: ownCollections }).from(users).where(eq(users.id, person)).prepare('overview_totals'),
)

/** Reads the lists of works, the summary and the collections in one statement instead of five. */
export async function readOverview(db: Database, { userId, ...view }: ReadOverviewOptions): Promise<Overview> {
  const rows = await works(db).execute({ userId })
  const totals = rows[0]?.totals ?? (await totalsAlone(db).execute({ userId }))[0]
  if (!totals) throw new Error(`user ${userId} vanished`)
  const shown = await toGenerations(db, rows, view)
  const page = <Row extends { id: string }>(list: Row[]) => toPage(list, limit, (row) => row)
  return {
    works: page(shown.slice(0, limit + 1)),
    active: page(shown.filter(isUnfinished).slice(0, limit + 1)),
    summary: await toSummary(totals, view),
    collections: toCollections(totals.collections, view.keys),
  }
}
