import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { comparisons } from '#app/server/db/schema/comparisons.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { Problem } from '../../problem.ts'

export type VoteOptions = { userId: string; id: string; best: string | null }

/** Records the best result of the person's own comparison; null takes the choice back. Only a result that was made can be chosen. */
export function vote(db: Database, { userId, id, best }: VoteOptions): Promise<void> {
  return db.transaction(async (tx) => {
    if (!validate(id)) throw new Problem('not_found')
    const own = and(eq(comparisons.id, id), eq(comparisons.userId, userId))
    const [comparison] = await tx.update(comparisons).set({ best }).where(own).returning({ id: comparisons.id })
    if (!comparison) throw new Problem('not_found')
    if (best === null) return
    const [run] = await tx
      .select({ status: generations.status })
      .from(generations)
      .where(and(eq(generations.id, best), eq(generations.comparisonId, id)))
    if (run?.status !== 'succeeded') throw new Problem('invalid_input', { fields: { generation_id: 'invalid' } })
  })
}
