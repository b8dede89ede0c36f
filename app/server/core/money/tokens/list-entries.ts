import { and, asc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { LedgerFilter, TokenEntry } from '#app/contract/money/tokens.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { findMatches } from '../../search-terms.ts'
import { newestFirst, type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'

/** Characters of a prompt in the ledger, enough to identify the run. */
const promptExcerptLength = 160

/** Lists a person's ledger, newest first, optionally filtered. */
export async function listEntries(db: Database, userId: string, query: PageQuery & LedgerFilter): Promise<Page<TokenEntry>> {
  const limit = pageLimit(query)
  const rows = await readEntries(db, { userId, filter: query, before: readCursor(query.cursor), limit: limit + 1 })
  const page = toPage(rows, limit, (row) => row)
  const receipts = await readReceipts(
    db,
    page.items.flatMap(({ generationId }) => generationId ?? []),
  )
  return {
    items: page.items.map(({ id, kind, amount, milli, source, generation, order, reason, createdAt }) => ({
      id,
      kind,
      amount,
      milli,
      source,
      generation: generation && {
        id: generation.id,
        type: generation.type,
        title: generation.title,
        prompt: generation.prompt.slice(0, promptExcerptLength),
        deleted: generation.deletedAt !== null,
        receipt: receipts.get(generation.id) ?? [],
      },
      order,
      reason,
      created_at: createdAt.toISOString(),
    })),
    next_cursor: page.next_cursor,
  }
}

export type ReadEntriesOptions = { userId: string; filter: LedgerFilter; before: string | undefined; limit: number }

/** Returns filtered entries older than `before`, with their runs or payments. */
export async function readEntries(db: Database, { userId, filter, before, limit }: ReadEntriesOptions) {
  const listed = and(
    eq(tokenEntries.userId, userId),
    before ? lt(tokenEntries.id, before) : undefined,
    filter.kind__in && inArray(tokenEntries.kind, filter.kind__in),
    filter.from ? gte(tokenEntries.createdAt, momentOf('from', filter.from, userId)) : undefined,
    filter.to ? lt(tokenEntries.createdAt, momentOf('to', filter.to, userId)) : undefined,
  )
  const found =
    filter.q &&
    (await findMatches(db, {
      userId,
      typed: filter.q,
      table: tokenEntries,
      id: tokenEntries.id,
      work: tokenEntries.generationId,
      where: listed,
      limit,
    }))
  return db
    .select({
      ...getTableColumns(tokenEntries),
      source: tokenLots.source,
      generation: {
        id: generations.id,
        type: generations.type,
        model: generations.model,
        title: generations.title,
        prompt: generations.prompt,
        deletedAt: generations.deletedAt,
      },
      order: { id: orders.id, kind: orders.kind, item: orders.item },
    })
    .from(tokenEntries)
    .leftJoin(tokenLots, eq(tokenLots.id, tokenEntries.lotId))
    .leftJoin(generations, eq(generations.id, tokenEntries.generationId))
    .leftJoin(payments, eq(payments.id, tokenEntries.paymentId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(found ? and(listed, inArray(tokenEntries.id, found)) : listed)
    .orderBy(newestFirst(tokenEntries.id))
    .limit(limit)
}

/** Returns a moment. A time is used as is; a day starts in the person's time zone, and the last day ends where the next one starts. */
function momentOf(field: 'from' | 'to', timeOrDay: string, userId: string): Date | SQL {
  const time = new Date(timeOrDay)
  if (timeOrDay.includes('T')) return time
  const zone = sql`(select coalesce(${users.timeZone}, 'UTC') from ${users} where ${users.id} = ${userId})`
  return sql`(${time.toISOString().slice(0, 10)}::date + ${field === 'to' ? 1 : 0}::int)::timestamp at time zone ${zone}`
}

type Receipt = NonNullable<TokenEntry['generation']>['receipt']

/** All entries of these runs, from anywhere in the ledger. */
async function readReceipts(db: Database, generationIds: string[]): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>()
  if (generationIds.length === 0) return receipts
  const rows = await db
    .select()
    .from(tokenEntries)
    .where(inArray(tokenEntries.generationId, generationIds))
    .orderBy(asc(tokenEntries.createdAt), asc(tokenEntries.id))
  for (const { generationId, kind, amount, milli, createdAt, reason } of rows) {
    if (!generationId || (kind !== 'hold' && kind !== 'settle' && kind !== 'release')) continue
    const receipt = receipts.get(generationId) ?? []
    receipt.push({ kind, amount, milli, at: createdAt.toISOString(), reason })
    receipts.set(generationId, receipt)
  }
  return receipts
}
