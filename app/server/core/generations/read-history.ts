import { sql } from 'drizzle-orm'
import type { BroughtTurn } from '#app/contract/generations.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { Turn } from '../../providers/kinds.ts'

/** As much of a conversation as is sent along; what is older is left out, whole exchanges at a time. */
const maxExchanges = 40
const maxCharacters = 60_000
/** How far back is looked for them: turns that failed or are in the trash are passed over. */
const maxTurns = 400

export type ReadHistoryOptions = {
  userId: string
  threadId: string | null | undefined
  /** The turn that is answered to; none at the beginning of a conversation. */
  parentId: string | null | undefined
  /** When the run was submitted: its quote has counted what had been said by then, and nothing else may be sent. */
  before?: Date
  /** What the caller has brought: then that is it. */
  context?: BroughtTurn[] | null | undefined
}

/**
 * What was said before in a conversation, oldest first: the turns from the parent up to the root. A branch knows nothing of the others.
 * An answer that was stopped counts as far as it came.
 */
export async function readHistory(
  db: Database | Transaction,
  { userId, threadId, parentId, before, context }: ReadHistoryOptions,
): Promise<Turn[]> {
  if (context) return context.map((turn) => ({ ...turn, files: [] }))
  if (!threadId || !parentId) return []
  const { rows } = await db.execute<{ prompt: string; text: string }>(sql`
    with recursive chain as (
      select id, parent_id, 1 as depth from ${generations}
      where id = ${parentId} and user_id = ${userId} and thread_id = ${threadId}
      union all
      select turn.id, turn.parent_id, chain.depth + 1 from ${generations} turn join chain on turn.id = chain.parent_id
      where turn.user_id = ${userId} and turn.thread_id = ${threadId} and chain.depth < ${maxTurns}
    )
    select said.prompt, said.text from chain join ${generations} said on said.id = chain.id
    where said.type = 'text' and said.status in ('succeeded', 'canceled') and said.text <> '' and said.deleted_at is null
      ${before ? sql`and said.finished_at <= ${before.toISOString()}::timestamptz` : sql``}
    order by chain.depth limit ${maxExchanges}`)
  let characters = 0
  const kept = rows.filter(({ prompt, text }) => (characters += prompt.length + text.length) <= maxCharacters)
  return kept.toReversed().flatMap(({ prompt, text }): Turn[] => [
    { role: 'user', text: prompt, files: [] },
    { role: 'assistant', text, files: [] },
  ])
}
