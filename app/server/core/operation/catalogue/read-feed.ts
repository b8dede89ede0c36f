import { desc, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { catalogueEditions, catalogueFeed } from '#app/server/db/schema/catalogue.ts'
import type { Env } from '#app/server/env.ts'
import { shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import { type FeedFailure, isSigned, parseFeed } from '#app/server/providers/catalogue/feed.ts'
import { type FetchedFeed, fetchFeed } from '#app/server/providers/catalogue/fetch-feed.ts'
import { putInForce } from './change-catalogue.ts'
import { type FeedRow, lockFeed } from './feed-row.ts'

type FeedEnv = Pick<Env, 'MODELS_FEED' | 'MODELS_FEED_KEY' | 'MODELS_FEED_EVERY' | 'MODELS_FEED_APPLY'>

/** Reads the feed if its time has come. */
export async function readDueFeed(db: Database, env: FeedEnv): Promise<void> {
  if (env.MODELS_FEED === undefined) return
  const [row] = await db.select({ readAt: catalogueFeed.readAt }).from(catalogueFeed)
  const due = (row?.readAt?.getTime() ?? 0) + env.MODELS_FEED_EVERY
  // A process that looks a little early must not wait for the next minute.
  if (due - Date.now() < earlyMs) await readFeed(db, env)
}

const earlyMs = 10_000

/** Reads the feed now. A newer edition waits for an operator, or applies at once; whatever is wrong with the feed is recorded and changes nothing. */
export async function readFeed(
  db: Database,
  { MODELS_FEED: address, MODELS_FEED_KEY: key, MODELS_FEED_APPLY: apply }: FeedEnv,
): Promise<void> {
  if (address === undefined || key === undefined) return
  const fetched = await fetchFeed(address)
  const examined = 'code' in fetched ? fetched : examine(fetched)
  await db.transaction(async (tx) => {
    const row = await lockFeed(tx)
    const failure = 'code' in examined ? examined : await record(tx, row, examined)
    await tx.update(catalogueFeed).set({ readAt: sql`now()`, failure })
  })

  function examine({ content, signature }: FetchedFeed): FeedFailure | Examined {
    if (!isSigned(Buffer.from(content), signature, key ?? '')) return { code: 'wrong_signature' }
    const parsed = parseFeed(content)
    return 'feed' in parsed ? { content, signature, version: parsed.feed.version } : parsed
  }

  async function record(tx: Transaction, row: FeedRow, edition: Examined): Promise<FeedFailure | null> {
    const [newest] = await tx.select().from(catalogueEditions).orderBy(desc(catalogueEditions.version)).limit(1)
    if (newest?.content === edition.content) return null
    if (newest?.version === edition.version) return { code: 'altered' }
    if (edition.version <= Math.max(newest?.version ?? 0, shippedCatalogue.version)) return { code: 'older' }
    const id = uuidv7()
    await tx.insert(catalogueEditions).values({ ...edition, id })
    await tx.update(catalogueFeed).set({ newestId: id, revision: row.revision + 1 })
    if (apply === 'automatic') await putInForce(tx, { ...row, newestId: id, revision: row.revision + 1 }, id, byItself)
    return null
  }
}

type Examined = FetchedFeed & { version: number }

const byItself = { userId: null, address: null, reason: 'MODELS_FEED_APPLY' }
