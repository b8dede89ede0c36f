import { sql } from 'drizzle-orm'
import type { BroughtTurn } from '#app/contract/generations.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Turn } from '../../providers/kinds.ts'

/** Largest number of exchanges sent; older ones are omitted as a whole. */
const maxExchanges = 40
const maxCharacters = 60_000
/** Largest number of turns read, which includes skipped ones: failed and trashed. */
const maxTurns = 400

export type ReadHistoryOptions = {
  userId: string
  threadId: string | null | undefined
  /** The preceding turn; none at the start of a conversation. */
  parentId: string | null | undefined
  /** Time of the submit. Later turns are not part of the quote and must not be sent. */
  before?: Date
  /** Earlier turns sent by the client, used instead of stored ones. */
  context?: BroughtTurn[] | null | undefined
}

/**
 * Reads the turns from the parent up to the root, oldest first. Other branches are excluded. A stopped answer counts as far as it was
 * written.
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
