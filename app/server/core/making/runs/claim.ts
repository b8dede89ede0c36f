import { and, eq, getTableColumns, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { publishing } from '../generations/publish.ts'
import { leaseUntil, lockClaims, readStanding } from '../generations/start-at-once.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import type { ReadModeration } from '../models/moderation.ts'
import type { ProgressJournal } from './progress-writer.ts'

export type Worker = {
  /** The id of this process. A claim contains it, so a write by a worker that has lost its claim changes nothing. */
  id: string
  queue: Queue
  providers: Providers
  storage: Storage
  progress: ProgressJournal
  logger: Logger
  moderation?: ReadModeration | undefined
  /** Runs that wait for a response which cannot be requested again, while this process works on them. */
  onlyAnswers?: Set<string>
}

const { leaseSeconds, maxAttempts, maxInterruptions } = config.generations
const renewMs = (leaseSeconds * 1000) / 3
/**
 * Milliseconds between a worker's searches for runs of dead ones. A lease ends at most `leaseSeconds` after the death, and the second
 * search that finds it as it was enqueues the run again: within `leaseSeconds` and twice this.
 */
export const rescueMs = renewMs

/** A call that cannot be resumed ended with its attempt. */
export const handedOverIfResumable = sql`case when ${generations.operation} is null then null else ${generations.handedOverAt} end`

/**
 * Counts the attempt of a worker that has vanished. A worker that stops releases its claims, so a running row with an owner is one that was
 * killed or cut off.
 */
export const countedInterruption = sql`${generations.interruptions} + case when ${generations.status} = 'running' and ${generations.leaseOwner} is not null then 1 else 0 end`

/** The attempts, with the current one, that count against the run: not those that ended with their worker. */
export const ownAttempts = ({ attempts, interruptions }: Pick<GenerationRow, 'attempts' | 'interruptions'>): number =>
  attempts - interruptions

/** Whether a further attempt may follow the current one. */
export const mayTryAgain = (row: GenerationRow): boolean => ownAttempts(row) < (row.said ? programAttempts : maxAttempts)

/** A program tries again itself, with its own patience. */
const programAttempts = 2

/** Whether the claimed run has failed or lost its worker too often to be started. */
export const isWornOut = (row: GenerationRow): boolean => ownAttempts(row) > maxAttempts || row.interruptions > maxInterruptions

const nothingThought = { thinking: null, thinkingStartedAt: null, thinkingMs: null }

/**
 * The lease answers one question: may another worker start this run? A killed process cannot release its claim, so the claim ends by
 * itself, and a live one renews it three times within that span. A worker that was only slow (a long garbage collection, a lost
 * connection) may come back after its lease: it still has its result, but not the row. Every write therefore names its owner (`claimOf`)
 * and changes nothing once another has claimed the run. The clock is the database's, which all workers share.
 *
 * Claims the run for this worker. Returns undefined if it has ended, waits for another run, or another worker holds the lease, and
 * `too many` if the person has as many runs running as they may have.
 */
export function claim(
  db: Database,
  worker: Worker,
  { id, userId }: { id: string; userId: string },
): Promise<GenerationRow | 'too many' | undefined> {
  return db.transaction(async (tx) => {
    await lockClaims(tx, userId)
    const { isFull } = await readStanding(tx, { userId, except: id })
    return isFull ? 'too many' : claimRow(tx, worker, id)
  })
}

async function claimRow(tx: Transaction, worker: Worker, id: string): Promise<GenerationRow | undefined> {
  const [row] = await tx
    .update(generations)
    .set({
      status: 'running',
      leaseOwner: worker.id,
      leaseUntil,
      attempts: sql`${generations.attempts} + 1`,
      interruptions: countedInterruption,
      startedAt: sql`coalesce(${generations.startedAt}, now())`,
      // Without an operation to resume, the provider starts over and so does the displayed progress.
      progress: sql`case when ${generations.operation} is null then null else ${generations.progress} end`,
      text: sql`case when ${generations.operation} is null then null else ${generations.text} end`,
      calls: null,
      ...nothingThought,
      accruedMilli: 0,
      handedOverAt: handedOverIfResumable,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(generations.id, id),
        or(
          and(eq(generations.status, 'queued'), isNull(generations.waitsFor)),
          and(eq(generations.status, 'running'), or(isNull(generations.leaseUntil), lt(generations.leaseUntil, sql`now()`))),
        ),
      ),
    )
    .returning({ ...getTableColumns(generations), published: publishing('running') })
  return row
}

/** Matches the row while this worker holds its claim. */
export function claimOf(row: GenerationRow, worker: Worker) {
  return and(eq(generations.id, row.id), eq(generations.status, 'running'), eq(generations.leaseOwner, worker.id))
}

/** Renews the lease until disposed; `onLost` reports that another worker holds it or that the run has ended. */
export function keepClaim(db: Database, row: GenerationRow, worker: Worker, onLost: () => void): Disposable {
  const renewal = setInterval(
    () =>
      void renew(db, row, worker).then(
        (renewed) => renewed || onLost(),
        () => undefined,
      ),
    renewMs,
  )
  return { [Symbol.dispose]: () => clearInterval(renewal) }
}

async function renew(db: Database, row: GenerationRow, worker: Worker): Promise<boolean> {
  const renewed = await db.update(generations).set({ leaseUntil }).where(claimOf(row, worker)).returning({ id: generations.id })
  return renewed.length > 0
}

/** Releases the claim for the next worker. An interrupted attempt does not count as failed. */
export async function releaseClaim(db: Database, row: GenerationRow, worker: Worker): Promise<void> {
  await db
    .update(generations)
    .set({ leaseOwner: null, leaseUntil: null, attempts: sql`${generations.attempts} - 1` })
    .where(claimOf(row, worker))
}

/** Whether the service has saved an operation for the run, by which its result can be requested again. */
export async function hasOperation(db: Database, { id }: Pick<GenerationRow, 'id'>): Promise<boolean> {
  const [run] = await db.select({ operation: generations.operation }).from(generations).where(eq(generations.id, id))
  return run !== undefined && run.operation !== null
}

/** Records that a service is about to be called. Returns false if the claim was lost. */
export async function markHandedOver(db: Database, row: GenerationRow, worker: Worker): Promise<boolean> {
  const marked = await db
    .update(generations)
    .set({ handedOverAt: sql`coalesce(${generations.handedOverAt}, now())` })
    .where(claimOf(row, worker))
    .returning({ id: generations.id })
  return marked.length > 0
}

export async function saveOperation(db: Database, row: GenerationRow, worker: Worker, operation: unknown): Promise<void> {
  await db.update(generations).set({ operation }).where(claimOf(row, worker))
}

/** Discards the first model's work before its fallback starts over. */
export async function discardWork(db: Database, row: GenerationRow, worker: Worker): Promise<void> {
  await db
    .update(generations)
    .set({ operation: null, handedOverAt: null, progress: null, text: null, ...nothingThought, accruedMilli: 0, updatedAt: sql`now()` })
    .where(claimOf(row, worker))
}

/**
 * Whether the person has requested a cancel. `outcomeUnknown`: the service has not reported the outcome of the work; it can still be
 * resumed if there is an operation.
 */
export async function isCancelRequested(
  db: Database,
  row: GenerationRow,
  worker: Worker,
  { outcomeUnknown }: { outcomeUnknown: boolean },
): Promise<boolean> {
  const [requested] = await db
    .select({ id: generations.id })
    .from(generations)
    .where(and(claimOf(row, worker), isNotNull(generations.cancelRequestedAt), outcomeUnknown ? isNull(generations.operation) : undefined))
  return requested !== undefined
}
