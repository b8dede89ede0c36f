import { sql } from 'drizzle-orm'
import type { ToolResult } from '#app/contract/runs/generations.ts'
import type { ToolCall } from '#app/contract/studio/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { OwnGeneration } from './find-generation.ts'
import { toolResultsColumn } from './related-rows.ts'

/** A call of a program's tool and its result; null while there is none, or if the program sent none. */
type ToolStep = { name: string; input: string | null; result: Pick<ToolResult, 'text' | 'failed'> | null }

/** Reads what a program's tools did for an answer: from the person's prompt up to the run, which may be several runs later. */
export async function readToolSteps(db: Database, { userId, id }: OwnGeneration): Promise<ToolStep[]> {
  const { rows } = await db.execute<{ calls: ToolCall[] | null; results: ToolResult[] | null }>(sql`
    with recursive chain as (
      select id, parent_id, prompt, 0 as depth from ${generations} where id = ${id} and user_id = ${userId} and said is not null
      union all
      select turn.id, turn.parent_id, turn.prompt, chain.depth + 1 from ${generations} turn join chain on turn.id = chain.parent_id
      where chain.prompt = '' and turn.user_id = ${userId} and turn.said is not null and turn.purged_at is null
    )
    select generations.calls, ${toolResultsColumn(null)} as results
    from chain join ${generations} on generations.id = chain.id order by chain.depth desc`)
  const steps = new Map<string, ToolStep>()
  for (const { calls, results } of rows) {
    for (const { id: call, name, input, text, failed } of results ?? [])
      steps.set(call, { name, input: input ?? steps.get(call)?.input ?? null, result: { text, failed } })
    for (const { id: call, name, input } of calls ?? []) steps.set(call, { name, input, result: null })
  }
  return [...steps.values()]
}
