import { and, count, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { publishGeneration } from '../generations/publish.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { runTool } from '../tools/run-tool.ts'
import { handlesFor, readShown } from '../tools/shown.ts'

type Parts = { queue: Queue; storage: Storage }

/** Runs a call of the studio's tools. It reads only, so that a repetition after a crash changes nothing. */
export async function runCall(db: Database, { queue, storage }: Parts, id: string): Promise<void> {
  const [call] = await db
    .select({
      stepId: toolCalls.stepId,
      userId: toolCalls.userId,
      tool: toolCalls.tool,
      callId: toolCalls.callId,
      calls: generations.calls,
    })
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.stepId))
    .where(and(eq(toolCalls.id, id), eq(toolCalls.state, 'due')))
  if (!call) return
  const { stepId, userId } = call
  const input = call.calls?.find((one) => one.id === call.callId)?.input ?? ''
  const shown = await readShown(db, { userId, stepId })
  const answer = await runTool(db, { storage, userId, stepId, shown }, { name: call.tool, input })
  await endCall(db, { queue, id, stepId, userId, answer })
}

type Ended = { queue: Queue; id: string; stepId: string; userId: string; answer: ToolAnswer }

/**
 * Ends a call. The step is locked first, so that of calls that end together, or are stopped, the last one counts all others and starts the
 * step that goes on, once.
 */
export async function endCall(db: Database, { queue, id, stepId, userId, answer }: Ended): Promise<void> {
  await db.transaction(async (tx) => {
    const [step] = await tx
      .select({ status: generations.status, halted: generations.halted, deletedAt: generations.deletedAt })
      .from(generations)
      .where(eq(generations.id, stepId))
      .for('no key update')
    if (!step) return
    const { items = [] } = answer
    const handles = handlesFor(items.length > 0 ? await readShown(tx, { userId, stepId }) : new Map(), items)
    const lines = items.map(({ line }, at) => `${handles[at]?.[0]}: ${line}`)
    const result = { text: [answer.text, ...lines].join('\n'), ...(items.length > 0 && { shown: Object.fromEntries(handles) }) }
    const ended = await tx
      .update(toolCalls)
      .set({ state: answer.failed ? 'failed' : 'done', result, endedAt: sql`now()` })
      .where(and(eq(toolCalls.id, id), eq(toolCalls.state, 'due')))
      .returning({ id: toolCalls.id })
    if (ended.length === 0) return
    const [left] = await tx
      .select({ due: count() })
      .from(toolCalls)
      .where(and(eq(toolCalls.stepId, stepId), eq(toolCalls.state, 'due')))
    if (left?.due === 0 && step.halted === null && step.deletedAt === null) {
      await tx
        .update(generations)
        .set({ nextId: sql`coalesce(${generations.nextId}, ${uuidv7()}::uuid)`, updatedAt: sql`now()` })
        .where(eq(generations.id, stepId))
      await queue.enqueue(tx, 'go-on', { step_id: stepId })
    }
    await publishGeneration(tx, { userId, generationId: stepId, status: step.status })
  })
}
