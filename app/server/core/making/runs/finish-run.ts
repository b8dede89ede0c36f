import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { CallFailure } from '#app/contract/base/call-failures.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { embeddings } from '#app/server/db/schema/embeddings.ts'
import { files } from '#app/server/db/schema/files.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { RunResult } from '#app/server/providers/provider.ts'
import type { jobOf } from '../generations/job-name.ts'
import { headWith } from '../generations/program-turns.ts'
import { publishGeneration, publishing } from '../generations/publish.ts'
import { thinkingEnded } from '../generations/thinking-time.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import type { SourceEnd } from '../generations/waits.ts'
import { planCalls } from '../tools/plan-calls.ts'
import { recordRun } from '../statistics/record-run.ts'
import { closeHold } from '../../money/tokens/close-hold.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { planRunEnd } from '../../rules/webhooks/plan-run-end.ts'
import { claimOf, handedOverIfResumable, ownAttempts, type Worker } from './claim.ts'
import { planFinishedRunMail } from './mail-finished-run.ts'
import { releaseWaiting } from './release-waiting.ts'
import { keysOfEarlierAttempts, storeFiles } from './store-files.ts'

type Success = { result: RunResult; costMilli: number; costMicros: number | null; reason: string | null }

export async function succeed(
  db: Database,
  worker: Worker,
  row: GenerationRow,
  { result, costMilli, costMicros, reason }: Success,
): Promise<void> {
  // Files are stored before the row that names them. A crash in between leaves files that nobody sees, which the attempt
  // that succeeds deletes; in the other order it would leave a finished, paid run whose film is missing. Each attempt has keys of its own,
  // so a worker that finishes after it has lost its claim can neither replace nor delete the files of its successor.
  const stored = await storeFiles(worker.storage, row, result.files)
  const ending = {
    status: 'succeeded',
    progress: 1,
    text: result.text,
    pictured: row.type === 'text' && result.files.length > 0,
    cut: result.cut ?? false,
    transcript: result.transcript ?? null,
    calls: result.calls ?? null,
    replay: ((row.said || row.asked) && result.replay) || null,
    ...(row.head && { head: headWith(row.head, result) }),
    thinking: result.thinking ?? null,
    sources: result.sources ?? null,
    usage: result.usage ?? null,
    costMicros,
  } as const
  const finished = await finish(db, worker, row, { ...ending, costMilli, reason }, async (tx) => {
    if (stored.length > 0) await tx.insert(files).values(stored)
    if (result.standIns) await tx.update(filmTakes).set({ standIns: result.standIns }).where(eq(filmTakes.generationId, row.id))
    if (result.vectors) await tx.update(embeddings).set({ vectors: result.vectors }).where(eq(embeddings.generationId, row.id))
    if (!row.asked?.studio || !result.calls?.length) return {}
    return { halted: await planCalls(tx, { queue: worker.queue, step: row, calls: result.calls }) }
  })
  // After a lost claim (canceled, deleted, or taken over by another worker with its own files) no row references these files.
  const unwanted = finished ? keysOfEarlierAttempts(row, stored) : stored.map(({ storageKey }) => storageKey)
  for (const key of unwanted) await worker.storage.delete(key)
}

type Failure = {
  code: GenerationErrorCode
  option?: string | null
  limit?: number | null
  /** The HTTP status of the service's answer; unchanged if undefined. */
  serviceStatus?: number | null | undefined
  callFailure?: CallFailure | null | undefined
}

export async function fail(
  db: Database,
  worker: Worker,
  row: GenerationRow,
  { code, option = null, limit = null, serviceStatus, callFailure }: Failure,
): Promise<void> {
  // No part of refused content is shown.
  const ending = {
    status: 'failed',
    errorCode: code,
    errorOption: option,
    errorLimit: limit,
    ...(serviceStatus !== undefined && { serviceStatus }),
    ...(callFailure !== undefined && { callFailure }),
    ...((code === 'refused' || code === 'result_refused') && { text: null, thinking: null, calls: null }),
  } as const
  await finish(db, worker, row, { ...ending, costMilli: 0, reason: code })
}

export async function cancelByRequest(db: Database, worker: Worker, row: GenerationRow): Promise<void> {
  await finish(db, worker, row, { status: 'canceled', costMilli: 0, reason: 'canceled' })
}

