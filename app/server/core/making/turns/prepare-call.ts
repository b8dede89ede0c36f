import type { Database, Transaction } from '#app/server/db/database.ts'
import type { StoredCallRun } from '#app/server/db/schema/tool-calls.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CallEvent } from '#app/contract/studio/tools.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { checkInputs } from '../generations/check-inputs.ts'
import { prepareRun, requireAvailable } from '../generations/create-generation.ts'
import { readRuns, type ReadRun } from '../generations/several-runs.ts'
import { startRuns } from '../generations/start-runs.ts'

export type PreparedCall = { id: string; run: StoredCallRun; prepared: ReadRun }

/** Prices the run of a call. Throws what a press would meet, except for tokens and limits. */
export async function prepareCall(
  db: Database,
  { providers, userId, id, run }: { providers: Providers; userId: string; id: string; run: StoredCallRun },
): Promise<PreparedCall> {
  const { model, prompt, options, inputs } = run
  const [prepared] = await readRuns(providers, [await prepareRun(db, { providers, userId, input: { model, prompt, options, inputs } })])
  if (!prepared) throw new Error('a run was not prepared')
  await requireAvailable(db, providers, prepared.model)
  await checkInputs(db, { userId, model: prepared.model, inputs, options: prepared.options })
  return { id, run: { ...run, type: prepared.model.type }, prepared }
}

export type StartCallsOptions = {
  queue: Queue
  providers: Providers
  userId: string
  apiKeyId: string | null
  stepId: string
  calls: readonly PreparedCall[]
  by: NonNullable<CallEvent['by']>
  maxPrice: number | undefined
}

/** Starts the runs of calls of a locked step, all or none. A run has the id of its call, so that no call becomes two. */
export async function startCalls(
  tx: Transaction,
  { queue, providers, userId, apiKeyId, stepId, calls, by, maxPrice }: StartCallsOptions,
): Promise<void> {
  const account = await lockAccount(tx, userId)
  for (const { run, prepared } of calls)
    await checkInputs(tx, { userId, model: prepared.model, inputs: run.inputs, options: prepared.options })
  const runs = calls.map(({ id, run, prepared }) => ({
    prepared,
    values: { id, prompt: run.prompt, inputs: run.inputs, recipe: run.recipe ?? null, stepId, unattended: by === 'rule' },
  }))
  await startRuns(tx, { queue, providers, userId, apiKeyId, account, runs, maxPrice })
  for (const { id, run } of calls)
    await tx
      .update(toolCalls)
      .set({ state: 'runs', by, run, decidedAt: sql`now()` })
      .where(and(eq(toolCalls.id, id), inArray(toolCalls.state, ['asks', 'due'])))
}
