import { sql } from 'drizzle-orm'
import type { Kind } from '#app/contract/values.ts'
import type { Database } from '../../db/database.ts'
import { modelHealth } from '../../db/schema/models.ts'
import { countJobs, readLatestAudit, type WaitingJobs } from '../../queue/queue.ts'

export type UnfinishedRuns = {
  type: Kind
  status: 'queued' | 'running'
  count: number
  /** Seconds since the oldest was submitted. */
  oldest: number
  /** Tokens that they hold. */
  held: number
}

export type Load = {
  runs: UnfinishedRuns[]
  jobs: WaitingJobs[]
  pausedModels: string[]
  audit: Awaited<ReturnType<typeof readLatestAudit>>
}

/** Reads the load of the whole server. Its cost grows with the number of unfinished runs only. */
export async function readLoad(db: Database): Promise<Load> {
  const { rows: runs } = await db.execute<UnfinishedRuns>(sql`
    select type, status, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as oldest,
      coalesce(sum(price), 0)::float8 as held
    from generations where status in ('queued', 'running') group by type, status`)
  const paused = await db
    .select({ model: modelHealth.model })
    .from(modelHealth)
    .where(sql`${modelHealth.openUntil} is not null`)
  return { runs, jobs: await countJobs(db), pausedModels: paused.map(({ model }) => model), audit: await readLatestAudit(db) }
}
