import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { isOpenStep, stopSteps } from '../tools/plan-calls.ts'
import { lockRuns } from './lock-runs.ts'
import { lockThread } from './open-thread.ts'
import { publishGenerations } from './publish.ts'

/** Locks a conversation for a new turn. A message `after` an answer that asks leaves its questions unanswered. */
export async function enterThread(
  tx: Transaction,
  { userId, id, after }: { userId: string; id: string; after: string | undefined },
): Promise<void> {
  await lockThread(tx, { userId, id })
  if (after !== undefined) await leaveQuestions(tx, { userId, id: after })
}

/**
 * Ends what an answer asks, unanswered, because a message follows it instead. Runs that the person has allowed go on, and no answer follows
 * them. Its conversation is locked.
 */
async function leaveQuestions(tx: Transaction, { userId, id }: { userId: string; id: string }): Promise<void> {
  const ids = await lockRuns(tx, and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.halted), isOpenStep))
  const stopped = await stopSteps(tx, ids, 'The person did not answer.')
  await publishGenerations(
    tx,
    stopped.map((stepId) => ({ userId, generationId: stepId, status: 'succeeded' })),
  )
}
