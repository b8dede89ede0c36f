import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { GenerationErrorCode } from '#app/contract/generation-errors.ts'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { modelHealth } from '../../db/schema/models.ts'

/** Consecutive failures within this time pause the model. */
const failuresUntilOpen = 5
const windowSeconds = 10 * 60
/** Length of the pause, doubled by every failed probe. */
const firstPauseSeconds = 30
const longestPauseSeconds = 10 * 60
/** Seconds after which another process may probe. */
const probeSeconds = 2 * 60

/** Errors caused by the service, not by the prompt. A busy service is not unhealthy. */
const failureCodes: ReadonlySet<GenerationErrorCode> = new Set(['temporary', 'provider_auth', 'internal', 'answer_lost'])

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

export type Health = { open: false } | { open: true; waitSeconds: number }

/**
 * Reports whether the model may be called now. After a pause one caller, of all processes, gets through as a probe; the others wait for its
 * outcome.
 */
export async function readHealth(db: Database, model: string): Promise<Health> {
  const [unhealthy] = await db
    .select({ waitSeconds: sql<number>`ceil(extract(epoch from ${modelHealth.openUntil} - now()))::float8` })
    .from(modelHealth)
    .where(and(eq(modelHealth.model, model), isNotNull(modelHealth.openUntil)))
  if (!unhealthy) return { open: false }
  if (unhealthy.waitSeconds > 0) return { open: true, waitSeconds: unhealthy.waitSeconds }
  const [probe] = await db
    .update(modelHealth)
    .set({ openUntil: inSeconds(probeSeconds) })
    .where(and(eq(modelHealth.model, model), lte(modelHealth.openUntil, sql`now()`)))
    .returning({ model: modelHealth.model })
  return probe ? { open: false } : { open: true, waitSeconds: firstPauseSeconds }
}

/** Records the outcome of a call. Any valid answer, even a refusal, shows that the model is available. */
export async function recordOutcome(db: Database, model: string, code: GenerationErrorCode | null): Promise<void> {
  await writeOutcome(db, model, code)
  latest.delete(db)
}

async function writeOutcome(db: Database, model: string, code: GenerationErrorCode | null): Promise<void> {
  if (code === null || code === 'refused' || code === 'invalid_input') {
    await db.delete(modelHealth).where(eq(modelHealth.model, model))
    return
  }
  if (!failureCodes.has(code)) return
  const recent = sql`(${modelHealth.updatedAt} > now() - make_interval(secs => ${windowSeconds}) or ${modelHealth.openUntil} is not null)`
  const failures = sql`case when ${recent} then ${modelHealth.failures} + 1 else 1 end`
  const pause = sql`least(${longestPauseSeconds}::float8, ${firstPauseSeconds}::float8 * power(2, least(${failures} - ${failuresUntilOpen}, 20)))`
  await db
    .insert(modelHealth)
    .values({ model, failures: 1 })
    .onConflictDoUpdate({
      target: modelHealth.model,
      set: {
        failures,
        openUntil: sql`case when ${failures} >= ${failuresUntilOpen} then now() + make_interval(secs => ${pause}) end`,
        updatedAt: sql`now()`,
      },
    })
}

const paused = prepared((db) =>
  db
    .select({
      model: modelHealth.model,
      waitSeconds: sql<number>`ceil(extract(epoch from ${modelHealth.openUntil} - now()))::float8`,
    })
    .from(modelHealth)
    .where(gt(modelHealth.openUntil, sql`now()`))
    .prepare('paused_models'),
)

/** Milliseconds for which one reading serves the lists of models, which every page shows. */
const latestMs = 1_000
const latest = new WeakMap<Database, { at: number; ids: Promise<readonly string[]> }>()

/** The ids of paused models, up to a second old. A run asks `readHealth`, which is exact. */
export function pausedModelsLately(db: Database): Promise<readonly string[]> {
  const known = latest.get(db)
  if (known && performance.now() - known.at < latestMs) return known.ids
  const ids = pausedModels(db).then((paused) => [...paused.keys()])
  latest.set(db, { at: performance.now(), ids })
  ids.catch(() => latest.delete(db))
  return ids
}

/** The ids of paused models, each with the seconds until it is tried again. */
export async function pausedModels(db: Database): Promise<Map<string, number>> {
  const rows = await paused(db).execute()
  return new Map(rows.map(({ model, waitSeconds }) => [model, waitSeconds]))
}
