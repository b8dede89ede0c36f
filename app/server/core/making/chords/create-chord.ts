import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { createChordSchema } from '#app/contract/runs/chords.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { chords } from '#app/server/db/schema/chords.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { type ReadRun, readRuns, requireAllAvailable, requireTokens, startRun } from '../generations/several-runs.ts'
import { Problem } from '../../problem.ts'
import { noteReplay } from '../../replays.ts'
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
  /** A second request with the same key returns the first one's chord. */
  idempotencyKey?: string | undefined
}

/** Queues all parts of a chord, or none: rows, holds and jobs are written in one transaction. */
export async function createChord(
  db: Database,
  { queue, providers, userId, apiKeyId = null, input, idempotencyKey }: CreateChordOptions,
): Promise<ChordRow> {
  const key = idempotencyKey === undefined ? null : { userId, idempotencyKey, hash: hashOf(input) }
  const earlier = key && (await findEarlier(db, key))
  if (earlier) return earlier
  const parts = await readRuns(providers, await prepareParts(db, { providers, userId, ...input }))
  await requireAllAvailable(db, providers, parts)
  const values = { id: uuidv7(), userId, prompt: input.prompt, idempotencyKey: idempotencyKey ?? null, idempotencyHash: key?.hash ?? null }

  return db.transaction(async (tx) => {
    // Before the rows that reference the person. Of requests with the same key, each sees the chord of the one before.
    await lockAccount(tx, userId)
    const first = key && (await findEarlier(tx, key))
    if (first) return first
    const [created] = await tx.insert(chords).values(values).returning()
    if (!created) throw new Error('a chord was not inserted')
    await requireTokens(tx, { userId, runs: parts, maxPrice: input.max_price })
    await startParts(tx, { queue, providers, apiKeyId, chord: created, parts })
    return created
  })
}

type StartOptions = {
  queue: Queue
  providers: Providers
  apiKeyId: string | null
  chord: ChordRow
  parts: readonly (PreparedPart & ReadRun)[]
}

async function startParts(tx: Transaction, { queue, providers, apiKeyId, chord, parts }: StartOptions): Promise<void> {
  const imageId = uuidv7()
  const hasImage = parts.some(({ part }) => part === 'image')
  for (const prepared of parts) {
    const { part, model } = prepared
    const waits = part === 'video' && hasImage && beginsWithImage(model)
    const values = {
      id: part === 'image' ? imageId : uuidv7(),
      userId: chord.userId,
      prompt: chord.prompt,
      inputs: waits ? [{ generation_id: imageId, role: 'first_frame' as const }] : [],
      chordId: chord.id,
      chordPart: part,
      waitsFor: waits ? imageId : null,
      apiKeyId,
    }
    await startRun(tx, { queue, providers, prepared, values })
  }
}

type Keyed = { userId: string; idempotencyKey: string; hash: string }

/** Finds the chord created with the key; throws if the request of that time differs. */
async function findEarlier(db: Database | Transaction, { userId, idempotencyKey, hash }: Keyed): Promise<ChordRow | undefined> {
  const [first] = await db
    .select()
    .from(chords)
    .where(and(eq(chords.userId, userId), eq(chords.idempotencyKey, idempotencyKey)))
  if (first && first.idempotencyHash !== hash) throw new Problem('idempotency_conflict')
  if (first) noteReplay()
  return first
}
