import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { GenerationErrorCode } from '#app/contract/errors.ts'
import { config } from '#config'
import type { Logger } from 'pino'
import type { Database, Transaction } from '../../db/database.ts'
import { files, generations } from '../../db/schema.ts'
import { type ProducedFile, ProviderError, retryable, type RunResult } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Storage } from '../../storage/storage.ts'
import { closeHold } from '../tokens/close-hold.ts'
import { openProgressWriter } from './progress-writer.ts'
import { publishGeneration } from './publish.ts'
import type { GenerationRow } from './to-generation.ts'

export type Worker = {
  /** This process; a claim carries it, so that a write by a worker that lost its claim changes nothing. */
  id: string
  queue: Queue
  providers: Providers
  storage: Storage
  logger: Logger
}

export type RunGenerationOptions = {
  worker: Worker
  id: string
  /** Aborted with the reason `canceled` when the person cancels, with any other when this process stops. */
  controller: AbortController
}

const { leaseSeconds, maxAttempts } = config.generations
const leaseUntil = sql`now() + make_interval(secs => ${leaseSeconds})`

/**
 * Runs one generation to its end, once, however often it is called: only one worker at a time has a claim on the row, and every
 * later change is guarded by that claim. Provider and storage are called outside any transaction.
 */
export async function runGeneration(db: Database, { worker, id, controller }: RunGenerationOptions): Promise<void> {
  const row = await claim(db, worker, id)
  if (!row) return
  const log = worker.logger.child({ generation: id, model: row.model })
  if (row.attempts > maxAttempts) return fail(db, worker, row, 'internal')

  const { signal } = controller
  const lost = () => controller.abort('claim lost')
  const writer = openProgressWriter(db, {
    claim: claimOf(row, worker),
    notice: { userId: row.userId, generationId: id, status: 'running' },
    onClaimLost: lost,
  })
  const renewal = setInterval(
    () =>
      void renew(db, row, worker).then(
        (kept) => kept || lost(),
        () => undefined,
      ),
    (leaseSeconds * 1000) / 3,
  )
  let result: RunResult
  try {
    result = await worker.providers.run(
      { generationId: id, model: row.model, prompt: row.prompt, options: row.options, operation: row.operation },
      {
        signal,
        onProgress: writer.progress,
        onText: writer.text,
        saveOperation: async (operation) => void (await db.update(generations).set({ operation }).where(claimOf(row, worker))),
      },
    )
    signal.throwIfAborted()
  } catch (error) {
    await writer.close()
    // Canceled: the cancel has done everything. Stopped: another start goes on with it.
    if (signal.aborted) return void (await giveUpClaim(db, row, worker))
    const code = error instanceof ProviderError ? error.code : 'internal'
    log.warn({ err: error, code, attempt: row.attempts }, 'generation did not succeed')
    return retryable[code] && (code === 'timeout' || row.attempts < maxAttempts)
      ? postpone(db, worker, row, code)
      : fail(db, worker, row, code)
  } finally {
    clearInterval(renewal)
  }
  await writer.close()
  await succeed(db, worker, row, result)
}

async function claim(db: Database, worker: Worker, id: string): Promise<GenerationRow | undefined> {
  const [row] = await db
    .update(generations)
    .set({
      status: 'running',
      leaseOwner: worker.id,
      leaseUntil,
      attempts: sql`${generations.attempts} + 1`,
      startedAt: sql`coalesce(${generations.startedAt}, now())`,
      // A provider without an operation to ask for begins anew, and so does what is shown of it.
      progress: sql`case when ${generations.operation} is null then null else ${generations.progress} end`,
      text: sql`case when ${generations.operation} is null then null else ${generations.text} end`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(generations.id, id),
        or(
          eq(generations.status, 'queued'),
          and(eq(generations.status, 'running'), or(isNull(generations.leaseUntil), lt(generations.leaseUntil, sql`now()`))),
        ),
      ),
    )
    .returning()
  if (row) await publishGeneration(db, { userId: row.userId, generationId: id, status: 'running' })
  return row
}

/** The row, while this worker still has it. */
function claimOf(row: GenerationRow, worker: Worker) {
  return and(eq(generations.id, row.id), eq(generations.status, 'running'), eq(generations.leaseOwner, worker.id))
}

async function renew(db: Database, row: GenerationRow, worker: Worker): Promise<boolean> {
  const renewed = await db.update(generations).set({ leaseUntil }).where(claimOf(row, worker)).returning({ id: generations.id })
  return renewed.length > 0
}

