import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { Database } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { modelFailures, modelHealth } from '#app/server/db/schema/models.ts'

/** Failed runs since the last success, within this time, that pause the model. */
const failuresUntilOpen = 5
const windowSeconds = 10 * 60
/** The same while the model is paused, because a pause itself takes minutes. */
const pausedWindowSeconds = 60 * 60
/** Failed runs of one person that count, so that the requests of one person pause a model for nobody else. */
const mostOfOnePerson = 3
/** Length of the pause, doubled by every failed probe. */
const firstPauseSeconds = 30
const longestPauseSeconds = 10 * 60
/** Seconds after which another process may probe. */
const probeSeconds = 2 * 60

/** Errors caused by the service, not by the prompt. A busy service is not unhealthy. */
const failureCodes: ReadonlySet<GenerationErrorCode> = new Set(['temporary', 'provider_auth', 'model_gone', 'internal', 'answer_lost'])
/** Ends of a run with an answer of the service. */
const healthyCodes: ReadonlySet<GenerationErrorCode> = new Set([
  'refused',
  'result_refused',
  'invalid_input',
  'too_long',
  'empty_answer',
  'thoughts_only',
  'thought_to_limit',
  'called_tool',
])

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

export type Health = { open: false; isProbe?: true } | { open: true; waitSeconds: number }

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
  return probe ? { open: false, isProbe: true } : { open: true, waitSeconds: firstPauseSeconds }
}

export type Outcome = {
  /** Null for a success. */
  code: GenerationErrorCode | null
  userId: string
  /** Whether it is the first attempt of its run. Further attempts say nothing new. */
  isFirst: boolean
  /** Whether it was the probe after a pause. */
  isProbe?: boolean
}

/** Records the outcome of a call. Any valid answer, even a refusal or an empty one, shows that the model is available. */
export async function recordOutcome(db: Database, model: string, outcome: Outcome): Promise<void> {
  const { code } = outcome
  if (code === null || healthyCodes.has(code))
    await db.execute(sql`
      with gone as (delete from ${modelFailures} where ${modelFailures.model} = ${model})
      delete from ${modelHealth} where ${modelHealth.model} = ${model}`)
  else if (failureCodes.has(code)) await recordFailure(db, model, outcome)
  latest.delete(db)
}

const recent = sql`${modelFailures.updatedAt} > now() - make_interval(secs => ${windowSeconds})`

async function recordFailure(db: Database, model: string, { userId, isFirst, isProbe = false }: Outcome): Promise<void> {
  if (isFirst)
    await db
      .insert(modelFailures)
      .values({ model, userId, runs: 1 })
      .onConflictDoUpdate({
        target: [modelFailures.model, modelFailures.userId],
        set: { runs: sql`case when ${recent} then ${modelFailures.runs} + 1 else 1 end`, updatedAt: sql`now()` },
      })
  const counted = sql`(select coalesce(sum(least(one.runs, ${mostOfOnePerson})), 0)::int from ${modelFailures} one
    where one.model = ${model} and one.updated_at > now() - make_interval(secs => case
      when exists (select from ${modelHealth} known where known.model = ${model} and known.open_until is not null)
      then ${pausedWindowSeconds}::float8 else ${windowSeconds}::float8 end))`
  const pause = sql`least(${longestPauseSeconds}::float8, ${firstPauseSeconds}::float8 * power(2, least(excluded.failures - ${failuresUntilOpen}, 20)))`
  await db
    .insert(modelHealth)
    .values({ model, failures: counted })
    .onConflictDoUpdate({
      target: modelHealth.model,
      set: {
        failures: sql`excluded.failures`,
        // A failed probe that adds nothing to what is known ends the pause for the next one. The column rounds to milliseconds, and must not
        // be later than now.
        openUntil: sql`case
          when excluded.failures >= ${failuresUntilOpen} and (excluded.failures > ${modelHealth.failures} or ${modelHealth.openUntil} is null)
          then now() + make_interval(secs => ${pause})
          when ${isProbe}::boolean then date_trunc('milliseconds', now()) else ${modelHealth.openUntil} end`,
        updatedAt: sql`now()`,
      },
    })
}

const failing = prepared((db) =>
  db
    .select({
      model: modelHealth.model,
      waitSeconds: sql<number>`ceil(extract(epoch from ${modelHealth.openUntil} - now()))::float8`,
    })
    .from(modelHealth)
    .where(isNotNull(modelHealth.openUntil))
    .prepare('failing_models'),
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

/** The ids of models that have failed lately, each with the seconds until it is tried again; 0 or less if a run may find out. */
export async function failingModels(db: Database): Promise<Map<string, number>> {
  const rows = await failing(db).execute()
  return new Map(rows.map(({ model, waitSeconds }) => [model, waitSeconds]))
}

/** The ids of paused models, each with the seconds until it is tried again. */
export async function pausedModels(db: Database): Promise<Map<string, number>> {
  return new Map([...(await failingModels(db))].filter(([, waitSeconds]) => waitSeconds > 0))
}
