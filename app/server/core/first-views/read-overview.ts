import { eq } from 'drizzle-orm'
import type { Overview } from '#app/contract/overview.ts'
import type { Database } from '../../db/database.ts'
import { collections } from '../../db/schema/library.ts'
import type { ViewOptions } from '../generations/to-generation.ts'
import { type CollectionRow, collectionsColumn, toCollections } from '../library/list-collections.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../library/summarize-library.ts'
import { type PurseRow, purseColumn } from '../tokens/read-purse.ts'
import { firstView, viewer } from './first-view.ts'

export type ReadOverviewOptions = ViewOptions & { userId: string }

type Totals = SummaryRow & { collections: CollectionRow[]; purse: PurseRow | null }

const view = firstView<Totals>('overview', {
  beside: (db) => ({ ...summaryColumns(viewer), collections: collectionsColumn(eq(collections.userId, viewer)), purse: purseColumn(db) }),
})

/** Reads the lists of works, the summary, the collections and the purse in one statement instead of six. */
export async function readOverview(
  db: Database,
  options: ReadOverviewOptions,
): Promise<Omit<Overview, 'quote'> & { purse: PurseRow | null }> {
  const { lists, beside } = await view(db, options)
  return {
    ...lists,
    summary: await toSummary(beside, options),
    collections: toCollections(beside.collections, options.keys),
    purse: beside.purse,
  }
}
