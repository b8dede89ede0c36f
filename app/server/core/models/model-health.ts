import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { GenerationErrorCode } from '#app/contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { modelHealth } from '../../db/schema.ts'

/** Failures in a row, each within a while of the one before, after which nobody asks the model any more. */
const failuresUntilOpen = 5
const windowSeconds = 10 * 60
/** How long it is left alone: doubled with every probe that fails. */
const firstPauseSeconds = 30
const longestPauseSeconds = 10 * 60
/** How long the one who probes is waited for before another may. */
const probeSeconds = 2 * 60

/** What says that the service, not the prompt, is at fault. A service that is merely busy is not ill. */
const illness: ReadonlySet<GenerationErrorCode> = new Set(['temporary', 'provider_auth', 'internal'])

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

export type Health = { open: false } | { open: true; waitSeconds: number }

/**
 * Whether the model may be asked now. Of all who ask when its pause is over, in all processes, one gets through, as a probe: the
 * others wait for what comes of it.
 */
export async function askHealth(db: Database, model: string): Promise<Health> {
  const [ill] = await db
    .select({ waitSeconds: sql<number>`ceil(extract(epoch from ${modelHealth.openUntil} - now()))::float8` })
    .from(modelHealth)
    .where(and(eq(modelHealth.model, model), isNotNull(modelHealth.openUntil)))
  if (!ill) return { open: false }
  if (ill.waitSeconds > 0) return { open: true, waitSeconds: ill.waitSeconds }
  const [probe] = await db
    .update(modelHealth)
    .set({ openUntil: inSeconds(probeSeconds) })
    .where(and(eq(modelHealth.model, model), lte(modelHealth.openUntil, sql`now()`)))
    .returning({ model: modelHealth.model })
  return probe ? { open: false } : { open: true, waitSeconds: firstPauseSeconds }
}

/** Keeps what came of asking the model. An answer of any sense, be it a refusal, shows that it is there. */
export async function noteOutcome(db: Database, model: string, code: GenerationErrorCode | null): Promise<void> {
  if (code === null || code === 'refused' || code === 'invalid_input') {
    await db.delete(modelHealth).where(eq(modelHealth.model, model))
    return
  }
  if (!illness.has(code)) return
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

/** The models that nobody asks at the moment. */
export async function pausedModels(db: Database): Promise<Set<string>> {
  const paused = await db
    .select({ model: modelHealth.model })
    .from(modelHealth)
    .where(gt(modelHealth.openUntil, sql`now()`))
  return new Set(paused.map(({ model }) => model))
}
