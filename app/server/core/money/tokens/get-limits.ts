import type { Limits } from '#app/contract/money/tokens.ts'
import type { Database } from '#app/server/db/database.ts'
import { readLimits, spentSince } from './own-limits.ts'

/** Returns a person's own limits and today's usage. */
export async function getLimits(db: Database, userId: string): Promise<Limits> {
  const { perRun, perDay, timeZone, dayStartsAt, dayEndsAt } = await readLimits(db, userId)
  return {
    per_run: perRun,
    per_day: perDay,
    spent_today: await spentSince(db, { userId, since: dayStartsAt }),
    day_ends_at: dayEndsAt.toISOString(),
    time_zone: timeZone,
  }
}
