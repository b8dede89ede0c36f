import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'
import { type OwnPrompt, ownPrompt } from './change-prompt.ts'

/** Deletes a saved prompt permanently; the page offers to save it again for a while. */
export async function deletePrompt(db: Database, own: OwnPrompt): Promise<void> {
  const [deleted] = await db.delete(savedPrompts).where(ownPrompt(own)).returning({ id: savedPrompts.id })
  if (!deleted) throw new Problem('not_found')
}
