import { and, eq, gt, sql } from 'drizzle-orm'
import type { KeyFault } from '#app/contract/operator/connections.ts'
import type { Database } from '#app/server/db/database.ts'
import { serviceKeyHealth } from '#app/server/db/schema/connections.ts'
import type { KeyHealth } from '#app/server/providers/connected/key-ring.ts'

/** Seconds for which other keys are preferred; a busy service may name another time. */
const coolSeconds: Record<KeyFault, number> = { refused: 10 * 60, no_money: 30 * 60, busy: 30 }

/** Milliseconds within which a process records the success of a key once. */
const successEveryMs = 60_000

export type OpenKeyHealthOptions = { onError: (error: unknown) => void; now?: () => number }

/** Opens the health of keys, which is stored for all processes. */
export function openKeyHealth(db: Database, { onError, now = () => performance.now() }: OpenKeyHealthOptions): KeyHealth {
  const succeeded = new Map<string, number>()
  return {
    async cooling(service) {
      try {
        const rows = await db
          .select({
            ref: serviceKeyHealth.ref,
            fault: serviceKeyHealth.lastFailure,
            waitMs: sql<number>`ceil(extract(epoch from ${serviceKeyHealth.coolUntil} - now()) * 1000)::float8`,
          })
          .from(serviceKeyHealth)
          .where(and(eq(serviceKeyHealth.service, service), gt(serviceKeyHealth.coolUntil, sql`now()`)))
        return new Map(rows.map(({ ref, fault, waitMs }) => [ref, { waitMs, fault: fault ?? 'refused' }]))
      } catch (error) {
        onError(error)
        return new Map()
      }
    },
    async record(service, { ref }, { failure, tookMs }) {
      const id = `${service} ${ref}`
      const isRecent = now() - (succeeded.get(id) ?? Number.NEGATIVE_INFINITY) < successEveryMs
      if (!failure && isRecent) return
      try {
        if (failure) {
          succeeded.delete(id)
          await recordFailure(db, { service, ref, fault: failure.fault, retryAfterMs: failure.retryAfterMs })
        } else {
          await recordSuccess(db, { service, ref, tookMs })
          succeeded.set(id, now())
        }
      } catch (error) {
        onError(error)
      }
    },
  }
}

type Failure = { service: string; ref: string; fault: KeyFault; retryAfterMs: number | null }

async function recordFailure(db: Database, { service, ref, fault, retryAfterMs }: Failure): Promise<void> {
  const seconds = fault === 'busy' && retryAfterMs !== null ? retryAfterMs / 1000 : coolSeconds[fault]
  const set = { lastFailure: fault, lastFailureAt: sql`now()`, coolUntil: sql`now() + make_interval(secs => ${seconds}::float8)` }
  await db
    .insert(serviceKeyHealth)
    .values({ service, ref, ...set })
    .onConflictDoUpdate({ target: [serviceKeyHealth.service, serviceKeyHealth.ref], set })
}

/** Records a success. A failure later than the start of the call stands. */
export async function recordSuccess(
  db: Database,
  { service, ref, tookMs }: { service: string; ref: string; tookMs: number },
): Promise<void> {
  const isStale = sql`${serviceKeyHealth.lastFailureAt} >= now() - make_interval(secs => ${tookMs / 1000}::float8)`
  await db
    .insert(serviceKeyHealth)
    .values({ service, ref, lastSuccessAt: sql`now()` })
    .onConflictDoUpdate({
      target: [serviceKeyHealth.service, serviceKeyHealth.ref],
      set: { lastSuccessAt: sql`now()`, coolUntil: sql`case when ${isStale} then ${serviceKeyHealth.coolUntil} end` },
    })
}

export type KeyState = typeof serviceKeyHealth.$inferSelect

/** Reads the health of all keys, by service and reference. */
export async function readKeyHealth(db: Database): Promise<ReadonlyMap<string, KeyState>> {
  const rows = await db.select().from(serviceKeyHealth)
  return new Map(rows.map((row) => [`${row.service} ${row.ref}`, row]))
}
