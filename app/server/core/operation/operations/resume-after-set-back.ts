import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { serviceKeyHealth } from '#app/server/db/schema/connections.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import { ollamaPulls } from '#app/server/db/schema/ollama-pulls.ts'
import { orders, refunds } from '#app/server/db/schema/payments.ts'
import { servicePauses, serviceSlots } from '#app/server/db/schema/service-slots.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { resumeQueue, wasClockSetBack } from '#app/server/queue/set-back-clock.ts'

/** The time of a column, but at most as many seconds from now. */
const within = (column: PgColumn, seconds: number): SQL => sql`least(${column}, now() + make_interval(secs => ${seconds}))`
const isBeyond = (column: PgColumn, seconds: number): SQL => sql`${column} > now() + make_interval(secs => ${seconds})`

const runLease = config.generations.leaseSeconds
/** Longer than one attempt at a payment service or at a service of voices. */
const refundLease = 45
const voiceLease = 5 * 60

/**
 * Makes what waits for a time go on if the clock of the database was set back: a time that was stored by the clock before is as far away as the
 * clock has jumped. Leases become as long as they ever are, so a living process renews its own, and pauses and open questions end, after
 * which services are asked again. Dates that people know (renewals, ends of plans and sessions) stay. Returns whether the clock was set back.
 */
export async function resumeAfterSetBack(db: Database): Promise<boolean> {
  if (!(await wasClockSetBack(db))) return false
  await db.transaction(async (tx) => {
    await resumeQueue(tx)
    await tx
      .update(generations)
      .set({ leaseUntil: within(generations.leaseUntil, runLease) })
      .where(and(eq(generations.status, 'running'), isBeyond(generations.leaseUntil, runLease)))
    await tx.update(serviceSlots).set({ startedAt: within(serviceSlots.startedAt, 0), until: within(serviceSlots.until, runLease) })
    await tx.update(servicePauses).set({ until: within(servicePauses.until, 0) })
    await tx
      .update(modelHealth)
      .set({ openUntil: within(modelHealth.openUntil, 0) })
      .where(isBeyond(modelHealth.openUntil, 0))
    await tx
      .update(serviceKeyHealth)
      .set({ coolUntil: within(serviceKeyHealth.coolUntil, 0) })
      .where(isBeyond(serviceKeyHealth.coolUntil, 0))
    await tx.update(ollamaPulls).set({ seenAt: within(ollamaPulls.seenAt, 0) })
    await tx
      .update(voices)
      .set({ nextAt: within(voices.nextAt, voiceLease) })
      .where(isBeyond(voices.nextAt, voiceLease))
    await tx
      .update(orders)
      .set({ askAt: within(orders.askAt, 0) })
      .where(and(eq(orders.status, 'pending'), isBeyond(orders.askAt, 0)))
    await tx
      .update(refunds)
      .set({ askAt: within(refunds.askAt, 0), leasedUntil: within(refunds.leasedUntil, refundLease) })
      .where(eq(refunds.status, 'pending'))
  })
  return true
}
