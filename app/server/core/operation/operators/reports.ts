import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7, validate } from 'uuid'
import type {
  Decision,
  decideReportSchema,
  OperatorReport,
  ReportReason,
  ReportState,
  reportsQuerySchema,
} from '#app/contract/operator/reports.ts'
import { config, type Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { blockedHashes, reports } from '#app/server/db/schema/reports.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { type DecisionNotice, writeDecisionMail } from '#app/server/mail/decision-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeReportMail } from '#app/server/mail/report-mail.ts'
import { signFileUrl } from '../../making/files/file-url.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { newestFirst, type Page, pageLimit, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { hashesOf } from '../../rules/safety/blocked-content.ts'
import { findShare } from '../../library/shares/find-share.ts'
import { endShares, lockSame } from './blocked-content.ts'
import { recordAct } from '../../rules/audit/record-act.ts'

export type ReportShareOptions = {
  token: string
  reason: ReportReason
  text: string
  address: string
  /** The signed-in person, or the address that a visitor left. */
  reporterId: string | null
  email: string | undefined
  locale: Locale
}

/**
 * Stores a visitor's report of a shared result. The visitor's network address is counted and not stored. Returns whether the operator is to
 * be notified, which is once until that report is decided.
 */
export async function reportShare(
  db: Database,
  attempts: Attempts,
  { token, address, reporterId, email, locale, ...report }: ReportShareOptions,
): Promise<{ isFirst: boolean }> {
  await attempts.reportsByAddress.take(addressKey(address))
  const { generation } = await findShare(db, attempts, { token, address })
  const reporter = { reporterId, reporterEmail: reporterId === null ? (email ?? null) : null, reporterLocale: locale }
  const row = { ...report, ...reporter, id: uuidv7(), token, generationId: generation.id, userId: generation.userId }
  // An index lets one open report have a time of its notice.
  const first = await db
    .insert(reports)
    .values({ ...row, notifiedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: reports.id })
  if (first.length === 0) await db.insert(reports).values(row)
  return { isFirst: first.length > 0 }
}

/** Notifies the operator of the first open report, in the language of the account with the operator's address. */
export async function mailFirstReport(
  db: Database,
  mailer: Mailer,
  { to, siteUrl }: { to: string | undefined; siteUrl: string },
): Promise<void> {
  if (to === undefined) return
  const [account] = await db.select({ locale: users.locale }).from(users).where(eq(users.email, to))
  await mailer.send(writeReportMail({ to, locale: account?.locale ?? config.locale.default, siteUrl }))
}

/** Texts of visitors shown with one result. */
const mostTexts = 20

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
      reasons: sql<OperatorReport['reasons']>`(select json_agg(r) from (select reason, count(*)::int as reports from ${reports} as same
        where same.generation_id = ${reports.generationId} group by reason order by count(*) desc, reason) as r)`,
      texts: sql<string[]>`(select coalesce(json_agg(t.text), '[]') from (select same.text from ${reports} as same
        where same.generation_id = ${reports.generationId} and same.text <> '' order by same.id desc limit ${mostTexts}) as t)`,
      firstAt: sql<Date>`(select min(same.created_at) from ${reports} as same where same.generation_id = ${reports.generationId})`.mapWith(
        reports.createdAt,
      ),
      thumbnailId: sql<string | null>`(select coalesce(f.thumbnail_id, f.poster_id)
        from ${files} as f where f.generation_id = ${reports.generationId} and f.position is not null order by f.position limit 1)`,
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

const toReport = (
  { decidedBy, decision, decidedAt, createdAt, firstAt, thumbnailId, ...report }: Awaited<ReturnType<typeof selectReports>>[number],
  keys: Keys,
): OperatorReport => ({
  ...report,
  reports: report.reasons.reduce((sum, { reports: count }) => sum + count, 0),
  first_at: firstAt.toISOString(),
  // Without a public link, the content is private again, and a view of it is an act of its own.
  thumbnail_url: report.token && thumbnailId && signFileUrl(keys, thumbnailId),
  decision: decidedAt && { by: decidedBy, reason: decision ?? '', at: decidedAt.toISOString() },
  created_at: createdAt.toISOString(),
})

/** Lists reported results, those with the newest reports first: of the reports of a result in the same state, the latest stands for all. */
export async function listReports(
  db: Database,
  { keys, query }: { keys: Keys; query: v.InferOutput<typeof reportsQuerySchema> },
): Promise<Page<OperatorReport>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await selectReports(db)
    .where(
      and(
        before ? lt(reports.id, before) : undefined,
        query.state ? eq(reports.state, query.state) : undefined,
        sql`not exists (select from ${reports} as same where same.generation_id = ${reports.generationId} and same.id > ${reports.id}
          and same.state = ${reports.state})`,
      ),
    )
    .orderBy(query.state ? newestFirst(reports.id) : desc(reports.id))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => toReport(row, keys))
}

const stateAfter: Record<v.InferOutput<typeof decideReportSchema>['decision'], ReportState> = {
  dismiss: 'dismissed',
  take_down: 'taken_down',
  restore: 'dismissed',
}

export type DecideReportOptions = v.InferOutput<typeof decideReportSchema> & { keys: Keys; id: string; userId: string; address: string }

