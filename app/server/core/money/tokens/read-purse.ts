import { eq, type SQL, sql } from 'drizzle-orm'
import type { Quote } from '#app/contract/runs/generations.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { jsonObject } from '#app/server/db/json-object.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { tokenAccounts, tokenLots } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isGroupOfUser } from '../../rules/groups/entitlement.ts'
import { spendableRest } from './hold-tokens.ts'
import type { KeyLimits } from './key-limits.ts'
import { brokenLimit, type LimitsRow, limitsColumn } from './own-limits.ts'
import { holdOf } from './token-rest.ts'
import { isBought, isHeldBack, isTrusted, needsBoughtTokens } from './spendable-lots.ts'

export type Purse = {
  available: number
  /** The tokens that the run would hold. */
  hold: number
  /** Whether verifying the email would make the amount spendable. */
  isHeldBack: boolean
  broken: Quote['over_limit']
}

/** An account without its expired lots, which `lockAccount` would remove. */
export type PurseRow = {
  available: number
  debt: number
  rest: number
  expired: number
  /** Null for people who may spend all tokens. */
  bought: number | null
  trusted: boolean
  limits: LimitsRow
}

const readRow = (db: Database | Transaction) => {
  const lots = sql`${tokenLots} where ${tokenLots.userId} = ${tokenAccounts.userId} and ${tokenLots.remaining} > 0`
  const sum = sql`coalesce(sum(${tokenLots.remaining}), 0)::float8`
  return db
    .select({
      row: jsonObject<PurseRow>({
        available: sql`${tokenAccounts.available}`,
        debt: sql`${tokenAccounts.debt}`,
        rest: sql`${tokenAccounts.restMilli}`,
        expired: sql`(select ${sum} from ${lots} and ${tokenLots.expiresAt} <= now())`,
        // Computed only for people who may need it: most have verified their email.
        bought: sql`case when not ${isTrusted} then (
          select ${sum} from ${lots} and (${tokenLots.expiresAt} is null or ${tokenLots.expiresAt} > now()) and ${isBought(db)}) end`,
        trusted: isTrusted,
        limits: limitsColumn,
      }),
    })
    .from(tokenAccounts)
    .innerJoin(users, eq(users.id, tokenAccounts.userId))
    .leftJoin(groups, isGroupOfUser)
    .where(eq(tokenAccounts.userId, sql.placeholder('accountId')))
}

const purse = prepared((db) => readRow(db).prepare('purse'))

/** The purse of the placeholder `accountId`, as a column of any query. */
export const purseColumn = (db: Database | Transaction): SQL<PurseRow | null> => sql<PurseRow | null>`${readRow(db)}`

export type ReadPurseOptions = {
  userId: string
  unbilled: boolean
  priceMilli: number
  /** The row of `purseColumn`, if it has been read. */
  row?: PurseRow | undefined
  /** The limits of the API key that asks. */
  key?: KeyLimits | null | undefined
}

/**
 * Reads for a quote whether a person can pay for a run of this price, in milli-tokens. Nothing is locked or written: creating the run locks the account and
 * checks again.
 */
export async function readPurse(db: Database, { userId, unbilled, priceMilli, row: known, key = null }: ReadPurseOptions): Promise<Purse> {
  const row = known ?? (await purse(db).execute({ accountId: userId }))[0]?.row
  if (!row) throw new Error(`user ${userId} has no token account`)
  const available = row.available - row.expired
  const { tokens: amount } = holdOf(priceMilli, spendableRest(row))
  const onlyBought = needsBoughtTokens(config.tokens.verifyEmailFor, { unbilled, trusted: row.trusted })
  return {
    available,
    hold: amount,
    isHeldBack: onlyBought && available >= amount && isHeldBack(row.bought ?? 0, amount),
    broken: brokenLimit(row.limits, key, { price: wholeTokens(priceMilli), amount }),
  }
}
