import { and, count, eq } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7 } from 'uuid'
import { type editSavedPromptSchema, type SavedPrompt, savedPromptsAtMost } from '#app/contract/runs/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { toSavedPrompt } from './list-prompts.ts'

export type SavePromptOptions = { userId: string; input: v.InferOutput<typeof editSavedPromptSchema> }

/** Saves a prompt under a name unique within its kind. */
export async function savePrompt(db: Database, { userId, input }: SavePromptOptions): Promise<SavedPrompt> {
  return db.transaction(async (tx) => {
    // The lock serializes concurrent requests, so that the limit holds and names stay unique.
    await lockUser(tx, userId)
    const [kept] = await tx.select({ count: count() }).from(savedPrompts).where(eq(savedPrompts.userId, userId))
    if ((kept?.count ?? 0) >= savedPromptsAtMost) throw new Problem('invalid_input', { fields: { name: 'too_many' } })
    const [twin] = await tx
      .select({ id: savedPrompts.id })
      .from(savedPrompts)
      .where(and(eq(savedPrompts.userId, userId), eq(savedPrompts.type, input.type), eq(savedPrompts.name, input.name)))
    if (twin) throw new Problem('invalid_input', { fields: { name: 'name_taken' } })
    const [created] = await tx
      .insert(savedPrompts)
      .values({ id: uuidv7(), userId, ...input })
      .returning()
    if (!created) throw new Error('a saved prompt was not inserted')
    return toSavedPrompt(created)
  })
}
