import type { Database, Transaction } from '#app/server/db/database.ts'
import { catalogueFeed } from '#app/server/db/schema/catalogue.ts'

export type FeedRow = typeof catalogueFeed.$inferSelect

/** Locks the row about the feed, which is there from the first use on. */
export async function lockFeed(tx: Transaction): Promise<FeedRow> {
  await tx.insert(catalogueFeed).values({ id: 1 }).onConflictDoNothing()
  const [row] = await tx.select().from(catalogueFeed).for('no key update')
  if (!row) throw new Error('the row about the feed is missing')
  return row
}

/** Returns undefined before the first use. */
export async function readFeedRow(db: Database): Promise<FeedRow | undefined> {
  const [row] = await db.select().from(catalogueFeed)
  return row
}
