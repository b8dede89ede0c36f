import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { openCallStates } from '#app/contract/studio/tools.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { isOpenStep } from '../tools/plan-calls.ts'

/** Time without a change after which a job may be lost, and the time for which steps are looked after. */
const patience = sql`now() - interval '1 minute'`
const memory = sql`now() - interval '2 days'`
const most = 500
const openStates = sql.raw(`(${openCallStates.map((state) => `'${state}'`).join(', ')})`)

/** Enqueues again what a lost job has left: calls that are due, and steps from which nothing goes on. Both run once, however often they are enqueued. */
export async function sweepSteps(db: Database, { queue }: { queue: Queue }): Promise<number> {
  const due = await db
    .select({ id: toolCalls.id })
    .from(toolCalls)
    .where(and(eq(toolCalls.state, 'due'), lt(toolCalls.createdAt, patience)))
    .limit(most)
  // A worker of an older release, and a cancel, end the run of a call without the call.
  const ended = await db
    .select({ id: toolCalls.id })
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.id))
    .where(and(eq(toolCalls.state, 'runs'), lt(generations.finishedAt, patience)))
    .limit(most)
  due.push(...ended)
  const open = await db
    .selectDistinct({ id: generations.id, nextId: generations.nextId })
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.stepId))
    .where(
      and(
        sql`${toolCalls.endedAt} > ${memory}`,
        lt(toolCalls.endedAt, patience),
        isNull(generations.halted),
        isNull(generations.deletedAt),
        or(isNull(generations.nextId), lt(generations.updatedAt, patience)),
        isOpenStep,
        sql`not exists (select from ${toolCalls} other where other.step_id = ${generations.id} and other.state in ${openStates})`,
      ),
    )
    .limit(most)
  if (due.length + open.length === 0) return 0
  await db.transaction(async (tx) => {
    for (const { id, nextId } of open)
      if (nextId === null)
        await tx
          .update(generations)
          .set({ nextId: uuidv7() })
          .where(and(eq(generations.id, id), isNull(generations.nextId)))
    await queue.enqueueAll(
      tx,
      'run-call',
      due.map(({ id }) => ({ data: { call_id: id } })),
    )
    await queue.enqueueAll(
      tx,
      'go-on',
      open.map(({ id }) => ({ data: { step_id: id } })),
    )
  })
  return due.length + open.length
}
