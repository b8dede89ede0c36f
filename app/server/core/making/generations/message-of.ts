import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { GenerationRow } from './to-generation.ts'

type Message = Pick<GenerationRow, 'prompt' | 'title' | 'createdAt'>

/** Returns the person's message to which a run belongs: that of its first step, or its own. */
export async function messageOf(
  db: Database | Transaction,
  row: Pick<GenerationRow, 'id' | 'userId' | 'asked'> & Message,
): Promise<Message> {
  if (!row.asked?.studio || row.prompt !== '') return row
  const { rows } = await db.execute<{ prompt: string; title: string | null; created_at: Date | string }>(sql`
    with recursive chain as (
      select id, parent_id, prompt from ${generations} where id = ${row.id} and user_id = ${row.userId}
      union all
      select turn.id, turn.parent_id, turn.prompt from ${generations} turn join chain on turn.id = chain.parent_id
      where chain.prompt = '' and turn.user_id = ${row.userId}
    )
    select run.prompt, run.title, run.created_at from chain join ${generations} run on run.id = chain.id where run.prompt <> ''`)
  const [first] = rows
  return first ? { ...first, createdAt: new Date(first.created_at) } : row
}
