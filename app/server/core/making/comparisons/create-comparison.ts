import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { createComparisonSchema } from '#app/contract/runs/comparisons.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { comparisons } from '#app/server/db/schema/comparisons.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { readRuns, requireAllAvailable } from '../generations/several-runs.ts'
import { startRuns } from '../generations/start-runs.ts'
import { replayOf } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { prepareComparison } from './prepare-comparison.ts'

export type ComparisonRow = typeof comparisons.$inferSelect

export type CreateComparisonOptions = {
  queue: Queue
  providers: Providers
  userId: string
  apiKeyId?: string | null
  input: v.InferOutput<typeof createComparisonSchema>
  /** The owner has allowed the runs at this price, whatever the tokens of the key's budget and the `max_price` of the input. */
  allowed?: { maxPrice: number } | undefined
  /** A second request with the same key returns the first one's comparison. */
  idempotencyKey?: string | undefined
  /** Called in the transaction that writes the comparison. */
  onCreated?: ((tx: Transaction) => Promise<void>) | undefined
}

/** Queues a run of each model, or none: rows, holds and jobs are written in one transaction. */
export async function createComparison(
  db: Database,
  { queue, providers, userId, apiKeyId = null, input, allowed, idempotencyKey, onCreated }: CreateComparisonOptions,
): Promise<ComparisonRow> {
  const { prompt, blind, inputs } = input
  const key = idempotencyKey === undefined ? null : { userId, idempotencyKey, hash: hashOf(input) }
  const earlier = key && (await findEarlier(db, key))
  if (earlier) return earlier
  const runs = await prepareComparison(db, { providers, userId, ...input })
  await requireAllAvailable(db, providers, runs)
  const read = await readRuns(providers, runs)
  const own = { idempotencyKey: idempotencyKey ?? null, idempotencyHash: key?.hash ?? null }
  const values = { id: uuidv7(), userId, type: runs[0].model.type, prompt, blind, ...own }
  return db.transaction(async (tx) => {
    // Before the rows that reference the person. Of requests with the same key, each sees the comparison of the one before.
    const account = await lockAccount(tx, userId)
    const first = key && (await findEarlier(tx, key))
    if (first) return first
    const [created] = await tx.insert(comparisons).values(values).returning()
    if (!created) throw new Error('a comparison was not inserted')
    const started = (blind ? shuffled(read) : read).map((prepared) => ({
      prepared,
      values: { id: uuidv7(), prompt, inputs, comparisonId: created.id },
    }))
    await startRuns(tx, { queue, providers, userId, apiKeyId, account, runs: started, maxPrice: input.max_price, allowed })
    await onCreated?.(tx)
    return created
  })
}

/** Shuffles by Fisher and Yates, so that the order of a blind comparison says nothing. */
function shuffled<T>(items: readonly T[]): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(randomInt(left.length), 1))
}

type Keyed = { userId: string; idempotencyKey: string; hash: string }

/** Finds the comparison created with the key; throws if the request of that time differs. */
async function findEarlier(db: Database | Transaction, { hash, ...key }: Keyed): Promise<ComparisonRow | undefined> {
  return replayOf(await findComparisonOfKey(db, key), hash)
}

/** Finds the comparison created with the key. */
export async function findComparisonOfKey(
  db: Database | Transaction,
  { userId, idempotencyKey }: Omit<Keyed, 'hash'>,
): Promise<ComparisonRow | undefined> {
  const [first] = await db
    .select()
    .from(comparisons)
    .where(and(eq(comparisons.userId, userId), eq(comparisons.idempotencyKey, idempotencyKey)))
  return first
}
