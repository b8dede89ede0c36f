import { sql } from 'drizzle-orm'
import type { Kind } from '#app/contract/base/values.ts'
import type { Database } from '#app/server/db/database.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import { countJobs, readLatestAudit, type WaitingJobs } from '#app/server/queue/queue.ts'
import { type BackupState, readBackups } from './record-backup.ts'

export type UnfinishedRuns = {
  type: Kind
  status: 'queued' | 'running'
  count: number
  /** Seconds since the oldest was submitted. */
  oldest: number
  /** Tokens that they hold. */
  held: number
}

/** A key by its label or the start of its id. */
export type CoolingKey = { service: string; key: string; reason: string }

export type Load = {
  runs: UnfinishedRuns[]
  jobs: WaitingJobs[]
  pausedModels: string[]
  /** Keys that failed, for which others are used now. */
  coolingKeys: CoolingKey[]
  audit: Awaited<ReturnType<typeof readLatestAudit>>
  backups: BackupState
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
  const { rows: coolingKeys } = await db.execute<CoolingKey>(sql`
    select health.service, coalesce(nullif(own.label, ''), case when own.id is null then 'environment' else left(own.id::text, 8) end) as key,
      coalesce(health.last_failure, '') as reason
    from service_key_health health
    left join service_keys own on own.service = health.service and own.id::text = health.ref
    where health.cool_until > now()`)
  const [jobs, audit, backups] = [await countJobs(db), await readLatestAudit(db), await readBackups(db)]
  return { coolingKeys, runs, jobs, pausedModels: paused.map(({ model }) => model), audit, backups }
}
