import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Draft, SavedDraft } from '#app/contract/studio.ts'
import type { Database } from '../../db/database.ts'
import { drafts, users } from '../../db/schema.ts'
import { type OwnDraft, ownDraft } from './read-draft.ts'

export type SaveDraftOptions = OwnDraft & { draft: Draft; seen: string | null; now?: Date }

/**
 * Keeps a draft. The last one to write wins; what another device had put there meanwhile is handed back to the writer, so that
 * nothing that was typed goes without a word.
 */
export async function saveDraft(db: Database, { draft, seen, now = new Date(), ...own }: SaveDraftOptions): Promise<SavedDraft> {
  return db.transaction(async (tx) => {
    // Two devices that save a first draft at the same moment must still see each other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, own.userId)).for('no key update')
    const [kept] = await tx.select().from(drafts).where(ownDraft(own))
    // Later than the one before, whatever the clocks of two servers say: devices tell drafts apart by this time.
    const updatedAt = new Date(Math.max(now.getTime(), (kept?.updatedAt.getTime() ?? 0) + 1))
    await tx
      .insert(drafts)
      .values({ ...own, draft, updatedAt })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.type], set: { draft, updatedAt } })
    const unseen = kept && kept.updatedAt.toISOString() !== seen && !isDeepStrictEqual(kept.draft, draft)
    return { updated_at: updatedAt.toISOString(), replaced: unseen ? kept.draft : null }
  })
}
