import type { Database } from '#app/server/db/database.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { revokeApiKeys } from './revoke-api-key.ts'

/**
 * Ends everything by which programs act for a person, at once: the place for each kind of such access. Runs that they started continue.
 * Returns how many ended.
 */
export async function endProgramAccess(db: Database, { userId }: { userId: string }): Promise<{ api_keys: number }> {
  return db.transaction(async (tx) => {
    // Holds check their key under this lock, so no run of an ended key starts after it.
    await lockAccount(tx, userId)
    return { api_keys: await revokeApiKeys(tx, { userId }) }
  })
}
