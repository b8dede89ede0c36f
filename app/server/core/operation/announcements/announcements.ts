import { desc, eq, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate } from 'uuid'
import type * as v from 'valibot'
import type { OperatorAnnouncement, saveAnnouncementSchema, Texts } from '#app/contract/operator/announcements.ts'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import { locales } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { announcements } from '#app/server/db/schema/announcements.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { type Page, type PageQuery, pageLimit, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { announceNotices, type NoticeBoard } from './open-notices.ts'

type Row = typeof announcements.$inferSelect
type Input = v.InferOutput<typeof saveAnnouncementSchema>

/** Lists announcements, newest first, ended ones included. */
export async function listAnnouncements(db: Database, query: PageQuery): Promise<Page<OperatorAnnouncement>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select()
    .from(announcements)
    .where(before ? lt(announcements.id, before) : undefined)
    .orderBy(desc(announcements.id))
    .limit(limit + 1)
  return toPage(rows, limit, toAnnouncement)
}

export type SaveAnnouncementOptions = Act & { notices: NoticeBoard; input: Input; now?: Date }

/** Throws `invalid_input` if a text is missing or the times are in the wrong order. */
export async function createAnnouncement(
  db: Database,
  { notices, input, now = new Date(), ...act }: SaveAnnouncementOptions,
): Promise<OperatorAnnouncement> {
  const values = { id: uuidv7(), ...readValues(input, now) }
  const row = await db.transaction(async (tx) => {
    const [created] = await tx.insert(announcements).values(values).returning()
    if (!created) throw new Error('an announcement was not inserted')
    await recordAct(tx, { ...act, action: 'announcement_created', personId: null, after: recorded(created) })
    await announceNotices(tx)
    return created
  })
  notices.invalidate()
  return toAnnouncement(row)
}

/** Changes an announcement. Without a start in the input it keeps its own. */
export function changeAnnouncement(
  db: Database,
  { id, input, now = new Date(), ...options }: SaveAnnouncementOptions & { id: string },
): Promise<OperatorAnnouncement> {
  return change(db, { ...options, id, action: 'announcement_changed', changeOf: (row) => readValues(input, now, row.startsAt) })
}

/** Ends an announcement now; one that has ended stays as it is. */
export function endAnnouncement(
  db: Database,
  { id, now = new Date(), ...options }: Act & { notices: NoticeBoard; id: string; now?: Date },
): Promise<OperatorAnnouncement> {
  const changeOf = ({ startsAt, endsAt }: Row) =>
    endsAt && endsAt <= now ? null : { endsAt: now, ...(startsAt > now && { startsAt: now }) }
  return change(db, { ...options, id, action: 'announcement_ended', changeOf })
}

type ChangeOptions = Act & {
  notices: NoticeBoard
  id: string
  action: 'announcement_changed' | 'announcement_ended'
  changeOf: (row: Row) => Partial<Row> | null
}

async function change(db: Database, { notices, id, action, changeOf, ...act }: ChangeOptions): Promise<OperatorAnnouncement> {
  const row = await db.transaction(async (tx) => {
    const before = await lockRow(tx, id)
    const changes = changeOf(before)
    if (!changes) return before
    const [after] = await tx
      .update(announcements)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(eq(announcements.id, id))
      .returning()
    if (!after) throw new Error('an announcement was not changed')
    await recordAct(tx, { ...act, action, personId: null, before: recorded(before), after: recorded(after) })
    await announceNotices(tx)
    return after
  })
  notices.invalidate()
  return toAnnouncement(row)
}

async function lockRow(tx: Transaction, id: string): Promise<Row> {
  const [row] = validate(id) ? await tx.select().from(announcements).where(eq(announcements.id, id)).for('no key update') : []
  if (!row) throw new Problem('not_found')
  return row
}

function readValues(
  { texts: given, one_text: isOneText, audience, level, starts_at: from, ends_at: until }: Input,
  now: Date,
  usual = now,
) {
  const texts: Texts = Object.fromEntries(locales.flatMap((locale) => (given[locale] ? [[locale, given[locale]]] : [])))
  const missing = locales.filter((locale) => !texts[locale])
  const fields: Record<string, FieldErrorCode> = {}
  if (isOneText ? missing.length === locales.length : missing.length > 0)
    for (const locale of missing) fields[`texts.${locale}`] = 'required'
  if (isOneText && missing.length < locales.length - 1)
    for (const locale of locales.filter((one) => texts[one]).slice(1)) fields[`texts.${locale}`] = 'invalid'
  const startsAt = from ? new Date(from) : usual
  const endsAt = until ? new Date(until) : null
  if (endsAt && endsAt <= startsAt) fields.ends_at = 'invalid'
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
  return { texts, audience, level, startsAt, endsAt }
}

const recorded = ({ id, texts, audience, level, startsAt, endsAt }: Row): Recorded => ({
  subject: Object.values(texts)[0] ?? '',
  texts: JSON.stringify(texts),
  audience,
  level,
  starts_at: startsAt.toISOString(),
  ends_at: endsAt?.toISOString() ?? null,
  announcement: id,
})

const toAnnouncement = ({ id, texts, audience, level, startsAt, endsAt, createdAt }: Row): OperatorAnnouncement => ({
  id,
  texts,
  audience,
  level,
  starts_at: startsAt.toISOString(),
  ends_at: endsAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})