type Ending = {
  status: SourceEnd
  costMilli: number
  /** The reason on the receipt. */
  reason: string | null
  errorCode?: GenerationErrorCode
  errorOption?: string | null
  errorLimit?: number | null
  serviceStatus?: number | null
  callFailure?: CallFailure | null
  progress?: number
  text?: string | null
  cut?: boolean
  transcript?: RunResult['transcript'] | null
  calls?: GenerationRow['calls']
  replay?: GenerationRow['replay']
  head?: GenerationRow['head']
  thinking?: string | null
  sources?: RunResult['sources'] | null
  usage?: RunResult['usage'] | null
  costMicros?: number | null
}

/** Ends the run and settles or releases its hold in one transaction. Returns false if the claim was lost. */
async function finish(
  db: Database,
  worker: Worker,
  row: GenerationRow,
  { costMilli, reason, ...ending }: Ending,
  also?: (tx: Transaction) => Promise<Partial<GenerationRow> | void>,
): Promise<boolean> {
  const ended = await db.transaction(
    async (tx) => {
      const [finished] = await tx
        .update(generations)
        .set({
          ...ending,
          ...thinkingEnded,
          leaseOwner: null,
          leaseUntil: null,
          operation: null,
          finishedAt: sql`now()`,
          updatedAt: sql`now()`,
        })
        .where(claimOf(row, worker))
        .returning({ ...getTableColumns(generations), published: publishing(ending.status) })
      if (!finished) return undefined
      // Runs are locked before the account, and the account before rows that reference the person are inserted.
      await releaseWaiting(tx, { queue: worker.queue, userId: row.userId, id: row.id, end: ending.status })
      const account = await lockAccount(tx, row.userId)
      const changed = await also?.(tx)
      const charge = await closeHold(tx, { userId: row.userId, generationId: row.id, costMilli, reason, account })
      await recordRun(tx, row.id)
      const final = { ...finished, ...changed, ...charge }
      await planRunEnd(tx, final)
      // The call ends in a transaction of its own, which locks its step before it: here the run is locked already.
      if (row.stepId !== null) await worker.queue.enqueue(tx, 'run-call', { call_id: row.id })
      // A message that goes on has not ended.
      const goesOn = row.stepId !== null || (row.asked?.studio && (ending.calls?.length ?? 0) > 0)
      if (ending.status !== 'canceled' && !goesOn)
        await planFinishedRunMail(tx, {
          queue: worker.queue,
          row,
          status: ending.status,
          createdAt: finished.createdAt,
          finishedAt: finished.finishedAt,
        })
      return final
    },
    { isFrequent: true },
  )
  if (ended) worker.progress.live.end(ended)
  return ended !== undefined
}

const maxBackoffSeconds = 60
/** Longest postponement in seconds; a longer wait requested by a service takes several. */
const maxRetryAfterSeconds = 15 * 60

/** Varies the delay, so that runs postponed together are not retried together. */
export const jittered = (seconds: number) => Math.max(1, Math.ceil(seconds * (0.75 + Math.random() / 2)))

type PostponeOptions = Pick<Failure, 'code' | 'serviceStatus' | 'callFailure'> & {
  retryAfterMs: number | null
  job: ReturnType<typeof jobOf>
}

/** Puts the run back into the queue for a later attempt; the hold stays. */
export async function postpone(
  db: Database,
  worker: Worker,
  row: GenerationRow,
  { code, serviceStatus, callFailure, retryAfterMs, job }: PostponeOptions,
): Promise<void> {
  // The outcome of a timed-out call is unknown, so it does not use up an attempt.
  const attempts = code === 'timeout' ? row.attempts - 1 : row.attempts
  const requested = Math.min(maxRetryAfterSeconds, Math.ceil((retryAfterMs ?? 0) / 1000))
  const startAfterSeconds = Math.max(requested, jittered(Math.min(maxBackoffSeconds, 2 ** ownAttempts(row))))
  await db.transaction(async (tx) => {
    const [postponed] = await tx
      .update(generations)
      .set({
        status: 'queued',
        leaseOwner: null,
        leaseUntil: null,
        attempts,
        accruedMilli: 0,
        ...(serviceStatus !== undefined && { serviceStatus }),
        ...(callFailure !== undefined && { callFailure }),
        ...thinkingEnded,
        handedOverAt: handedOverIfResumable,
        updatedAt: sql`now()`,
      })
      .where(claimOf(row, worker))
      .returning({ id: generations.id })
    if (!postponed) return
    await worker.queue.enqueue(tx, job, { generation_id: row.id }, { startAfterSeconds, due: row.due })
    await publishGeneration(tx, { userId: row.userId, generationId: row.id, status: 'queued' })
  })
}
