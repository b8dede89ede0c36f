import type { ApiKeyScope, KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'

export type KeyOverrides = { scopes?: ApiKeyScope[]; expires_in_days?: number; budget?: KeyBudgetChange }

/** Creates a key of the user and returns it as a program sends it. */
export async function createKey(
  { db }: Pick<DatabaseHandle, 'db'>,
  { id: userId }: { id: string },
  { scopes = ['read'], ...overrides }: KeyOverrides = {},
): Promise<string> {
  const input = { name: 'a program', scopes, ...overrides }
  const { created } = await createApiKey(db, { send: async () => {} }, { userId, siteUrl: 'https://quartet.example', input })
  return created.key
}
