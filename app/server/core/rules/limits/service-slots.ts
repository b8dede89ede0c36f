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
      async giveBack() {
        if (held.delete(id))
          await db
            .delete(serviceSlots)
            .where(eq(serviceSlots.id, id))
            .catch(() => undefined)
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
              const waitMs = await db.transaction(
                async (tx) => {
                  await tx.execute(sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${service}))`)
                  return take(tx, { id, service, limits, always })
                },
                { isFrequent: true },
              )
              return waitMs === null ? { slot: slotOf(service, id) } : { waitMs }
            },
          },
    close: () => clearInterval(renewal),
  }
}

type Take = { id: string; service: string; limits: SlotLimits; always: boolean }

/**
 * Takes a place, in one statement after the lock. Returns the milliseconds until the service may have one, or null if it is taken. Deletes
 * what no longer counts.
 */
async function take(tx: Pick<Database, 'execute'>, { id, service, limits, always }: Take): Promise<number | null> {
  const minuteAgo = sql`${clock} - interval '1 minute'`
  const ofService = eq(serviceSlots.service, service)
  const { rows } = await tx.execute<{ taken: boolean; full: boolean; next_ms: number | null; paused_ms: number | null }>(sql`
    with gone as (
      delete from ${serviceSlots} where ${ofService} and ${serviceSlots.until} <= ${clock} and ${serviceSlots.startedAt} <= ${minuteAgo}
    ), used as (
      select count(*) filter (where ${serviceSlots.until} > ${clock}) >= ${limits.concurrent} as full,
        case when count(*) filter (where ${serviceSlots.startedAt} > ${minuteAgo}) >= ${limits.perMinute}
          then ${msUntil(sql`min(${serviceSlots.startedAt}) filter (where ${serviceSlots.startedAt} > ${minuteAgo}) + interval '1 minute'`)} end as next_ms,
        ${msUntil(sql`(select ${servicePauses.until} from ${servicePauses} where ${eq(servicePauses.service, service)} and ${servicePauses.until} > ${clock})`)} as paused_ms
      from ${serviceSlots} where ${ofService}
    ), taken as (
      insert into ${serviceSlots} (id, service, until) select ${id}::uuid, ${service}, ${leaseEnd} from used
      where ${always}::boolean or (not used.full and used.next_ms is null and used.paused_ms is null) returning id
    )
    select exists (select from taken) as taken, used.* from used`)
  const [used] = rows
  if (!used || used.taken) return null
  return used.paused_ms ?? (used.full ? fullWaitMs : Math.max(1, used.next_ms ?? minuteMs))
}
