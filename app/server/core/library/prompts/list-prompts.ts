import { desc, eq } from 'drizzle-orm'
import { type SavedPrompt, savedPromptsAtMost } from '#app/contract/runs/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'

type SavedPromptRow = typeof savedPrompts.$inferSelect

export const toSavedPrompt = ({ id, type, name, text, createdAt }: SavedPromptRow): SavedPrompt => ({
  id,
  type,
  name,
  text,
  created_at: createdAt.toISOString(),
})

/** Lists the saved prompts of all kinds, newest first. Their number is limited, so there are no pages. */
export async function listPrompts(db: Database, { userId }: { userId: string }): Promise<SavedPrompt[]> {
  const rows = await db
    .select()
    .from(savedPrompts)
    .where(eq(savedPrompts.userId, userId))
    .orderBy(desc(savedPrompts.id))
    .limit(savedPromptsAtMost)
  return rows.map(toSavedPrompt)
}
