import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { ApiKey, OwnKey } from '#app/contract/account/api-keys.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { keySpentColumns, leftOfKey, readKeyLimits, type Spent, timeOf } from '../../money/tokens/key-limits.ts'
import { Problem } from '../../problem.ts'
import { toBudget } from './key-budget.ts'

type Facts = { expired: boolean; runs: number; tokens: number; today: Spent; month: Spent }

/** Lists the person's keys that are not revoked, newest first, with their usage this month. `id`: only this one. */
export async function listApiKeys(db: Database | Transaction, { userId, id }: { userId: string; id?: string }): Promise<ApiKey[]> {
  const month = sql`date_trunc('month', now(), 'UTC')`
  const rows = await db
    .select({
      key: apiKeys,
      expired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      runs: sql<number>`count(${generations.id})::int`,
      tokens: sql<number>`coalesce(sum(${generations.charged}), 0)::float8`,
      ...keySpentColumns,
    })
    .from(apiKeys)
    .leftJoin(generations, and(eq(generations.apiKeyId, apiKeys.id), gte(generations.createdAt, month)))
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), id === undefined ? undefined : eq(apiKeys.id, id)))
    .groupBy(apiKeys.id)
    .orderBy(desc(apiKeys.id))
  return rows.map(({ key, ...facts }) => toApiKey(key, facts))
}

type KeyRow = typeof apiKeys.$inferSelect

/** The program to which access was given; null for a key that somebody has created. */
export const toClient = ({ clientId, clientHost: host }: Pick<KeyRow, 'clientId' | 'clientHost'>): ApiKey['client'] =>
  clientId === null ? null : { host, is_verified: /^https?:/.test(clientId) }

const toCommon = (key: KeyRow) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: key.scopes,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  client: toClient(key),
  budget: toBudget(key),
})

const toSpent = ({ today, month }: Pick<Facts, 'today' | 'month'>) => ({
  today: { tokens: today.tokens, resets_at: timeOf(today.resetsAt) },
  this_month: { tokens: month.tokens, resets_at: timeOf(month.resetsAt) },
})

function toApiKey(key: KeyRow, { expired, runs, tokens, ...spent }: Facts): ApiKey {
  return { ...toCommon(key), expired, spent: toSpent(spent), month: { runs, tokens } }
}

/** Returns the key that makes the call; `not_found` with a session. */
export async function findOwnKey(db: Database, apiKeyId: string | null): Promise<OwnKey> {
  const [key] = apiKeyId === null ? [] : await db.select().from(apiKeys).where(eq(apiKeys.id, apiKeyId))
  if (!key) throw new Problem('not_found')
  const limits = await readKeyLimits(db, key.id)
  const { perRun, today, month } = leftOfKey(limits)
  return { ...toCommon(key), spent: toSpent(limits), left: { per_run: perRun, today, this_month: month } }
}
