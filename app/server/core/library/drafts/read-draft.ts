import { and, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Kind } from '#app/contract/base/values.ts'
import type { Draft, KeptDraft } from '#app/contract/studio/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { drafts } from '#app/server/db/schema/library.ts'

export type OwnDraft = { userId: string; type: Kind }

export const ownDraft = ({ userId, type }: OwnDraft) => and(eq(drafts.userId, userId), eq(drafts.type, type))

/** A draft as JSON. */
export type DraftRow = { draft: Draft; updatedAt: string }

/** The draft of a person and kind, as a column of any query. */
export const draftColumn = (userId: SQLWrapper | string, type: SQLWrapper | Kind) => sql<DraftRow | null>`(
  select json_build_object('draft', d.draft, 'updatedAt', d.updated_at) from drafts d where d.user_id = ${userId} and d.type = ${type})`

export const toKept = (row: DraftRow | null | undefined): KeptDraft => ({
  draft: row?.draft ?? null,
  updated_at: row ? new Date(row.updatedAt).toISOString() : null,
})

/** Returns the person's draft of one kind, saved on any device; all fields are null without one. */
export async function readDraft(db: Database, { userId, type }: OwnDraft): Promise<KeptDraft> {
  const { rows } = await db.execute<{ kept: DraftRow | null }>(sql`select ${draftColumn(userId, type)} as kept`)
  return toKept(rows[0]?.kept)
}
