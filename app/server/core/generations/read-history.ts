import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { Turn } from '../../providers/kinds.ts'

/** As much of a conversation as is sent along; what is older is left out, whole exchanges at a time. */
const maxExchanges = 40
const maxCharacters = 60_000

export type ReadHistoryOptions = {
  userId: string
  threadId: string | null | undefined
  /** When the run was submitted: its quote has counted what had been said by then, and nothing else may be sent. */
  before?: Date
}

/** What was said before in a conversation, oldest first. */
export async function readHistory(db: Database | Transaction, { userId, threadId, before }: ReadHistoryOptions): Promise<Turn[]> {
  if (!threadId) return []
  const rows = await db
    .select({ prompt: generations.prompt, text: generations.text })
    .from(generations)
    .where(
      and(
        eq(generations.userId, userId),
        eq(generations.threadId, threadId),
        eq(generations.type, 'text'),
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
        before && sql`${generations.finishedAt} <= ${before.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(generations.id))
    .limit(maxExchanges)
  let characters = 0
  const kept = rows.filter(({ prompt, text }) => (characters += prompt.length + (text?.length ?? 0)) <= maxCharacters)
  return kept.toReversed().flatMap(({ prompt, text }): Turn[] => [
    { role: 'user', text: prompt, files: [] },
    { role: 'assistant', text: text ?? '', files: [] },
  ])
}
