import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Draft, SavedDraft } from '#app/contract/studio.ts'
import type { Database } from '../../db/database.ts'
import { drafts } from '../../db/schema/library.ts'
import { users } from '../../db/schema/users.ts'
import { type OwnDraft, ownDraft } from './read-draft.ts'

export type SaveDraftOptions = OwnDraft & { draft: Draft; seen: string | null; now?: Date }

/** Saves a draft. The last write wins; a version from another device is returned to the writer, so that nothing typed is lost silently. */
export async function saveDraft(db: Database, { draft, seen, now = new Date(), ...own }: SaveDraftOptions): Promise<SavedDraft> {
  return db.transaction(async (tx) => {
    // The lock makes two devices that save a first draft concurrently see each other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, own.userId)).for('no key update')
    const [kept] = await tx.select().from(drafts).where(ownDraft(own))
    // Always later than the previous one, whatever the servers' clocks: devices compare drafts by this time.
    const updatedAt = new Date(Math.max(now.getTime(), (kept?.updatedAt.getTime() ?? 0) + 1))
    await tx
      .insert(drafts)
      .values({ ...own, draft, updatedAt })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.type], set: { draft, updatedAt } })
    const unseen = kept && kept.updatedAt.toISOString() !== seen && !isDeepStrictEqual(kept.draft, draft)
    return { updated_at: updatedAt.toISOString(), replaced: unseen ? kept.draft : null }
  })
}
