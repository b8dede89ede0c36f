import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'

/** Runs that a conversation is followed back at most. */
const mostRuns = 400

type Place = { userId: string; stepId: string }

/** The runs from a step back to the first of its conversation. */
const chainTo = ({ userId, stepId }: Place) => sql`
  chain as (
    select id, parent_id, 1 as depth from ${generations} where id = ${stepId} and user_id = ${userId}
    union all
    select turn.id, turn.parent_id, chain.depth + 1 from ${generations} turn join chain on turn.id = chain.parent_id
    where turn.user_id = ${userId} and chain.depth < ${mostRuns}
  )`

/** Reads what the conversation has shown to the model up to a step, by handle. A model can name nothing else. */
export async function readShown(db: Database | Transaction, place: Place): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ shown: Record<string, string> }>(sql`
    with recursive ${chainTo(place)}
    select call.result -> 'shown' as shown from chain join ${toolCalls} call on call.step_id = chain.id where call.result ? 'shown'`)
  return new Map(rows.flatMap(({ shown }) => Object.entries(shown)))
}

/** Reads the ids of the uploads that the person has attached to the conversation up to a step, the newest first. */
export async function readAttachedUploads(db: Database, place: Place): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive ${chainTo(place)}
    select distinct input ->> 'upload_id' as id from chain join ${generations} run on run.id = chain.id
    cross join lateral jsonb_array_elements(run.inputs) input where input ? 'upload_id' and run.deleted_at is null order by id desc`)
  return rows.map(({ id }) => id)
}

export type ShownKind = 'w' | 'f'

/** Gives handles to what a result shows: those under which it was shown before, or the next ones. */
export function handlesFor(
  shown: ReadonlyMap<string, string>,
  items: readonly { kind: ShownKind; id: string }[],
): [handle: string, id: string][] {
  const known = new Map([...shown].map(([handle, id]) => [`${handle[0]}${id}`, handle]))
  const next = { w: 1, f: 1 }
  for (const handle of shown.keys()) {
    const kind = handle[0] === 'f' ? 'f' : 'w'
    next[kind] = Math.max(next[kind], Number(handle.slice(1)) + 1)
  }
  return items.map(({ kind, id }) => {
    const handle = known.get(kind + id) ?? `${kind}${next[kind]++}`
    known.set(kind + id, handle)
    return [handle, id]
  })
}
