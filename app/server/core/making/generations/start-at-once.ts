import { sql } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { users } from '#app/server/db/schema/users.ts'
import { waitingRemoteRuns } from '#app/server/queue/queue.ts'
import { entitledConcurrentRuns, isGroupOfUser } from '../../rules/groups/entitlement.ts'

/** An arbitrary number that separates these locks from others in the database. */
const claimLock = 730_117

/** Most waiting runs that are looked at. */
const mostWaiting = 100

export const leaseUntil = sql`now() + make_interval(secs => ${config.generations.leaseSeconds})`

type Standing = {
  /** Whether the person has as many runs running, on this machine and at services together, as they may have. */
  isFull: boolean
  /** The models of runs at services that wait for their turn, of all people. */
  waiting: string[]
}

/** Reads whether a run of the person may start. `except`: a run that does not count. */
export async function readStanding(tx: Transaction, { userId, except }: { userId: string; except?: string }): Promise<Standing> {
  const { rows } = await tx.execute<{ running: number; most: number | null; waiting: string[] }>(sql`
    select ${entitledConcurrentRuns} as most,
      (select count(*)::int from ${generations} where status = 'running' and user_id = ${users.id} and id is distinct from ${except ?? null}::uuid) as running,
      array(select run.model from (${waitingRemoteRuns(mostWaiting)}) job join ${generations} run on run.id = job.run_id where run.status = 'queued') as waiting
    from ${users} left join ${groups} on ${isGroupOfUser} where ${users.id} = ${userId}`)
  const [row] = rows
  if (!row) throw new Error(`there is no user ${userId}`)
  return { isFull: row.running >= (row.most ?? config.generations.maxConcurrent), waiting: row.waiting }
}

/** Claims for one person, by all workers, are decided one after another. It precedes any lock of a row. */
export async function lockClaims(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${claimLock}, hashtext(${userId}))`)
}

/**
 * Whether a new run of the person may be claimed as it is written: they may have one more running, and no other run waits for the same
 * service. Called before any lock of a row.
 */
export async function mayStartAtOnce(
  tx: Transaction,
  { userId, isOfService }: { userId: string; isOfService: (model: string) => boolean },
): Promise<boolean> {
  await lockClaims(tx, userId)
  const { isFull, waiting } = await readStanding(tx, { userId })
  return !isFull && waiting.length < mostWaiting && !waiting.some(isOfService)
}

/** The columns of a run that is written with its claim. */
export const claimedBy = (workerId: string) =>
  ({ status: 'running', leaseOwner: workerId, leaseUntil, attempts: 1, startedAt: sql`now()` }) as const
