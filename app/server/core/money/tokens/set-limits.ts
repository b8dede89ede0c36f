import { eq } from 'drizzle-orm'
import type { Limits, SetLimits } from '#app/contract/money/tokens.ts'
import type { Database } from '#app/server/db/database.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { getLimits } from './get-limits.ts'

/** Sets the limits for runs submitted from now on; running ones continue. */
export async function setLimits(db: Database, userId: string, { per_run, per_day }: SetLimits): Promise<Limits> {
  await db.update(tokenAccounts).set({ runLimit: per_run, dailyLimit: per_day }).where(eq(tokenAccounts.userId, userId))
  return getLimits(db, userId)
}
