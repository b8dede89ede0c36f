import { eq } from 'drizzle-orm'
import type { Overview } from '#app/contract/operator/overview.ts'
import type { Database } from '#app/server/db/database.ts'
import { collections } from '#app/server/db/schema/library.ts'
import { type CollectionRow, collectionsColumn, toCollections } from '../works/list-collections.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../works/summarize-library.ts'
import { type PurseRow, purseColumn } from '../../money/tokens/read-purse.ts'
import { account, type FirstView, firstView, type ReadFirstViewOptions } from './first-view.ts'

type Totals = SummaryRow & { collections: CollectionRow[]; purse: PurseRow | null }

const readView = firstView<Totals>('overview', {
  beside: (db) => ({ ...summaryColumns(account), collections: collectionsColumn(eq(collections.userId, account)), purse: purseColumn(db) }),
})

/** Reads the person, the account's lists of works, the summary, the collections and the purse in one statement instead of seven. */
export async function readOverview(
  db: Database,
  options: ReadFirstViewOptions,
): Promise<FirstView<Omit<Overview, 'quote'> & { purse: PurseRow | null }>> {
  const { person, view } = await readView(db, options)
  const { lists, beside } = view
  return {
    person,
    view: {
      ...lists,
      summary: await toSummary(beside, options),
      collections: toCollections(beside.collections, options.keys),
      purse: beside.purse,
    },
  }
}
