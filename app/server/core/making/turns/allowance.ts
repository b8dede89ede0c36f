import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { readToolSettings } from '../../rules/groups/tool-settings.ts'

export type Allowance = { limitMilli: number; usedMilli: number }

/** Matches the turns of a conversation, and the runs that its calls have made. */
const inConversation = (threadId: string) => sql`(${generations.threadId} = ${threadId} or ${generations.stepId} in (
  select step.id from ${generations} step where step.thread_id = ${threadId}))`

/**
 * Reads what a conversation may spend without a press, and has spent: the charges of the runs that started so, and the highest prices of
 * those that still run. Of a conversation without a turn, the person's default. Nobody may spend more than the operator allows.
 */
export async function readAllowance(
  db: Database | Transaction,
  { userId, threadId }: { userId: string; threadId: string | undefined },
): Promise<Allowance> {
  const [account] = await db.select({ own: tokenAccounts.allowanceMilli }).from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  const { allowanceMilli, mostAllowanceMilli } = await readToolSettings(db)
  const usual = account?.own ?? allowanceMilli
  if (threadId === undefined) return { limitMilli: Math.min(usual, mostAllowanceMilli), usedMilli: 0 }
  const [thread] = await db
    .select({ limit: threads.allowanceMilli })
    .from(threads)
    .where(and(eq(threads.id, threadId), eq(threads.userId, userId)))
  const [used] = await db
    .select({ milli: sql<number>`coalesce(sum(coalesce(${generations.chargedMilli}, ${generations.priceMilli})), 0)::float8` })
    .from(generations)
    .where(and(eq(generations.userId, userId), generations.unattended, inConversation(threadId)))
  return { limitMilli: Math.min(thread?.limit ?? usual, mostAllowanceMilli), usedMilli: used?.milli ?? 0 }
}
