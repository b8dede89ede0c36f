import { and, eq, isNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { Problem } from '../../problem.ts'
import type { GenerationRow } from './to-generation.ts'

export type OwnGeneration = { userId: string; id: string }

/** Matches rows that a person may change: their own, outside the trash. Other people's rows are not found. */
export function ownGeneration({ userId, id }: OwnGeneration) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.deletedAt))
}

/** Matches rows that a person may view: their own, including the trash until purged. */
function keptGeneration({ userId, id }: OwnGeneration) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.purgedAt))
}

export async function findKeptGeneration(db: Database | Transaction, own: OwnGeneration): Promise<GenerationRow> {
  const [row] = await db.select().from(generations).where(keptGeneration(own))
  if (!row) throw new Problem('not_found')
  return row
}

export async function findGeneration(db: Database | Transaction, own: OwnGeneration): Promise<GenerationRow> {
  const [row] = await db.select().from(generations).where(ownGeneration(own))
  if (!row) throw new Problem('not_found')
  return row
}
