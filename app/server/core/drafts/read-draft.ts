import { and, eq } from 'drizzle-orm'
import type { Kind } from '#app/contract/common.ts'
import type { KeptDraft } from '#app/contract/studio.ts'
import type { Database } from '../../db/database.ts'
import { drafts } from '../../db/schema.ts'

export type OwnDraft = { userId: string; type: Kind }

export const ownDraft = ({ userId, type }: OwnDraft) => and(eq(drafts.userId, userId), eq(drafts.type, type))

/** What a person was writing for one kind, wherever they were; nulls when it is nothing. */
export async function readDraft(db: Database, own: OwnDraft): Promise<KeptDraft> {
  const [row] = await db.select({ draft: drafts.draft, updatedAt: drafts.updatedAt }).from(drafts).where(ownDraft(own))
  return { draft: row?.draft ?? null, updated_at: row?.updatedAt.toISOString() ?? null }
}
