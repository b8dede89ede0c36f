import { and, eq, isNull, sql } from 'drizzle-orm'
import { type ApiKey, type ChangeApiKey, operatorKeyDays } from '#app/contract/account/api-keys.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { Problem } from '../../problem.ts'
import { budgetColumns, requireKnownModels } from './key-budget.ts'
import { listApiKeys } from './list-api-keys.ts'

export type ChangeApiKeyOptions = { providers: Providers; userId: string; id: string; input: ChangeApiKey }

/** Changes a key for the runs and calls from now on. Another person's key and a revoked one are `not_found`. */
export async function changeApiKey(
  db: Database,
  { providers, userId, id, input: { name, expires_in_days: days, budget } }: ChangeApiKeyOptions,
): Promise<ApiKey> {
  const own = and(eq(apiKeys.id, id), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt))
  const [key] = await db.select({ scopes: apiKeys.scopes, models: apiKeys.models }).from(apiKeys).where(own)
  if (!key) throw new Problem('not_found')
  if (key.scopes.includes('operator') && days !== undefined && (days === null || days > operatorKeyDays))
    throw new Problem('invalid_input', {
      fields: { expires_in_days: 'too_large' },
      bounds: { expires_in_days: { value: operatorKeyDays, unit: null } },
    })
  if (budget) await requireKnownModels(providers, budget, key.models ?? [])
  const expiresAt = days === undefined ? undefined : days === null ? null : sql`now() + make_interval(days => ${days}::int)`
  const columns = { name, expiresAt, ...budgetColumns(budget) }
  if (Object.values(columns).some((value) => value !== undefined))
    await db.transaction(async (tx) => {
      // Holds read the budget under this lock, so none that the new one refuses starts after it.
      await lockAccount(tx, userId)
      const changed = await tx.update(apiKeys).set(columns).where(own).returning({ id: apiKeys.id })
      if (changed.length === 0) throw new Problem('not_found')
    })
  const [changed] = await listApiKeys(db, { userId, id })
  if (!changed) throw new Problem('not_found')
  return changed
}