/** Leaves the run as it is for whoever comes next; stopping is not an attempt that failed. */
async function giveUpClaim(db: Database, row: GenerationRow, worker: Worker): Promise<void> {
  await db
    .update(generations)
    .set({ leaseOwner: null, leaseUntil: null, attempts: sql`${generations.attempts} - 1` })
    .where(claimOf(row, worker))
}

/** Back into the queue for a later try, with its hold. */
async function postpone(db: Database, worker: Worker, row: GenerationRow, code: GenerationErrorCode): Promise<void> {
  // A time-out says nothing about the outcome, so it does not use up an attempt.
  const attempts = code === 'timeout' ? row.attempts - 1 : row.attempts
  await db.transaction(async (tx) => {
    const [postponed] = await tx
      .update(generations)
      .set({ status: 'queued', leaseOwner: null, leaseUntil: null, attempts, updatedAt: sql`now()` })
      .where(claimOf(row, worker))
      .returning({ id: generations.id })
    if (!postponed) return
    await worker.queue.enqueue(tx, 'run-generation', { generation_id: row.id }, { startAfterSeconds: Math.min(60, 2 ** row.attempts) })
    await publishGeneration(tx, { userId: row.userId, generationId: row.id, status: 'queued' })
  })
}

async function fail(db: Database, worker: Worker, row: GenerationRow, code: GenerationErrorCode): Promise<void> {
  await finish(db, worker, row, { status: 'failed', errorCode: code, charged: 0 }, code)
}

async function succeed(db: Database, worker: Worker, row: GenerationRow, result: RunResult): Promise<void> {
  const stored = await storeFiles(worker.storage, row, result.files)
  const finished = await finish(
    db,
    worker,
    row,
    { status: 'succeeded', progress: 1, text: result.text, charged: row.price },
    null,
    async (tx) => {
      if (stored.length > 0) await tx.insert(files).values(stored)
    },
  )
  // It was canceled or deleted in the last moment, or another worker has taken over and has files of its own: nobody will ever ask for these.
  const unwanted = finished ? keysOfEarlierAttempts(row, stored) : stored.map(({ storageKey }) => storageKey)
  for (const key of unwanted) await worker.storage.delete(key)
}

type Ending = Pick<GenerationRow, 'status'> & { charged: number; errorCode?: GenerationErrorCode; progress?: number; text?: string | null }

/** Moves the row to its end and settles or releases the hold in one transaction. False when the claim was lost meanwhile. */
function finish(
  db: Database,
  worker: Worker,
  row: GenerationRow,
  ending: Ending,
  reason: string | null,
  also?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [finished] = await tx
      .update(generations)
      .set({ ...ending, leaseOwner: null, leaseUntil: null, operation: null, finishedAt: sql`now()`, updatedAt: sql`now()` })
      .where(claimOf(row, worker))
      .returning({ id: generations.id })
    if (!finished) return false
    await also?.(tx)
    await closeHold(tx, { userId: row.userId, generationId: row.id, charge: ending.charged, reason })
    await publishGeneration(tx, { userId: row.userId, generationId: row.id, status: ending.status })
    return true
  })
}

const folderOf = (row: GenerationRow, attempt: number) => `${row.id.slice(-2)}/${row.id}/${attempt}`

/** Each attempt has keys of its own: one that slept through the end of its claim must not touch the files of the one that took over. */
async function storeFiles(storage: Storage, row: GenerationRow, produced: ProducedFile[]): Promise<(typeof files.$inferInsert)[]> {
  const rows: (typeof files.$inferInsert)[] = []
  for (const [position, file] of produced.entries()) {
    const owner = { userId: row.userId, generationId: row.id }
    const key = `${folderOf(row, row.attempts)}/${position}`
    let posterId: string | null = null
    if (file.poster) {
      posterId = uuidv7()
      const { path, mediaType, width, height } = file.poster
      rows.push({
        ...owner,
        ...(await storage.putFile(`${key}-poster`, path)),
        id: posterId,
        storageKey: `${key}-poster`,
        mediaType,
        width,
        height,
      })
    }
    const { path, mediaType, width, height, durationMs, peaks } = file
    rows.push({
      ...owner,
      ...(await storage.putFile(key, path)),
      id: uuidv7(),
      position,
      posterId,
      storageKey: key,
      mediaType,
      width,
      height,
      durationMs,
      peaks,
    })
  }
  return rows
}

/** What attempts that crashed after storing may have left behind. */
function keysOfEarlierAttempts(row: GenerationRow, stored: (typeof files.$inferInsert)[]): string[] {
  const names = stored.map(({ storageKey }) => storageKey.slice(folderOf(row, row.attempts).length))
  return Array.from({ length: row.attempts - 1 }, (_, index) => names.map((name) => folderOf(row, index + 1) + name)).flat()
}
