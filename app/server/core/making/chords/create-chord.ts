import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { createChordSchema } from '#app/contract/runs/chords.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { chords } from '#app/server/db/schema/chords.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { type ReadRun, readRuns, requireAllAvailable } from '../generations/several-runs.ts'
import { type RunToStart, startRuns } from '../generations/start-runs.ts'
import { replayOf } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { beginsWithImage, type PreparedPart, prepareParts } from './prepare-parts.ts'

export type ChordRow = typeof chords.$inferSelect

export type CreateChordOptions = {
  queue: Queue
  providers: Providers
  userId: string
  apiKeyId?: string | null
  input: v.InferOutput<typeof createChordSchema>
  /** The owner has allowed the parts at this price, whatever the tokens of the key's budget and the `max_price` of the input. */
  allowed?: { maxPrice: number } | undefined
  /** A second request with the same key returns the first one's chord. */
  idempotencyKey?: string | undefined
  /** Called in the transaction that writes the chord. */
  onCreated?: ((tx: Transaction) => Promise<void>) | undefined
}

/** Queues all parts of a chord, or none: rows, holds and jobs are written in one transaction. */
export async function createChord(
  db: Database,
  { queue, providers, userId, apiKeyId = null, input, allowed, idempotencyKey, onCreated }: CreateChordOptions,
): Promise<ChordRow> {
  const key = idempotencyKey === undefined ? null : { userId, idempotencyKey, hash: hashOf(input) }
  const earlier = key && (await findEarlier(db, key))
  if (earlier) return earlier
  const parts = await readRuns(providers, await prepareParts(db, { providers, userId, ...input }))
  await requireAllAvailable(db, providers, parts)
  const values = { id: uuidv7(), userId, prompt: input.prompt, idempotencyKey: idempotencyKey ?? null, idempotencyHash: key?.hash ?? null }

  return db.transaction(async (tx) => {
    // Before the rows that reference the person. Of requests with the same key, each sees the chord of the one before.
    const account = await lockAccount(tx, userId)
    const first = key && (await findEarlier(tx, key))
    if (first) return first
    const [created] = await tx.insert(chords).values(values).returning()
    if (!created) throw new Error('a chord was not inserted')
    const runs = partsToStart(created, parts)
    await startRuns(tx, { queue, providers, userId, apiKeyId, account, runs, maxPrice: input.max_price, allowed })
    await onCreated?.(tx)
    return created
  })
}

function partsToStart({ id: chordId, prompt }: ChordRow, parts: readonly (PreparedPart & ReadRun)[]): RunToStart[] {
  // The image comes first: a run waits for an older one.
  const imageId = uuidv7()
  const hasImage = parts.some(({ part }) => part === 'image')
  return parts.map((prepared) => {
    const { part, model } = prepared
    const begins = part === 'video' && hasImage && beginsWithImage(model)
    return {
      prepared,
      values: {
        id: part === 'image' ? imageId : uuidv7(),
        prompt,
        inputs: begins ? [{ generation_id: imageId, role: 'first_frame' }] : [],
        chordId,
        chordPart: part,
      },
      // A video starts without an image that has failed, but not without one that the person stopped.
      waits: begins ? [{ sourceId: imageId, need: 'attempt' }] : [],
    }
  })
}

type Keyed = { userId: string; idempotencyKey: string; hash: string }

/** Finds the chord created with the key; throws if the request of that time differs. */
async function findEarlier(db: Database | Transaction, { hash, ...key }: Keyed): Promise<ChordRow | undefined> {
  return replayOf(await findChordOfKey(db, key), hash)
}

/** Finds the chord created with the key. */
export async function findChordOfKey(
  db: Database | Transaction,
  { userId, idempotencyKey }: Omit<Keyed, 'hash'>,
): Promise<ChordRow | undefined> {
  const [first] = await db
    .select()
    .from(chords)
    .where(and(eq(chords.userId, userId), eq(chords.idempotencyKey, idempotencyKey)))
  return first
}
