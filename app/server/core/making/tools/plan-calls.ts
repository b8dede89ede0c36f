import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { type HaltReason, mostCalls } from '#app/contract/studio/tools.ts'
import { argumentsOf, type ToolCall } from '#app/contract/studio/turns.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { hashOf } from '../../request-hash.ts'
import { readToolSettings } from '../../rules/groups/tool-settings.ts'

type Step = Pick<typeof generations.$inferSelect, 'id' | 'userId'>

const tooMany = `Not run: an answer may have at most ${mostCalls} calls.`
const sameCall = 'The same call is in this answer already; see its result.'

/** Most times that a message makes the same call. */
const mostRepeats = 2

const digestOf = (call: ToolCall) =>
  createHash('sha256')
    .update(hashOf({ name: call.name, input: argumentsOf(call) }))
    .digest('base64url')

/**
 * Plans the calls of an answer in the transaction that ends its run. Repeated calls run once; a message that repeats itself, or has had too
 * many steps, halts. Each call is a job, and the last one that ends starts the step that goes on (`endCall`).
 */
export async function planCalls(
  tx: Transaction,
  { queue, step, calls }: { queue: Queue; step: Step; calls: readonly ToolCall[] },
): Promise<HaltReason | null> {
  const { steps, digests } = await readMessage(tx, step)
  const { mostSteps } = await readToolSettings(tx)
  const planned = calls.map((call) => ({ call, digest: digestOf(call) }))
  const repeats = (digest: string) => digests.filter((one) => one === digest).length
  const halted: HaltReason | null = planned.some(({ digest }) => repeats(digest) >= mostRepeats)
    ? 'loop'
    : steps >= mostSteps
      ? 'limit'
      : null
  const seen = new Set<string>()
  const rows = planned.map(({ call, digest }, position): typeof toolCalls.$inferInsert => {
    const isSame = seen.has(digest)
    seen.add(digest)
    const row = { id: uuidv7(), stepId: step.id, position, userId: step.userId, callId: call.id, tool: call.name.slice(0, 200), digest }
    const over = (state: 'done' | 'failed' | 'stopped', text?: string) => ({
      ...row,
      state,
      endedAt: new Date(),
      ...(text !== undefined && { result: { text } }),
    })
    if (halted) return over('stopped')
    if (position >= mostCalls) return over('failed', tooMany)
    return isSame ? over('done', sameCall) : { ...row, state: 'due' }
  })
  await tx.insert(toolCalls).values(rows)
  if (halted) {
    await tx.update(generations).set({ halted }).where(eq(generations.id, step.id))
    return halted
  }
  const due = rows.filter(({ state }) => state === 'due')
  await queue.enqueueAll(
    tx,
    'run-call',
    due.map(({ id }) => ({ data: { call_id: id } })),
  )
  return null
}

/** Counts the steps of a message up to this one, and reads the calls of those before it: each once for a step. */
async function readMessage(tx: Transaction, { id, userId }: Step): Promise<{ steps: number; digests: string[] }> {
  const { rows } = await tx.execute<{ steps: number; digests: string[] }>(sql`
    with recursive chain as (
      select id, parent_id, prompt from ${generations} where id = ${id} and user_id = ${userId}
      union all
      select turn.id, turn.parent_id, turn.prompt from ${generations} turn join chain on turn.id = chain.parent_id
      where chain.prompt = '' and turn.user_id = ${userId}
    )
    select (select count(*)::int from chain) as steps, (
      select coalesce(json_agg(call.digest), '[]') from (
        select distinct one.step_id, one.digest from ${toolCalls} one join chain on chain.id = one.step_id where one.step_id <> ${id}) call
    ) as digests`)
  return rows[0] ?? { steps: 1, digests: [] }
}

/**
 * Stops the calls of locked steps that are no runs yet, and lets no run go on from those that nothing has followed. Returns the ids of these.
 */
export async function stopSteps(tx: Transaction, ids: readonly string[], text = 'Stopped by the person.'): Promise<string[]> {
  if (ids.length === 0) return []
  await tx
    .update(toolCalls)
    .set({ state: 'stopped', result: { text }, endedAt: sql`now()` })
    .where(and(inArray(toolCalls.stepId, [...ids]), inArray(toolCalls.state, ['asks', 'due'])))
  const stopped = await tx
    .update(generations)
    .set({ halted: 'stopped', updatedAt: sql`now()` })
    .where(and(inArray(generations.id, [...ids]), isNull(generations.halted), isOpenStep))
    .returning({ id: generations.id })
  return stopped.map(({ id }) => id)
}

/** Matches steps from which a run has yet to go on. */
export const isOpenStep = sql`(generations.asked -> 'studio' = 'true' and generations.calls is not null and generations.status = 'succeeded'
  and not exists (select from generations later where later.id = generations.next_id))`
