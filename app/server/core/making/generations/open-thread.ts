import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'

/** Makes a program's run the first of a conversation, when it is continued. */
export async function joinThread(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(generations)
    .set({ threadId: id, updatedAt: sql`now()` })
    .where(and(eq(generations.id, id), isNull(generations.threadId)))
}

/** Creates the conversation with its first turn; each later turn moves it to the top of the list. The client chooses the id. */
export async function openThread(tx: Transaction, { userId, id }: { userId: string; id: string }): Promise<void> {
  const [opened] = await tx
    .insert(threads)
    .values({ id, userId })
    .onConflictDoUpdate({ target: threads.id, set: { updatedAt: sql`now()` }, setWhere: eq(threads.userId, userId) })
    .returning({ id: threads.id })
  if (!opened) throw new Problem('not_found')
}
