import { asc, eq, sql } from 'drizzle-orm'
import { isMakingTool } from '#app/contract/studio/tool-names.ts'
import { openCallStates } from '#app/contract/studio/tools.ts'
import type { StoredTurn } from '#app/contract/studio/turns.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { prepareRun } from '../generations/create-generation.ts'
import type { GenerationRow } from '../generations/to-generation.ts'

/** Bytes of the result of a call that has not ended, at the most: its text, and as much as an image costs to see. */
const bytesOf = (tool: string) => (isMakingTool(tool) ? 1_500 + 3_000 : tool === 'find' ? 5_000 : 20_500)

/**
 * Prices the answer that goes on after the calls of a step, before they have ended. A press on one of them covers it; an answer that costs
 * more, for instance after a transcript, counts against the allowance.
 */
export async function nextPrice(db: Database, { providers, step }: { providers: Providers; step: GenerationRow }): Promise<number> {
  const { id, userId, asked, model, options, threadId } = step
  if (!asked) return 0
  const rows = await db.select().from(toolCalls).where(eq(toolCalls.stepId, id)).orderBy(asc(toolCalls.position))
  const said = rows.map((row): StoredTurn => {
    const isOpen = openCallStates.some((state) => state === row.state)
    return {
      role: 'tool',
      text: isOpen ? ' '.repeat(bytesOf(row.tool)) : (row.result?.text ?? ''),
      answers: { id: row.callId, name: row.tool },
    }
  })
  const input = { model, prompt: '', options, inputs: [], parent_id: id, thread_id: threadId ?? undefined }
  const { priceMilli } = await prepareRun(db, { providers, userId, input, step: { said, asked } })
  return priceMilli
}

/** Whether a run of this sort has failed in the message of a step: then only a press tries again. */
export async function hasFailed(
  tx: Transaction,
  { userId, stepId, makes }: { userId: string; stepId: string; makes: string | null },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive chain as (
      select id, parent_id, prompt from ${generations} where id = ${stepId} and user_id = ${userId}
      union all
      select turn.id, turn.parent_id, turn.prompt from ${generations} turn join chain on turn.id = chain.parent_id
      where chain.prompt = '' and turn.user_id = ${userId}
    )
    select 1 from chain join ${toolCalls} call on call.step_id = chain.id join ${generations} run on run.id = call.id
    where call.makes = ${makes} and run.status = 'failed' limit 1`)
  return rows.length > 0
}
