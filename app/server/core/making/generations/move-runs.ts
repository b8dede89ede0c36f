import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { lockRuns } from './lock-runs.ts'
import { publishGenerations } from './publish.ts'

type Moved = { userId: string; which: SQL | undefined; isTrashed: boolean }

/** Moves a person's runs to the trash, or restores them, and announces them. They are locked before any account. Returns their number. */
export async function moveRuns(tx: Transaction, { userId, which, isTrashed }: Moved): Promise<number> {
  const ids = await lockRuns(tx, which)
  const rows = await tx
    .update(generations)
    .set({ deletedAt: isTrashed ? sql`now()` : null, updatedAt: sql`now()` })
    .where(and(inArray(generations.id, ids), which))
    .returning({ id: generations.id, status: generations.status })
  await publishGenerations(
    tx,
    rows.map(({ id, status }) => ({ userId, generationId: id, status })),
  )
  return rows.length
}
