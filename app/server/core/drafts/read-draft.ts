import { and, eq } from 'drizzle-orm'
import type { Kind } from '#app/contract/values.ts'
import type { KeptDraft } from '#app/contract/studio.ts'
import type { Database } from '../../db/database.ts'
import { drafts } from '../../db/schema/library.ts'

export type OwnDraft = { userId: string; type: Kind }

export const ownDraft = ({ userId, type }: OwnDraft) => and(eq(drafts.userId, userId), eq(drafts.type, type))

/** Returns the person's draft of one kind, saved on any device; all fields are null without one. */
export async function readDraft(db: Database, own: OwnDraft): Promise<KeptDraft> {
  const [row] = await db.select({ draft: drafts.draft, updatedAt: drafts.updatedAt }).from(drafts).where(ownDraft(own))
  return { draft: row?.draft ?? null, updated_at: row?.updatedAt.toISOString() ?? null }
}
