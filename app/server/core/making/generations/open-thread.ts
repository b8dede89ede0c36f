import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { Problem } from '../../problem.ts'

type OwnThread = { userId: string; id: string }

export type ThreadRow = typeof threads.$inferSelect

/**
 * Locks a conversation, before its runs and the account: a turn that starts and the deletion of the conversation follow each other. Returns
 * undefined for a conversation that has no turn yet, or is another person's.
 */
export async function lockThread(tx: Transaction, { userId, id }: OwnThread): Promise<ThreadRow | undefined> {
  const [thread] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.id, id), eq(threads.userId, userId)))
    .for('no key update')
  return thread
}

/** Makes a program's run the first of a conversation, when it is continued. */
export async function joinThread(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(generations)
    .set({ threadId: id, updatedAt: sql`now()` })
    .where(and(eq(generations.id, id), isNull(generations.threadId)))
}

/**
 * Creates the conversation with its first turn; each later turn moves it to the top of the list. The client chooses the id. `tools`: those of
 * this and later turns.
 */
export async function openThread(tx: Transaction, { userId, id, tools }: OwnThread & { tools?: string[] | undefined }): Promise<void> {
  const own = tools && { tools }
  const [opened] = await tx
    .insert(threads)
    .values({ id, userId, ...own })
    .onConflictDoUpdate({ target: threads.id, set: { updatedAt: sql`now()`, ...own }, setWhere: eq(threads.userId, userId) })
    .returning({ id: threads.id })
  if (!opened) throw new Problem('not_found')
}
