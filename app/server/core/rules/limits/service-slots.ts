import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { Database, DatabaseHandle } from '#app/server/db/database.ts'
import { servicePauses, serviceSlots } from '#app/server/db/schema/service-slots.ts'
import { fullWaitMs, minuteMs, type OpenSlots, openSlots, type Slot, type SlotLimits } from '#app/server/providers/slots.ts'

export type ServiceSlots = {
  open: OpenSlots
  /** Stops the renewals; places that are still taken end with their lease. */
  close(): void
}

/** The lease of a run: when its worker dies, run and place are free at the same time. */
const { leaseSeconds } = config.generations
const renewMs = (leaseSeconds * 1000) / 3

/** An arbitrary number that separates these locks from others in the database. */
const lockClass = 730_118

/** Opens the places at services: counted in memory with the embedded database, otherwise in tables that all processes share. */
export function openServiceSlots({ kind, db }: Pick<DatabaseHandle, 'kind' | 'db'>): ServiceSlots {
  return kind === 'pglite' ? { open: (_service, limits) => openSlots(limits), close: () => undefined } : openSharedSlots(db)
}

// The clock itself, because `now()` is the start of a transaction, which may have waited for the lock.
const clock = sql`clock_timestamp()`
const leaseEnd = sql`${clock} + make_interval(secs => ${leaseSeconds})`
/** Certainly past, although the column rounds to milliseconds. */
const ended = sql`${clock} - interval '1 second'`
const msUntil = (time: ReturnType<typeof sql>) => sql<number | null>`(extract(epoch from ${time} - ${clock}) * 1000)::float8`

/**
 * Counts runs at services in the database. A place is a row with a lease, which its process renews together with its other ones; a row of a
 * run that has ended still counts as one of its minute.
 */
export function openSharedSlots(db: Database): ServiceSlots {
  const held = new Set<string>()
  const renewal = setInterval(() => void renew().catch(() => undefined), renewMs).unref()

  async function renew(): Promise<void> {
    if (held.size > 0)
      await db
        .update(serviceSlots)
        .set({ until: leaseEnd })
        .where(inArray(serviceSlots.id, [...held]))
  }

  function slotOf(service: string, id: string): Slot {
    held.add(id)
    return {
      async pause(ms) {
        const until = sql`${clock} + make_interval(secs => ${ms / 1000})`
        await db
          .insert(servicePauses)
          .values({ service, until })
          .onConflictDoUpdate({ target: servicePauses.service, set: { until: sql`greatest(${servicePauses.until}, excluded.until)` } })
      },
      async [Symbol.asyncDispose]() {
        // While the database is away, the lease ends by itself.
        if (held.delete(id))
          await db
            .update(serviceSlots)
            .set({ until: ended })
            .where(eq(serviceSlots.id, id))
            .catch(() => undefined)
      },
    }
  }

  return {
    open: (service, limits) =>
      limits.ofProcess
        ? openSlots(limits)
        : {
            async take({ always = false } = {}) {
              const id = uuidv7()
              const waitMs = await db.transaction(async (tx) => {
                await tx.execute(sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${service}))`)
                const wait = await waitFor(tx, service, limits)
                if (wait > 0 && !always) return wait
                await tx.insert(serviceSlots).values({ id, service, until: leaseEnd })
                return null
              })
              return waitMs === null ? { slot: slotOf(service, id) } : { waitMs }
            },
          },
    close: () => clearInterval(renewal),
  }
}

/** Milliseconds until the service may have a place; 0 if it has one. Deletes what no longer counts. */
async function waitFor(tx: Pick<Database, 'select' | 'delete'>, service: string, { concurrent, perMinute }: SlotLimits): Promise<number> {
  const minuteAgo = sql`${clock} - interval '1 minute'`
  const ofService = eq(serviceSlots.service, service)
  await tx.delete(serviceSlots).where(sql`${ofService} and ${serviceSlots.until} <= ${clock} and ${serviceSlots.startedAt} <= ${minuteAgo}`)
  const [now] = await tx
    .select({
      taken: sql<number>`(count(*) filter (where ${serviceSlots.until} > ${clock}))::int`,
      started: sql<number>`(count(*) filter (where ${serviceSlots.startedAt} > ${minuteAgo}))::int`,
      nextMs: msUntil(sql`min(${serviceSlots.startedAt}) filter (where ${serviceSlots.startedAt} > ${minuteAgo}) + interval '1 minute'`),
      pausedMs: msUntil(sql`(select ${servicePauses.until} from ${servicePauses} where ${eq(servicePauses.service, service)})`),
    })
    .from(serviceSlots)
    .where(ofService)
  if (!now) return 0
  if (now.pausedMs !== null && now.pausedMs > 0) return now.pausedMs
  if (now.taken >= concurrent) return fullWaitMs
  return perMinute !== null && now.started >= perMinute ? Math.max(1, now.nextMs ?? minuteMs) : 0
}
