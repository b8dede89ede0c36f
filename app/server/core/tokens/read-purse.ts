import { eq, sql } from 'drizzle-orm'
import type { Quote } from '#app/contract/generations.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { tokenAccounts, tokenLots } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { findBrokenLimit } from './own-limits.ts'
import { isBought, needsBoughtTokens } from './spendable-lots.ts'

export type Purse = {
  available: number
  /** Whether verifying the email would make the amount spendable. */
  isHeldBack: boolean
  broken: Quote['over_limit']
}

/** Reads the account without its expired lots, which `lockAccount` would remove. */
const purse = prepared((db) => {
  const lots = sql`${tokenLots} where ${tokenLots.userId} = ${tokenAccounts.userId} and ${tokenLots.remaining} > 0`
  const sum = sql`coalesce(sum(${tokenLots.remaining}), 0)::float8`
  return db
    .select({
      available: tokenAccounts.available,
      expired: sql<number>`(select ${sum} from ${lots} and ${tokenLots.expiresAt} <= now())`,
      // Computed only for unverified accounts: most people have verified their email.
      bought: sql<number | null>`case when ${users.emailVerifiedAt} is null then (
        select ${sum} from ${lots} and (${tokenLots.expiresAt} is null or ${tokenLots.expiresAt} > now()) and ${isBought(db)}) end`,
      verified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isLimited: sql<boolean>`${tokenAccounts.runLimit} is not null or ${tokenAccounts.dailyLimit} is not null`,
    })
    .from(tokenAccounts)
    .innerJoin(users, eq(users.id, tokenAccounts.userId))
    .where(eq(tokenAccounts.userId, sql.placeholder('userId')))
    .prepare('purse')
})

/**
 * Reads for a quote whether a person can pay for a run of this amount. Nothing is locked or written: creating the run locks the account and
 * checks again.
 */
export async function readPurse(
  db: Database,
  { userId, unbilled, amount }: { userId: string; unbilled: boolean; amount: number },
): Promise<Purse> {
  const [row] = await purse(db).execute({ userId })
  if (!row) throw new Error(`user ${userId} has no token account`)
  const available = row.available - row.expired
  const onlyBought = needsBoughtTokens(config.tokens.verifyEmailFor, { unbilled, emailVerified: row.verified })
  return {
    available,
    isHeldBack: onlyBought && available >= amount && (row.bought ?? 0) < Math.max(1, amount),
    broken: row.isLimited ? await findBrokenLimit(db, { userId, amount }) : null,
  }
}
