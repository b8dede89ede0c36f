import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate } from 'uuid'
import type { BlockedContent } from '#app/contract/operator/safety.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { savedPrompts, shares } from '#app/server/db/schema/library.ts'
import { blockedHashes } from '#app/server/db/schema/reports.ts'
import { users } from '#app/server/db/schema/users.ts'
import { announcePublished } from '../../announce-published.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { publishGeneration } from '../../making/generations/publish.ts'
import { newestFirst, type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

const selectBlocked = (db: Database | Transaction) =>
  db
    .select({
      id: blockedHashes.id,
      sha256: blockedHashes.sha256,
      reason: blockedHashes.reason,
      by: users.email,
      generationId: blockedHashes.generationId,
      createdAt: blockedHashes.createdAt,
    })
    .from(blockedHashes)
    .leftJoin(users, and(eq(users.id, blockedHashes.blockedBy), isNull(users.erasedAt)))

const toBlocked = ({ generationId, createdAt, ...row }: Awaited<ReturnType<typeof selectBlocked>>[number]): BlockedContent => ({
  ...row,
  reported: generationId !== null,
  created_at: createdAt.toISOString(),
})

export async function listBlockedContent(db: Database, query: PageQuery): Promise<Page<BlockedContent>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await selectBlocked(db)
    .where(before ? lt(blockedHashes.id, before) : undefined)
    .orderBy(newestFirst(blockedHashes.id))
    .limit(limit + 1)
  return toPage(rows, limit, toBlocked)
}

/** Blocks a file by hand and ends the public links to it. Content that is blocked already stays as it is. */
export async function blockContent(db: Database, { sha256, ...act }: Act & { sha256: string }): Promise<BlockedContent> {
  return db.transaction(async (tx) => {
    const same = await lockSame(tx, { hashes: [sha256] })
    const [added] = await tx
      .insert(blockedHashes)
      .values({ id: uuidv7(), sha256, reason: act.reason, blockedBy: act.userId })
      .onConflictDoNothing()
      .returning({ id: blockedHashes.id })
    if (added) {
      await endShares(tx, same)
      await recordAct(tx, { ...act, action: 'content_blocked', personId: null, after: { subject: sha256 } })
    }
    const [row] = await selectBlocked(tx).where(eq(blockedHashes.sha256, sha256))
    if (!row) throw new Error('the blocked content is gone')
    return toBlocked(row)
  })
}

/** Allows content again that was blocked by hand; what was taken down after a report is allowed there. */
export async function allowContent(db: Database, { id, ...act }: Act & { id: string }): Promise<void> {
  if (!validate(id)) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(blockedHashes)
      .where(and(eq(blockedHashes.id, id), isNull(blockedHashes.generationId)))
      .returning({ sha256: blockedHashes.sha256 })
    if (!removed) throw new Problem('not_found')
    await recordAct(tx, { ...act, action: 'content_allowed', personId: null, before: { subject: removed.sha256 } })
  })
}

type SameContent = { generationId?: string; hashes: readonly string[] }

/** Locks the result and the results with these files, which orders a decision about them and new links to them. Returns their ids. */
export function lockSame(tx: Transaction, { generationId, hashes }: SameContent): Promise<string[]> {
  const same = tx
    .select({ id: files.generationId })
    .from(files)
    .where(inArray(files.sha256, [...hashes]))
  return lockRuns(
    tx,
    or(
      generationId === undefined ? undefined : eq(generations.id, generationId),
      hashes.length > 0 ? inArray(generations.id, same) : undefined,
    ),
  )
}

/** Deletes the public links to these results, which are locked, and those of recipes that show them. */
export async function endShares(tx: Transaction, ids: readonly string[]): Promise<void> {
  const unlinked = await tx
    .update(savedPrompts)
    .set({ link: null, linkUntil: null, publishedAt: null })
    .where(inArray(savedPrompts.sampleId, [...ids]))
    .returning({ id: savedPrompts.id })
  if (unlinked.length > 0) await announcePublished(tx)
  const ended = await tx
    .delete(shares)
    .where(inArray(shares.generationId, [...ids]))
    .returning({ generationId: shares.generationId, userId: shares.userId })
  for (const one of ended) {
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(eq(generations.id, one.generationId))
    await publishGeneration(tx, { ...one, status: 'succeeded' })
  }
}
