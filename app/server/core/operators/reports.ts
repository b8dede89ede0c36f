import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7, validate } from 'uuid'
import type { decideReportSchema, OperatorReport, ReportReason, ReportState, reportsQuerySchema } from '#app/contract/reports.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { files } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import { shares } from '../../db/schema/library.ts'
import { blockedHashes, reports } from '../../db/schema/reports.ts'
import { users } from '../../db/schema/users.ts'
import { publishGeneration } from '../generations/publish.ts'
import { addressKey } from '../limits/address.ts'
import type { Attempts } from '../limits/attempts.ts'
import { type Page, pageLimit, readCursor, toPage } from '../page.ts'
import { Problem } from '../problem.ts'
import { hashesOf } from '../safety/blocked-content.ts'
import { findShare } from '../shares/find-share.ts'
import { recordAct } from './record-act.ts'

export type ReportShareOptions = { token: string; reason: ReportReason; text: string; address: string }

/** Stores a visitor's report of a shared result. The visitor's address is counted and not stored. */
export async function reportShare(db: Database, attempts: Attempts, { token, address, ...report }: ReportShareOptions): Promise<void> {
  await attempts.reportsByAddress.take(addressKey(address))
  const { generation } = await findShare(db, attempts, { token, address })
  await db.insert(reports).values({ ...report, id: uuidv7(), token, generationId: generation.id, userId: generation.userId })
}

const deciders = sql.raw('deciders')

function selectReports(db: Database | Transaction) {
  return db
    .select({
      id: reports.id,
      reason: reports.reason,
      text: reports.text,
      state: reports.state,
      person: { id: users.id, email: users.email },
      work: { id: generations.id, type: generations.type, title: generations.title },
      token: shares.token,
      reports: sql<number>`(select count(*)::int from ${reports} as same where same.generation_id = ${reports.generationId})`,
      decidedBy: sql<string | null>`(select email from ${users} as ${deciders} where ${deciders}.id = ${reports.decidedBy})`,
      decision: reports.decision,
      decidedAt: reports.decidedAt,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.userId))
    .innerJoin(generations, eq(generations.id, reports.generationId))
    .leftJoin(shares, eq(shares.generationId, reports.generationId))
}

const toReport = ({
  decidedBy,
  decision,
  decidedAt,
  createdAt,
  ...report
}: Awaited<ReturnType<typeof selectReports>>[number]): OperatorReport => ({
  ...report,
  decision: decidedAt && { by: decidedBy, reason: decision ?? '', at: decidedAt.toISOString() },
  created_at: createdAt.toISOString(),
})

/** Lists reports, newest first. */
export async function listReports(db: Database, query: v.InferOutput<typeof reportsQuerySchema>): Promise<Page<OperatorReport>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await selectReports(db)
    .where(and(before ? lt(reports.id, before) : undefined, query.state ? eq(reports.state, query.state) : undefined))
    .orderBy(desc(reports.id))
    .limit(limit + 1)
  return toPage(rows, limit, toReport)
}

const stateAfter: Record<v.InferOutput<typeof decideReportSchema>['decision'], ReportState> = {
  dismiss: 'dismissed',
  take_down: 'taken_down',
  restore: 'dismissed',
}

/** Deletes the public links to the result, and those to the same files of others. */
async function endShares(tx: Transaction, { generationId, hashes }: { generationId: string; hashes: readonly string[] }): Promise<void> {
  const same = tx
    .select({ id: files.generationId })
    .from(files)
    .where(inArray(files.sha256, [...hashes]))
  const ended = await tx
    .delete(shares)
    .where(or(eq(shares.generationId, generationId), hashes.length > 0 ? inArray(shares.generationId, same) : undefined))
    .returning({ generationId: shares.generationId, userId: shares.userId })
  for (const one of ended) {
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(eq(generations.id, one.generationId))
    await publishGeneration(tx, { ...one, status: 'succeeded' })
  }
}

export type DecideReportOptions = v.InferOutput<typeof decideReportSchema> & { id: string; userId: string; address: string }

/** Decides all reports of the same result in one transaction. A second decision of the same kind changes nothing. */
export async function decideReport(db: Database, { id, decision, ...act }: DecideReportOptions): Promise<OperatorReport> {
  if (!validate(id)) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    const [report] = await tx.select({ generationId: reports.generationId }).from(reports).where(eq(reports.id, id))
    if (!report) throw new Problem('not_found')
    const { generationId } = report
    // Orders decisions about the same result, and a new link to it.
    const [work] = await tx.select({ userId: generations.userId }).from(generations).where(eq(generations.id, generationId)).for('update')
    if (!work) throw new Problem('not_found')
    const [current] = await tx.select({ state: reports.state }).from(reports).where(eq(reports.id, id))
    if (!current) throw new Problem('not_found')
    const state = stateAfter[decision]
    if (current.state === state || (decision === 'restore' && current.state !== 'taken_down')) return
    if (decision === 'take_down') {
      const hashes = await hashesOf(tx, generationId)
      if (hashes.length > 0)
        await tx
          .insert(blockedHashes)
          .values(hashes.map((sha256) => ({ sha256, generationId })))
          .onConflictDoNothing()
      await endShares(tx, { generationId, hashes })
    } else await tx.delete(blockedHashes).where(eq(blockedHashes.generationId, generationId))
    await tx
      .update(reports)
      .set({ state, decidedBy: act.userId, decision: act.reason, decidedAt: sql`now()` })
      .where(eq(reports.generationId, generationId))
    await recordAct(tx, {
      ...act,
      action: 'report_decided',
      personId: work.userId,
      generationId,
      before: { state: current.state },
      after: { state, subject: decision },
    })
  })
  const [row] = await selectReports(db).where(eq(reports.id, id))
  if (!row) throw new Problem('not_found')
  return toReport(row)
}
