import { sql } from 'drizzle-orm'
import type { Waiting } from '#app/contract/operator/alerts.ts'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import type { Database } from '#app/server/db/database.ts'
import { failedJobs } from '#app/server/queue/queue.ts'
import { type Actor, rightsOf } from './policy.ts'

/** The rights that open the pages. */
const rights = { reports: 'decide_reports', orders: 'see_shop', system: 'manage_server' } satisfies Record<keyof Waiting, OperatorRight>

/** The most failed emails that are counted. */
const most = 1_000

/** Counts what waits on the pages that the role opens, in one statement. */
export async function readWaiting(db: Database, { role }: Pick<Actor, 'role'>): Promise<Waiting> {
  const { rows } = await db.execute<Record<keyof Waiting, number>>(sql`
    select
      (select count(distinct generation_id)::int from reports where state = 'open') as reports,
      (select count(*)::int from payments where dispute = 'open') as orders,
      (select count(*)::int from (select from failed_mails limit ${most}) mails) + ${failedJobs} + (
        select count(*)::int from backup_results failure where outcome = 'failed'
          and not exists (select from backup_results success where success.outcome = 'made' and success.at > failure.at)
      ) as system`)
  const countOf = (page: keyof Waiting) => (rightsOf(role).includes(rights[page]) ? (rows[0]?.[page] ?? 0) : null)
  return { reports: countOf('reports'), orders: countOf('orders'), system: countOf('system') }
}
