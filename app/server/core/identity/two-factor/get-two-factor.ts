import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { TwoFactor } from '#app/contract/base/security.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { recoveryCodes, twoFactor } from '#app/server/db/schema/credentials.ts'

export async function getTwoFactor(db: Database, { userId }: { userId: string }): Promise<TwoFactor> {
  const [[own], [left]] = await Promise.all([
    db
      .select({ since: twoFactor.confirmedAt })
      .from(twoFactor)
      .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt))),
    db
      .select({ codes: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ])
  return { enabled: own !== undefined, since: own?.since?.toISOString() ?? null, recovery_codes_left: own ? (left?.codes ?? 0) : 0 }
}

/** Whether a sign-in needs a second step. */
export async function hasTwoFactor(db: Database | Transaction, { userId }: { userId: string }): Promise<boolean> {
  const found = await db
    .select({ userId: twoFactor.userId })
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
  return found.length > 0
}
