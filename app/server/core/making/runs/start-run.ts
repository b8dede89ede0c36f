import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { type Slot, unlimited } from '#app/server/providers/slots.ts'
import { type Fallback, fallbackOf, findFallback } from '../generations/fallback.ts'
import { jobOf } from '../generations/job-name.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { readHealth } from '../models/model-health.ts'
import type { Worker } from './claim.ts'
import { jittered } from './finish-run.ts'

/** Longest pause of its model, in milliseconds, after which a run fails. */
const maxPausedMs = 15 * 60_000

export type Unfinished = Pick<
  GenerationRow,
  | 'id'
  | 'userId'
  | 'model'
  | 'modelVersion'
  | 'due'
  | 'prompt'
  | 'options'
  | 'inputs'
  | 'said'
  | 'asked'
  | 'operation'
  | 'createdAt'
  | 'startedAt'
> & {
  /** Whether the model has failed lately; `readHealth` reports whether it may be called now. */
  unhealthy: boolean
}

export async function findUnfinished(db: Database, id: string): Promise<Unfinished | undefined> {
  const { userId, model, modelVersion, due, prompt, options, inputs, said, asked, operation, createdAt, startedAt, status } = generations
  const unhealthy = sql<boolean>`${modelHealth.openUntil} is not null`
  const [unfinished] = await db
    .select({
      id: generations.id,
      userId,
      model,
      modelVersion,
      due,
      prompt,
      options,
      inputs,
      said,
      asked,
      operation,
      createdAt,
      startedAt,
      unhealthy,
    })
    .from(generations)
    .leftJoin(modelHealth, eq(modelHealth.model, model))
    .where(and(eq(generations.id, id), inArray(status, ['queued', 'running']), isNull(generations.waitsFor)))
  return unfinished
}

/** Whether both the model and its fallback run at a service; work of this machine has to wait until it is due. */
export async function isRemoteOnly({ providers }: Worker, { model: name, modelVersion }: Unfinished): Promise<boolean> {
  const model = await providers.find(name, modelVersion)
  return model !== undefined && isRemoteWithFallback(providers, model)
}

export async function isRemoteWithFallback(providers: Providers, model: ProviderModel): Promise<boolean> {
  const fallback = model.fallback === undefined ? undefined : await providers.find(model.fallback)
  return providers.isRemote(model) && (!fallback || providers.isRemote(fallback))
}

/** The model and options of an attempt: those that the person chose, or the fallback. */
export type Target = Fallback & {
  isFallback: boolean
  /** Whether the attempt finds out if a paused model works again. */
  isProbe?: boolean
}

export type Start = { slot: Slot; target: Target | undefined; abandoned: boolean }

/** Chooses the model and takes a slot at its service, or returns the seconds to wait; waiting uses up no attempt. */
export async function prepareStart(db: Database, worker: Worker, run: Unfinished): Promise<Start | { waitSeconds: number }> {
  const { providers } = worker
  const model = await providers.find(run.model, run.modelVersion)
  if (!model) return { slot: unlimited, target: undefined, abandoned: false }
  const chosen: Target = { model, options: run.options, isFallback: false }
  if (!providers.isRemote(model)) return { slot: unlimited, target: chosen, abandoned: false }

  const fallback = await findFallback(providers, model, run)
  const fallbackStarted = fallback && fallbackOf(run.operation) === fallback.model.id
  // Work that a service has started is resumed even if the service is unhealthy.
  const isUnderWay = fallbackStarted || run.operation !== null
  const health = isUnderWay || !run.unhealthy || model.trial ? ({ open: false, isProbe: false } as const) : await readHealth(db, model.id)
  const target: Target =
    fallbackStarted || (health.open && fallback)
      ? { ...fallback, isFallback: true }
      : { ...chosen, isProbe: !health.open && health.isProbe === true }
  if (health.open && !fallback) {
    const abandoned = Date.now() - run.createdAt.getTime() > maxPausedMs
    return abandoned ? { slot: unlimited, target, abandoned } : { waitSeconds: health.waitSeconds }
  }
  const admission = await providers.admit(target.model)
  return 'slot' in admission ? { slot: admission.slot, target, abandoned: false } : { waitSeconds: admission.waitMs / 1000 }
}

/** Enqueues the unclaimed run again. `updatedAt` changes only while no other worker has claimed the run. */
export async function enqueueLater(db: Database, worker: Worker, run: Unfinished, { waitSeconds }: { waitSeconds: number }): Promise<void> {
  const job = jobOf(worker.providers, await worker.providers.find(run.model, run.modelVersion))
  await db.transaction(async (tx) => {
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(and(eq(generations.id, run.id), eq(generations.status, 'queued')))
    // A slot may become free early, but a wait of up to a minute that the service requested is respected.
    const startAfterSeconds = Math.max(Math.ceil(Math.min(waitSeconds, 60)), jittered(waitSeconds))
    await worker.queue.enqueue(tx, job, { generation_id: run.id }, { startAfterSeconds, due: run.due })
  })
}
