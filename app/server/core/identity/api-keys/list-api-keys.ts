import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { ApiKey } from '#app/contract/account/api-keys.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'

type Facts = { expired: boolean; runs: number; tokens: number }

/** Lists the person's keys that are not revoked, newest first, with their usage this month. */
export async function listApiKeys(db: Database, { userId }: { userId: string }): Promise<ApiKey[]> {
  const month = sql`date_trunc('month', now(), 'UTC')`
  const rows = await db
    .select({
      key: apiKeys,
      expired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      runs: sql<number>`count(${generations.id})::int`,
      tokens: sql<number>`coalesce(sum(${generations.charged}), 0)::float8`,
    })
    .from(apiKeys)
    .leftJoin(generations, and(eq(generations.apiKeyId, apiKeys.id), gte(generations.createdAt, month)))
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .groupBy(apiKeys.id)
    .orderBy(desc(apiKeys.id))
  return rows.map(({ key, ...facts }) => toApiKey(key, facts))
}

export function toApiKey(key: typeof apiKeys.$inferSelect, { expired, runs, tokens }: Facts): ApiKey {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    expired,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    month: { runs, tokens },
  }
}
