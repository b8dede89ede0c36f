import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { openCallStates, type ToolCallState } from '#app/contract/studio/tools.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { publishGeneration } from '../generations/publish.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { handlesFor, readShown } from '../tools/shown.ts'

type Step = Pick<typeof generations.$inferSelect, 'status' | 'halted' | 'deletedAt' | 'nextId'>

/** Locks a step, before its calls and before the runs that they have become. */
export async function lockStep(tx: Transaction, id: string): Promise<Step | undefined> {
  const { status, halted, deletedAt, nextId } = generations
  const [step] = await tx.select({ status, halted, deletedAt, nextId }).from(generations).where(eq(generations.id, id)).for('no key update')
  return step
}

type End = {
  id: string
  stepId: string
  userId: string
  /** The state that the call has until then: a job that comes twice must not end what has become a run. */
  from: (typeof openCallStates)[number]
  answer: ToolAnswer
  state?: Extract<ToolCallState, 'refused' | 'stopped'>
}

/**
 * Ends a call. The step is locked first, so that of calls that end together, or are stopped, the last one counts all others and starts the
 * step that goes on, once.
 */
export async function endCall(db: Database, { queue, ...end }: End & { queue: Queue }): Promise<void> {
  await db.transaction(async (tx) => {
    const step = await lockStep(tx, end.stepId)
    if (step) await endLocked(tx, queue, step, end)
  })
}

/** Ends a call of a locked step. Returns whether it was open. */
export async function endLocked(
  tx: Transaction,
  queue: Queue,
  step: Step,
  { id, stepId, userId, from, answer, state }: End,
): Promise<boolean> {
  const { items = [], inputs = [] } = answer
  const handles = handlesFor(items.length > 0 ? await readShown(tx, { userId, stepId }) : new Map(), items)
  const lines = items.map(({ line }, at) => `${handles[at]?.[0]}: ${line}`)
  const result = {
    text: [answer.text, ...lines].filter(Boolean).join('\n'),
    ...(items.length > 0 && { shown: Object.fromEntries(handles) }),
    ...(inputs.length > 0 && { inputs }),
  }
  const ended = await tx
    .update(toolCalls)
    .set({ state: state ?? (answer.failed ? 'failed' : 'done'), result, endedAt: sql`now()` })
    .where(and(eq(toolCalls.id, id), eq(toolCalls.state, from)))
    .returning({ id: toolCalls.id })
  if (ended.length === 0) return false
  const [left] = await tx
    .select({ calls: count() })
    .from(toolCalls)
    .where(and(eq(toolCalls.stepId, stepId), inArray(toolCalls.state, [...openCallStates])))
  if (left?.calls === 0 && step.halted === null && step.deletedAt === null) {
    await tx
      .update(generations)
      .set({ nextId: sql`coalesce(${generations.nextId}, ${uuidv7()}::uuid)`, updatedAt: sql`now()` })
      .where(eq(generations.id, stepId))
    await queue.enqueue(tx, 'go-on', { step_id: stepId })
  }
  await publishGeneration(tx, { userId, generationId: stepId, status: step.status })
  return true
}
