import { and, eq, inArray } from 'drizzle-orm'
import { isMakingTool } from '#app/contract/studio/tool-names.ts'
import { argumentsOf } from '#app/contract/studio/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { runTool } from '../tools/run-tool.ts'
import { readShown } from '../tools/shown.ts'
import { askCall } from './ask-call.ts'
import { endCall } from './end-call.ts'
import { answerOfRun } from './answer-of-run.ts'

type Parts = { queue: Queue; storage: Storage; providers: Providers }

/**
 * Takes a call a step further. One that reads runs; a repetition after a crash changes nothing. One that makes something asks, or starts by
 * a rule; once its run has ended, it ends.
 */
export async function runCall(db: Database, { queue, storage, providers }: Parts, id: string): Promise<void> {
  const [found] = await db
    .select({ call: toolCalls, step: generations })
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.stepId))
    .where(and(eq(toolCalls.id, id), inArray(toolCalls.state, ['due', 'runs'])))
  if (!found) return
  const { call, step } = found
  const { stepId, userId } = call
  const end = { queue, id, stepId, userId, from: 'due' as const }
  if (call.state === 'runs') {
    const ended = await answerOfRun(db, call)
    return ended && endCall(db, { ...end, ...ended, from: 'runs' })
  }
  const input = step.calls?.[call.position]?.input ?? ''
  // A model may name tools that it was not offered.
  if (!step.asked?.tools?.some(({ name }) => name === call.tool))
    return endCall(db, { ...end, answer: { text: 'There is no such tool.', failed: true } })
  if (isMakingTool(call.tool)) return askCall(db, { queue, providers }, { call, step, input: argumentsOf({ input }) })
  const shown = await readShown(db, { userId, stepId })
  return endCall(db, { ...end, answer: await runTool(db, { storage, userId, stepId, shown }, { name: call.tool, input }) })
}