/** Decides all reports of the same result in one transaction. A second decision of the same kind changes nothing, and nobody is notified of it. */
export async function decideReport(
  db: Database,
  { keys, id, decision, ...act }: DecideReportOptions,
): Promise<{ report: OperatorReport; notices: DecisionNotice[] }> {
  if (!validate(id)) throw new Problem('not_found')
  const notices = await db.transaction(async (tx) => {
    const [report] = await tx.select({ generationId: reports.generationId }).from(reports).where(eq(reports.id, id))
    if (!report) throw new Problem('not_found')
    const { generationId } = report
    // Orders decisions about the same content, and new links to it.
    const same = await lockSame(tx, { generationId, hashes: decision === 'take_down' ? await hashesOf(tx, generationId) : [] })
    const [work] = await tx.select({ userId: generations.userId }).from(generations).where(eq(generations.id, generationId))
    if (!work) throw new Problem('not_found')
    const [current] = await tx.select({ state: reports.state }).from(reports).where(eq(reports.id, id))
    if (!current) throw new Problem('not_found')
    const state = stateAfter[decision]
    if (current.state === state || (decision === 'restore' && current.state !== 'taken_down')) return []
    const concerned = await readConcerned(tx, { generationId, decision, reason: act.reason })
    if (decision === 'take_down') {
      const hashes = await hashesOf(tx, generationId)
      if (hashes.length > 0)
        await tx
          .insert(blockedHashes)
          .values(hashes.toSorted().map((sha256) => ({ sha256, generationId })))
          .onConflictDoNothing()
      await endShares(tx, same)
    } else await tx.delete(blockedHashes).where(eq(blockedHashes.generationId, generationId))
    await tx
      .update(reports)
      .set({ state, decidedBy: act.userId, decision: act.reason, decidedAt: sql`now()`, reporterEmail: null })
      .where(eq(reports.generationId, generationId))
    await recordAct(tx, {
      ...act,
      action: 'report_decided',
      personId: work.userId,
      generationId,
      before: { state: current.state },
      after: { state, subject: decision },
    })
    return concerned
  })
  const [row] = await selectReports(db).where(eq(reports.id, id))
  if (!row) throw new Problem('not_found')
  return { report: toReport(row, keys), notices }
}

type Concerned = { generationId: string; decision: DecisionNotice['decision']; reason: string }

/** Returns the people who hear of a decision: the reporters whose reports were open, and the owner of a result taken down or allowed again. */
async function readConcerned(tx: Transaction, { generationId, decision, reason }: Concerned): Promise<DecisionNotice[]> {
  const rows = await tx
    .select({
      category: reports.reason,
      email: sql<string | null>`coalesce(${users.email}, ${reports.reporterEmail})`,
      locale: sql<Locale>`coalesce(${users.locale}::text, ${reports.reporterLocale})`,
    })
    .from(reports)
    .leftJoin(users, and(eq(users.id, reports.reporterId), isNull(users.erasedAt)))
    .where(and(eq(reports.generationId, generationId), eq(reports.state, 'open')))
    .orderBy(reports.id)
  const reporters = new Map(rows.flatMap(({ email, ...row }) => (email === null ? [] : [[email, row] as const])))
  const notices: DecisionNotice[] = [...reporters].map(([to, row]) => ({ role: 'reporter', to, decision, reason, title: null, ...row }))
  if (decision === 'dismiss') return notices
  const [owner] = await tx
    .select({ to: users.email, locale: users.locale, title: generations.title, category: reports.reason })
    .from(generations)
    .innerJoin(users, and(eq(users.id, generations.userId), isNull(users.erasedAt)))
    .innerJoin(reports, eq(reports.generationId, generations.id))
    .where(eq(generations.id, generationId))
    .orderBy(reports.id)
    .limit(1)
  return owner ? [...notices, { role: 'owner', decision, reason, ...owner }] : notices
}

export type MailDecisionsOptions = { notices: readonly DecisionNotice[]; siteUrl: string; contact: string | null; at?: Date }

/** Mails a decision to the people whom it concerns, each a few times a day at most. */
export async function mailDecisions(
  mailer: Mailer,
  attempts: Attempts,
  { notices, siteUrl, contact, at = new Date() }: MailDecisionsOptions,
): Promise<void> {
  for (const notice of notices) {
    if (await attempts.decisionMails.allows(notice.to)) await mailer.send(writeDecisionMail({ ...notice, siteUrl, contact, at }))
  }
}

/** Decisions listed for one person. */
const mostDecisions = 50

/** Lists the decisions about a person's own results, one for each, and about their reports. */
export async function listDecisions(db: Database, { userId }: { userId: string }): Promise<Decision[]> {
  const rows = await db
    .select({
      id: reports.id,
      generationId: reports.generationId,
      ownerId: reports.userId,
      reporterId: reports.reporterId,
      category: reports.reason,
      state: reports.state,
      reason: reports.decision,
      at: reports.decidedAt,
      createdAt: reports.createdAt,
      type: generations.type,
      title: generations.title,
      wasDown: sql<boolean>`exists (select from ${operatorActs} where ${operatorActs.generationId} = ${reports.generationId}
        and ${operatorActs.action} = 'report_decided' and ${operatorActs.after} ->> 'subject' = 'take_down')`,
    })
    .from(reports)
    .innerJoin(generations, eq(generations.id, reports.generationId))
    .where(or(eq(reports.reporterId, userId), and(eq(reports.userId, userId), ne(reports.state, 'open'))))
    .orderBy(desc(reports.id))
    .limit(mostDecisions)
  const listed = new Set<string>()
  return rows.flatMap(({ id, generationId, ownerId, reporterId, category, state, reason, at, createdAt, type, title, wasDown }) => {
    const role = reporterId === userId ? 'reporter' : 'owner'
    // Dismissed reports of their results are none of the owner's concern, unless the result was taken down before.
    if (role === 'owner' && (listed.has(generationId) || ownerId !== userId || !wasDown)) return []
    if (role === 'owner') listed.add(generationId)
    return {
      id,
      role,
      category,
      state,
      decision: at && { reason: reason ?? '', at: at.toISOString() },
      created_at: createdAt.toISOString(),
      work: role === 'owner' ? { id: generationId, type, title } : null,
    }
  })
}
