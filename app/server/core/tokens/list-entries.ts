import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { TokenEntry } from '#app/contract/tokens.ts'
import type { Database } from '../../db/database.ts'
import { generations, orders, payments, tokenEntries, tokenLots } from '../../db/schema.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../page.ts'

/** Long prompts are cut: the ledger only has to remind of what it was. */
const promptExcerptLength = 160

/** A person's ledger, newest first. */
export async function listEntries(db: Database, userId: string, query: PageQuery): Promise<Page<TokenEntry>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select({
      ...getTableColumns(tokenEntries),
      source: tokenLots.source,
      generation: {
        id: generations.id,
        type: generations.type,
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
    .where(and(eq(tokenEntries.userId, userId), before ? lt(tokenEntries.id, before) : undefined))
    .orderBy(desc(tokenEntries.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ id, kind, amount, source, generation, order, reason, createdAt }) => ({
    id,
    kind,
    amount,
    source,
    generation: generation && {
      id: generation.id,
      type: generation.type,
      title: generation.title,
      prompt: generation.prompt.slice(0, promptExcerptLength),
      deleted: generation.deletedAt !== null,
    },
    order,
    reason,
    created_at: createdAt.toISOString(),
  }))
}
