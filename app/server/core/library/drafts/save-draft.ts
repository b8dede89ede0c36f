import { isDeepStrictEqual } from 'node:util'
import type { Draft, SavedDraft } from '#app/contract/studio/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { drafts } from '#app/server/db/schema/library.ts'
import { lockUser } from '../../lock-user.ts'
import { type OwnDraft, ownDraft } from './read-draft.ts'

export type SaveDraftOptions = OwnDraft & { draft: Draft; seen: string | null; now?: Date }

/**
 * Saves a draft. The last write wins. If it replaces an unseen version of another device, that version is returned, so that no text is lost
 * silently.
 */
export async function saveDraft(db: Database, { draft, seen, now = new Date(), ...own }: SaveDraftOptions): Promise<SavedDraft> {
  return db.transaction(async (tx) => {
    // The lock serializes two devices that save a first draft at the same time.
    await lockUser(tx, own.userId)
    const [kept] = await tx.select().from(drafts).where(ownDraft(own))
    // Later than the previous time even if the servers' clocks differ, because devices compare drafts by it.
    const updatedAt = new Date(Math.max(now.getTime(), (kept?.updatedAt.getTime() ?? 0) + 1))
    await tx
      .insert(drafts)
      .values({ ...own, draft, updatedAt })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.type], set: { draft, updatedAt } })
    const unseen = kept && kept.updatedAt.toISOString() !== seen && !isDeepStrictEqual(kept.draft, draft)
    return { updated_at: updatedAt.toISOString(), replaced: unseen ? kept.draft : null }
  })
}
