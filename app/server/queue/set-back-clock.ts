import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'

/** Seconds by which a pass may be ahead: `now()` is the start of a transaction. */
const tolerance = 5

/**
 * Whether the clock of the database was set back since the last pass over the schedule. Every worker tries one in less than a minute, so a
 * jump of a minute or more is noticed, also after a restart.
 */
export async function wasClockSetBack(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pgboss.version where cron_on > now() + make_interval(secs => ${tolerance})`)
  return rows.length > 0
}

/**
 * Makes the queue go on after the clock was set back. pg-boss measures from the times that it has stored: otherwise no chore would run, no
 * job enqueued before would start and no dead worker's job would be retried until the clock has caught up.
 */
export async function resumeQueue(tx: Transaction): Promise<void> {
  // The row that `wasClockSetBack` reads, so that one process at a time is here.
  await tx.execute(sql`
    update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
      reindex_on = least(reindex_on, now()), monitor_backoff_on = least(monitor_backoff_on, now())`)
  await tx.execute(sql`
    update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
      maintain_on = least(maintain_on, now()), delta_on = least(delta_on, now())`)
  // A waiting job keeps its delay, and one that is retried starts at once.
  await tx.execute(sql`
    update pgboss.job set start_after = case when state = 'created' then start_after - (created_on - now()) else now() end
    where state < 'active' and start_after > now() and (state = 'retry' or created_on > now())`)
  await tx.execute(sql`
    update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where state = 'active' and (started_on > now() or heartbeat_on > now())`)
  // The minutes for which cron has sent its job already come once more.
  await tx.execute(sql`update pgboss.job set singleton_on = null where singleton_on > now() at time zone 'UTC'`)
}
