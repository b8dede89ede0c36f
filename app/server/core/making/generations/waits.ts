import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import { lockRuns } from './lock-runs.ts'
import type { GenerationRow } from './to-generation.ts'

type WaitNeed = (typeof generationSources.$inferSelect)['need']

/** A run that a new run waits for. */
export type Wait = { sourceId: string; need: WaitNeed }

/** The end of a source, as the runs that wait for it see it. */
export type SourceEnd = Exclude<GenerationRow['status'], 'queued' | 'running'>

/** Whether a run with this need is canceled when its source ends so. */
export const isCanceledBy = (need: WaitNeed, end: SourceEnd): boolean =>
  (need === 'result' && end !== 'succeeded') || (need === 'attempt' && end === 'canceled')

/** Returns the column `waits_for` of a new run: its source where the release before starts the run as this one does, otherwise its own id. */
export function waitsForOf(id: string, waits: readonly Wait[]): string | null {
  const [first, ...others] = waits
  if (!first) return null
  return first.need === 'attempt' && others.length === 0 ? first.sourceId : id
}

/** Matches queued runs that the release before lets wait for this one. */
const isWaitingFor = (id: string) => and(eq(generations.waitsFor, id), ne(generations.id, id), eq(generations.status, 'queued'))

/**
 * Locks the queued runs that wait for a run which the transaction has ended, also through others, the older first. Two parts of a film that
 * end at once lead to the same later parts: locked in the order of either, each transaction would hold a run that the other wants. In one
 * order the second waits here, and then sees that the wait for the first has ended, so exactly one of them starts the run. Returns false
 * if none waits.
 */
export async function lockWaiting(tx: Transaction, id: string): Promise<boolean> {
  const locked = new Set<string>()
  for (;;) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      with recursive waiting(id) as (
        select target_id from ${generationSources} where source_id = ${id}
        union select ${generations.id} from ${generations} where ${isWaitingFor(id)}
        union select next.target_id from ${generationSources} next join waiting on waiting.id = next.source_id
      ) select id from waiting`)
    const found = rows.filter((row) => !locked.has(row.id))
    if (found.length === 0) return locked.size > 0
    const ids = found.map((row) => row.id)
    await lockRuns(tx, and(inArray(generations.id, ids), eq(generations.status, 'queued')))
    // A run may have got another one that waits for it before it was locked.
    for (const one of ids) locked.add(one)
  }
}

export type Waiting = { id: string; need: WaitNeed }

/**
 * Ends the wait for a run whose waiting runs are locked, and returns these. `ends`: with those that start whatever the end is; otherwise
 * their rows stay.
 */
export async function endWaits(tx: Transaction, id: string, { ends }: { ends: boolean }): Promise<Waiting[]> {
  const waited = await tx
    .delete(generationSources)
    .where(and(eq(generationSources.sourceId, id), ends ? undefined : ne(generationSources.need, 'end')))
    .returning({ id: generationSources.targetId, need: generationSources.need })
  // The release before knows one source only, and no rows in `generation_sources`.
  const older = await tx.select({ id: generations.id }).from(generations).where(isWaitingFor(id))
  const known = new Set(waited.map((run) => run.id))
  return [...waited, ...older.filter((run) => !known.has(run.id)).map((run): Waiting => ({ id: run.id, need: 'attempt' }))]
}

/** Removes the inputs of queued runs that a run without a result was to make. */
export async function dropInput(tx: Transaction, sourceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(generations)
    .set({ inputs: inputsWithout(sourceId) })
    .where(and(inArray(generations.id, ids), eq(generations.status, 'queued')))
}

function inputsWithout(id: string) {
  return sql`(select coalesce(jsonb_agg(input), '[]'::jsonb) from jsonb_array_elements(${generations.inputs}) input where input->>'generation_id' is distinct from ${id}::text)`
}
