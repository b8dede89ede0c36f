import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7, validate } from 'uuid'
import type { CodeBatch, createBatchSchema } from '#app/contract/money/codes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { codeBatches, codes } from '#app/server/db/schema/codes.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { type Page, type PageQuery, pageLimit, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { hashSecret } from '../../secret.ts'
import { makeCode } from './code.ts'

type BatchRow = typeof codeBatches.$inferSelect

/** Lists the batches, newest first. */
export async function listBatches(db: Database, query: PageQuery): Promise<Page<CodeBatch>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select()
    .from(codeBatches)
    .where(before ? lt(codeBatches.id, before) : undefined)
    .orderBy(desc(codeBatches.id))
    .limit(limit + 1)
  const redeemed = await countRedeemed(
    db,
    rows.map(({ id }) => id),
  )
  return toPage(rows, limit, (row) => toBatch(row, redeemed.get(row.id) ?? 0))
}

export type CreateBatchOptions = Act & { input: v.InferOutput<typeof createBatchSchema> }

/** Rows of one statement; PostgreSQL takes 65,535 parameters at most. */
const rowsAtOnce = 5_000

/** Creates codes. They are returned here only, because the database stores their hashes. */
export async function createBatch(db: Database, { input, ...act }: CreateBatchOptions): Promise<{ batch: CodeBatch; codes: string[] }> {
  const { name, tokens, count, once_per_person: oncePerPerson, expires_at: expires } = input
  const made = new Set<string>()
  while (made.size < count) made.add(makeCode())
  const all = [...made]
  const row = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(codeBatches)
      .values({ id: uuidv7(), name, tokens, count, oncePerPerson, expiresAt: expires ? new Date(expires) : null })
      .returning()
    if (!created) throw new Error('a batch was not inserted')
    for (let from = 0; from < count; from += rowsAtOnce)
      await tx.insert(codes).values(all.slice(from, from + rowsAtOnce).map((code) => ({ hash: hashSecret(code), batchId: created.id })))
    await recordAct(tx, { ...act, action: 'codes_created', personId: null, after: { subject: name, tokens, count, batch: created.id } })
    return created
  })
  return { batch: toBatch(row, 0), codes: all }
}

/** Ends the unused codes of a batch; tokens already granted stay. A second call changes nothing. */
export function revokeBatch(db: Database, { id, now = new Date(), ...act }: Act & { id: string; now?: Date }): Promise<CodeBatch> {
  if (!validate(id)) throw new Problem('not_found')
  return db.transaction(async (tx) => {
    const [batch] = await tx.select().from(codeBatches).where(eq(codeBatches.id, id)).for('no key update')
    if (!batch) throw new Problem('not_found')
    const redeemed = (await countRedeemed(tx, [id])).get(id) ?? 0
    if (batch.revokedAt) return toBatch(batch, redeemed)
    await tx.update(codeBatches).set({ revokedAt: now }).where(eq(codeBatches.id, id))
    const after = { subject: batch.name, revoked: true, unused: batch.count - redeemed, batch: id }
    await recordAct(tx, { ...act, action: 'codes_revoked', personId: null, before: { revoked: false }, after })
    return toBatch({ ...batch, revokedAt: now }, redeemed)
  })
}

async function countRedeemed(db: Database | Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: codes.batchId, redeemed: sql<number>`count(*)::int` })
    .from(codes)
    .where(sql`${inArray(codes.batchId, [...ids])} and ${codes.redeemedBy} is not null`)
    .groupBy(codes.batchId)
  return new Map(rows.map(({ id, redeemed }) => [id, redeemed]))
}

const toBatch = ({ id, name, tokens, count, oncePerPerson, expiresAt, revokedAt, createdAt }: BatchRow, redeemed: number): CodeBatch => ({
  id,
  name,
  tokens,
  count,
  redeemed,
  once_per_person: oncePerPerson,
  expires_at: expiresAt?.toISOString() ?? null,
  revoked_at: revokedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})
