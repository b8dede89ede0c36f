import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type ApiKeyScope, apiKeyPrefix } from '#app/contract/account/api-keys.ts'
import { programTokenPrefix } from '#app/contract/account/programs.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { programTokens } from '#app/server/db/schema/programs.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isLivingKey } from '../../living-key.ts'
import type { AllowedModels } from '../../money/tokens/key-limits.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { hashSecret } from '../../secret.ts'
import { isActive } from '../../active-account.ts'
import { Problem } from '../../problem.ts'
import type { Standing } from '../../standing.ts'

/** A program that calls the API for an account, on behalf of a person. */
export type KeyHolder = {
  accountId: string
  personId: string
  apiKeyId: string
  hasBudget: boolean
  allowed: AllowedModels
  scopes: readonly ApiKeyScope[]
  standing: Standing
}

export const isApiKey = (token: string) => token.startsWith(apiKeyPrefix)

/** Whether a program got the token for access that a person has given it in the browser. */
export const isProgramToken = (token: string) => token.startsWith(programTokenPrefix)

/** Matches the key, or the access whose token it is. */
function keyOf(db: Database, token: string) {
  if (!isProgramToken(token)) return eq(apiKeys.hash, hashSecret(token))
  const ofToken = db
    .select({ id: programTokens.apiKeyId })
    .from(programTokens)
    .where(and(eq(programTokens.hash, hashSecret(token)), eq(programTokens.kind, 'access'), gt(programTokens.expiresAt, sql`now()`)))
  return inArray(apiKeys.id, ofToken)
}

/** Last use is recorded at most once a minute, to save writes. */
const noted = sql`now() - interval '1 minute'`

/** Checks a key or the token of a program, counts the call and notes the use; throws `unauthorized` or `too_many_attempts`. */
export async function authenticateKey(db: Database, attempts: Attempts, key: string): Promise<KeyHolder> {
  const [found] = await db
    .select({
      apiKeyId: apiKeys.id,
      accountId: apiKeys.userId,
      // A key acts for the account of the person who created it.
      personId: apiKeys.userId,
      scopes: apiKeys.scopes,
      kinds: apiKeys.kinds,
      models: apiKeys.models,
      callsPerMinute: apiKeys.callsPerMinute,
      // Answers say what is left of it.
      hasBudget: sql<boolean>`coalesce(${apiKeys.runTokens}, ${apiKeys.dailyTokens}, ${apiKeys.monthlyTokens}) is not null`,
      unnoted: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < ${noted}, true)`,
    })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isActive))
    .where(and(keyOf(db, key), isLivingKey))
    .prepare(isProgramToken(key) ? 'key_of_program' : 'key')
    .execute()
  if (!found) throw new Problem('unauthorized')
  const { unnoted, callsPerMinute, kinds, models, ...holder } = found
  const standing = await attempts.callsByKey.take(holder.apiKeyId, callsPerMinute ?? undefined)
  if (unnoted) {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, holder.apiKeyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, noted))))
  }
  return { ...holder, allowed: { kinds, models }, standing }
}
