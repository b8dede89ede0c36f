import { sql, type SQLWrapper } from 'drizzle-orm'
import type { RunRequestStatus } from '#app/contract/runs/run-requests.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { type RequestedCall, runRequests } from '#app/server/db/schema/run-requests.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { isLivingKey } from '../../living-key.ts'

export type RunRequestRow = typeof runRequests.$inferSelect

/** Announces to every process that a request of a person was made or has ended; the payload is the person's id. */
export const runRequestChannel = 'quartet_run_request'

/** Announces it, after the commit or never. */
export async function announceRequests(db: Database | Transaction, userId: string): Promise<void> {
  await db.execute(sql`select pg_notify(${runRequestChannel}, ${userId})`)
}

const hasLivingKey = sql`exists (select 1 from ${apiKeys} where ${apiKeys.id} = ${runRequests.apiKeyId} and ${isLivingKey})`

/** A condition of queries of `run_requests`: somebody can still answer. */
export const isOpen = sql<boolean>`(${runRequests.status} = 'open' and ${runRequests.expiresAt} > now() and ${hasLivingKey})`

/** The state at this moment, before a chore has recorded that nobody answered or that the key has ended. */
export const statusNow = sql<RunRequestStatus>`case
  when ${runRequests.status} <> 'open' then ${runRequests.status}
  when not ${hasLivingKey} then 'ended'
  when ${runRequests.expiresAt} <= now() then 'expired'
  else 'open' end`

/** The number of requests that a person can answer, as a column of any query. */
export const openRequestsOf = (userId: SQLWrapper) =>
  sql<number>`(select count(*)::int from ${runRequests} where ${runRequests.userId} = ${userId} and ${isOpen})`

/** The number of calls of assistants that wait for a person, as a column of any query. */
export const openCallsOf = (userId: SQLWrapper) =>
  sql<number>`(select count(*)::int from ${toolCalls} where ${toolCalls.userId} = ${userId} and ${toolCalls.state} = 'asks')`

/** The model of a request, as the API names it: of several the first, of a voice its service. */
export function modelOf(run: RequestedCall): string {
  if (run.call === undefined) return run.model
  return run.call === 'voice' ? run.service : (run.runs?.[0]?.model ?? '')
}
