import { and, eq, ne } from 'drizzle-orm'
import type * as v from 'valibot'
import { validate } from 'uuid'
import type { changeSavedPromptSchema, SavedPrompt } from '#app/contract/runs/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { toSavedPrompt } from './list-prompts.ts'

export type OwnPrompt = { userId: string; id: string }

/** Matches the person's saved prompt; another person's is `not_found`. */
export function ownPrompt({ userId, id }: OwnPrompt) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(savedPrompts.id, id), eq(savedPrompts.userId, userId))
}

export type ChangePromptOptions = OwnPrompt & { changes: v.InferOutput<typeof changeSavedPromptSchema> }

/** Changes the name or text of a saved prompt; omitted fields do not change. */
export async function changePrompt(db: Database, { changes, ...own }: ChangePromptOptions): Promise<SavedPrompt> {
  const isOwn = ownPrompt(own)
  return db.transaction(async (tx) => {
    await lockUser(tx, own.userId)
    const [kept] = await tx.select().from(savedPrompts).where(isOwn)
    if (!kept) throw new Problem('not_found')
    const { name = kept.name, text = kept.text } = changes
    const [twin] = await tx
      .select({ id: savedPrompts.id })
      .from(savedPrompts)
      .where(
        and(
          eq(savedPrompts.userId, own.userId),
          eq(savedPrompts.type, kept.type),
          eq(savedPrompts.name, name),
          ne(savedPrompts.id, kept.id),
        ),
      )
    if (twin) throw new Problem('invalid_input', { fields: { name: 'name_taken' } })
    await tx.update(savedPrompts).set({ name, text }).where(isOwn)
    return toSavedPrompt({ ...kept, name, text })
  })
}
