import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { replayOf } from '../../replays.ts'
import type { GenerationRow } from './to-generation.ts'

type Keyed = { userId: string; idempotencyKey: string; hash: string | null }

/** Finds the run created with the key; throws if the request of that time differs. */
export async function findEarlier(db: Database | Transaction, { userId, idempotencyKey, hash }: Keyed): Promise<GenerationRow | undefined> {
  const [first] = await db
    .select()
    .from(generations)
    .where(and(eq(generations.userId, userId), eq(generations.idempotencyKey, idempotencyKey)))
  return replayOf(first, hash)
}
