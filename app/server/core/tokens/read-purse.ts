import { eq, sql } from 'drizzle-orm'
import type { Quote } from '#app/contract/generations.ts'
import { wholeTokens } from '#app/contract/milli.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { groups } from '../../db/schema/groups.ts'
import { tokenAccounts, tokenLots } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { entitledDailyTokens, isGroupOfUser } from '../groups/entitlement.ts'
import { spendableChange } from './hold-tokens.ts'
import { findBrokenLimit } from './own-limits.ts'
import { holdOf } from './small-change.ts'
import { isBought, isTrusted, needsBoughtTokens } from './spendable-lots.ts'

export type Purse = {
  available: number
  /** The tokens that the run would hold. */
  hold: number
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
      debt: tokenAccounts.debt,
      change: tokenAccounts.changeMilli,
      expired: sql<number>`(select ${sum} from ${lots} and ${tokenLots.expiresAt} <= now())`,
      // Computed only for people who may need it: most have verified their email.
      bought: sql<number | null>`case when not ${isTrusted} then (
        select ${sum} from ${lots} and (${tokenLots.expiresAt} is null or ${tokenLots.expiresAt} > now()) and ${isBought(db)}) end`,
      trusted: isTrusted,
      isLimited: sql<boolean>`${tokenAccounts.runLimit} is not null or ${tokenAccounts.dailyLimit} is not null
        or ${entitledDailyTokens} is not null`,
    })
    .from(tokenAccounts)
    .innerJoin(users, eq(users.id, tokenAccounts.userId))
    .leftJoin(groups, isGroupOfUser)
    .where(eq(tokenAccounts.userId, sql.placeholder('userId')))
    .prepare('purse')
})

/**
 * Reads for a quote whether a person can pay for a run of this price, in milli-tokens. Nothing is locked or written: creating the run locks the account and
 * checks again.
 */
export async function readPurse(
  db: Database,
  { userId, unbilled, priceMilli }: { userId: string; unbilled: boolean; priceMilli: number },
): Promise<Purse> {
  const [row] = await purse(db).execute({ userId })
  if (!row) throw new Error(`user ${userId} has no token account`)
  const available = row.available - row.expired
  const { tokens: amount } = holdOf(priceMilli, spendableChange(row))
  const onlyBought = needsBoughtTokens(config.tokens.verifyEmailFor, { unbilled, trusted: row.trusted })
  return {
    available,
    hold: amount,
    isHeldBack: onlyBought && available >= amount && (row.bought ?? 0) < Math.max(1, amount),
    broken: row.isLimited ? await findBrokenLimit(db, { userId, price: wholeTokens(priceMilli), amount }) : null,
  }
}
