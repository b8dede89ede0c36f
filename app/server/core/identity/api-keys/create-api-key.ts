import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { apiKeyPrefix, type ApiKeyScope, type KeyBudgetChange, type NewApiKey } from '#app/contract/account/api-keys.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import { lockCaller, lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { budgetColumns } from './key-budget.ts'
import { listApiKeys } from './list-api-keys.ts'

type NewKey = { name: string; scopes: ApiKeyScope[]; expires_in_days?: number | null | undefined; budget?: KeyBudgetChange | undefined }
export type CreateApiKeyOptions = {
  userId: string
  /** The session that makes the key, unless the server does. */
  sessionId?: string | null
  siteUrl: string
  input: NewKey
  now?: Date
}

/** Creates a key. Only this call returns it. `delivery` is the email to the owner. */
export async function createApiKey(
  db: Database,
  mailer: Mailer,
  { userId, sessionId, siteUrl, input: { name, scopes, expires_in_days: days, budget }, now = new Date() }: CreateApiKeyOptions,
): Promise<{ created: NewApiKey; delivery: Promise<void> }> {
  const key = `${apiKeyPrefix}${makeSecret()}`
  const { row, user } = await db.transaction(async (tx) => {
    // The lock makes each of several concurrent requests count the keys of the others.
    const owner = sessionId ? await lockCaller(tx, { userId, sessionId }) : await lockUser(tx, userId)
    if (!owner) throw new Problem('unauthorized')
    const [has] = await tx
      .select({ keys: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.clientId), isNull(apiKeys.revokedAt)))
    if (has && has.keys >= config.apiKeys.maxPerAccount) throw new Problem('too_many_api_keys')
    const [created] = await tx
      .insert(apiKeys)
      .values({
        id: uuidv7(),
        userId,
        name,
        hash: hashSecret(key),
        hint: key.slice(-4),
        scopes,
        ...budgetColumns(budget),
        expiresAt: days ? sql`now() + make_interval(days => ${days}::int)` : null,
      })
      .returning({ id: apiKeys.id })
    const [row] = created ? await listApiKeys(tx, { userId, id: created.id }) : []
    if (!row) throw new Error('The key was not inserted.')
    return { row, user: owner }
  })
  return {
    created: { key, api_key: row },
    delivery: mailer.send(
      writeSecurityNotice({ to: user.email, locale: user.locale, siteUrl, at: now, event: { kind: 'api_key_created', name } }),
    ),
  }
}
