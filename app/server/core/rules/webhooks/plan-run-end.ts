import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhooks } from '#app/server/db/schema/webhooks.ts'
import { planDeliveries } from './plan-webhooks.ts'

/**
 * Plans the calls about a run that has ended, and about its chord or comparison if that was its last unfinished run. Called in the
 * transaction that ends the run, with the account locked: of two parts that end at once, the second sees the first. Costs the end of a run
 * one statement, and one more if an endpoint listens.
 */
export async function planRunEnd(tx: Transaction, run: typeof generations.$inferSelect): Promise<void> {
  const { id, userId, type, model, status, price, charged, chargedMilli, chordId, comparisonId } = run
  const endpoints = await tx
    .select({ id: webhooks.id, userId: webhooks.userId, events: webhooks.events })
    .from(webhooks)
    .where(and(eq(webhooks.userId, userId), isNull(webhooks.off), or(isNull(webhooks.generationId), eq(webhooks.generationId, id))))
    // An endpoint that is being deleted would otherwise fail the transaction by the foreign key.
    .for('key share')
  if (endpoints.length === 0 || run.trial || status === 'queued' || status === 'running') return
  const event = `generation.${status}` as const
  const listening = (to: (typeof endpoints)[number]['events'][number]) => endpoints.filter(({ events }) => events.includes(to))
  await planDeliveries(tx, listening(event), {
    event,
    subjectId: id,
    data: {
      id,
      type,
      model,
      status,
      error: run.errorCode,
      price,
      charged,
      charged_milli: chargedMilli,
      chord_id: chordId,
      comparison_id: comparisonId,
      created_at: run.createdAt.toISOString(),
      started_at: run.startedAt?.toISOString() ?? null,
      finished_at: run.finishedAt?.toISOString() ?? null,
    },
  })
  const ofChord = chordId ? listening('chord.ended') : []
  if (chordId && ofChord.length > 0) {
    const runs = await endedRuns(tx, and(eq(generations.chordId, chordId), isNotNull(generations.chordPart)))
    const parts = runs.flatMap(({ chordPart: part, ...one }) => (part ? [{ id: one.id, part, status: one.status }] : []))
    if (runs.length > 0) await planDeliveries(tx, ofChord, { event: 'chord.ended', subjectId: chordId, data: { id: chordId, parts } })
  }
  const ofComparison = comparisonId ? listening('comparison.ended') : []
  if (comparisonId && ofComparison.length > 0) {
    const runs = (await endedRuns(tx, eq(generations.comparisonId, comparisonId))).map((one) => ({
      id: one.id,
      model: one.model,
      status: one.status,
    }))
    const data = { id: comparisonId, runs }
    if (runs.length > 0) await planDeliveries(tx, ofComparison, { event: 'comparison.ended', subjectId: comparisonId, data })
  }
}

/** Returns the runs if all have ended; otherwise none. */
async function endedRuns(tx: Transaction, which: ReturnType<typeof and>) {
  const runs = await tx
    .select({ id: generations.id, model: generations.model, status: generations.status, chordPart: generations.chordPart })
    .from(generations)
    .where(which)
    .orderBy(asc(generations.id))
  return runs.some(({ status }) => status === 'queued' || status === 'running') ? [] : runs
}
