import { eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Quote } from '#app/contract/runs/generations.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { jsonObject } from '#app/server/db/json-object.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { entitledDailyTokens, isGroupOfUser } from '../../rules/groups/entitlement.ts'
import { Problem } from '../../problem.ts'
import { brokenLimitsOfKey, type KeyLimits } from './key-limits.ts'

export type OwnLimits = {
  perRun: number | null
  perDay: number | null
  /** The limit that an operator has set for the person or their group, for a day in UTC, which a changed time zone does not move. */
  account: { perDay: number | null; dayStartsAt: Date; dayEndsAt: Date }
  timeZone: string | null
  dayStartsAt: Date
  dayEndsAt: Date
}

const own = sql`coalesce(${users.timeZone}, 'UTC')`
const utc = sql`'UTC'`
const midnight = (daysAhead: 0 | 1, zone: SQL) =>
  sql`((now() at time zone ${zone})::date + ${daysAhead}::int)::timestamp at time zone ${zone}`

/** Reads a person's own limits and that of their account, with the bounds of the current day. */
export async function readLimits(db: Database | Transaction, userId: string): Promise<OwnLimits> {
  const bound = (daysAhead: 0 | 1, zone: SQL) => midnight(daysAhead, zone).mapWith(tokenTime)
  const [limits] = await db
    .select({
      perRun: tokenAccounts.runLimit,
      perDay: tokenAccounts.dailyLimit,
      account: { perDay: entitledDailyTokens, dayStartsAt: bound(0, utc), dayEndsAt: bound(1, utc) },
      timeZone: users.timeZone,
      dayStartsAt: bound(0, own),
      dayEndsAt: bound(1, own),
    })
    .from(tokenAccounts)
    .innerJoin(users, eq(users.id, tokenAccounts.userId))
    .leftJoin(groups, isGroupOfUser)
    .where(eq(tokenAccounts.userId, userId))
  if (!limits) throw new Error(`user ${userId} has no token account`)
  return limits
}

/** Maps a computed time as the columns are mapped. */
const tokenTime = { mapFromDriverValue: (value: unknown) => new Date(value instanceof Date ? value : String(value)) }

/** The cost of runs since then, final or possible: tokens held minus tokens returned. */
const spentColumn = (userId: SQLWrapper | string, since: SQL) => sql<number>`(
  select coalesce(sum(held.amount - coalesce(back.amount, 0)), 0)::float8
  from token_entries held
  left join token_entries back on back.generation_id = held.generation_id and back.kind = 'release'
  where held.user_id = ${userId} and held.kind = 'hold' and held.created_at >= ${since})`

/** Sums the cost of runs since then. */
export async function spentSince(db: Database | Transaction, { userId, since }: { userId: string; since: Date }): Promise<number> {
  const { rows } = await db.execute<{ spent: number }>(
    sql`select ${spentColumn(userId, sql`${since.toISOString()}::timestamptz`)} as spent`,
  )
  return rows[0]?.spent ?? 0
}

/** The limits of a person and of their account, with the tokens spent today. */
export type LimitsRow = {
  perRun: number | null
  day: { limit: number; spent: number } | null
  account: { limit: number; spent: number; dayEndsAt: string } | null
}

const dayColumn = jsonObject<NonNullable<LimitsRow['day']>>({
  limit: sql`${tokenAccounts.dailyLimit}`,
  spent: spentColumn(tokenAccounts.userId, midnight(0, own)),
})
const accountColumn = jsonObject<NonNullable<LimitsRow['account']>>({
  limit: sql`${entitledDailyTokens}`,
  spent: spentColumn(tokenAccounts.userId, midnight(0, utc)),
  dayEndsAt: sql`${midnight(1, utc)}`,
})

/** A column of queries that join `token_accounts`, `users` and `groups`. Only what has a limit is summed. */
export const limitsColumn = jsonObject<LimitsRow>({
  perRun: sql`${tokenAccounts.runLimit}`,
  day: sql`case when ${tokenAccounts.dailyLimit} is not null then ${dayColumn} end`,
  account: sql`case when ${entitledDailyTokens} is not null then ${accountColumn} end`,
})

export type Spending = {
  /** The highest price of the run in whole tokens. */
  price: number
  /** The tokens that the run would hold: fewer than its price where the rest pays for it. */
  amount: number
}

type Broken = NonNullable<Quote['over_limit']>

/** Returns the tightest limit that this run would exceed, of the person, the account and the API key; null if there is none. */
export function brokenLimit(own: LimitsRow, key: KeyLimits | null, spending: Spending): Quote['over_limit'] {
  const broken = [brokenOwnLimit(own, spending), ...(key ? brokenLimitsOfKey(key, spending) : [])]
  return broken.reduce((tightest, one) => (tightest === null || (one !== null && one.left < tightest.left) ? one : tightest), null)
}

function brokenOwnLimit({ perRun, day, account }: LimitsRow, { price, amount }: Spending): Broken | null {
  if (perRun !== null && price > perRun) return { per: 'run', limit: perRun, left: perRun }
  const leftOf = ({ limit, spent }: { limit: number; spent: number }) => Math.max(0, limit - spent)
  if (account && amount > leftOf(account))
    return { per: 'account', limit: account.limit, left: leftOf(account), resets_at: new Date(account.dayEndsAt).toISOString() }
  return day && amount > leftOf(day) ? { per: 'day', limit: day.limit, left: leftOf(day) } : null
}

const codes = { run: 'over_run_limit', day: 'over_daily_limit', account: 'over_account_limit' } as const
const keyCodes = { run: 'over_key_run_limit', day: 'over_key_daily_limit', month: 'over_key_monthly_limit' } as const

/**
 * Throws if runs that start together exceed a limit. `price` is the highest price of one of them, `total` that of all. The account is locked
 * before the limits are read, so of concurrent runs each counts those before it.
 */
export function requireWithinLimits(
  { limits, key }: { limits: LimitsRow; key: KeyLimits | null },
  { total, ...spending }: Spending & { total: number },
): void {
  const broken = brokenLimit(limits, key, spending)
  if (!broken) return
  const { per, period = 'run', limit, left, resets_at: resetsAt } = broken
  const isOfRun = per === 'run' || (per === 'key' && period === 'run')
  const budget = { limit, left, price: isOfRun ? spending.price : total }
  const retryAfter = resetsAt === undefined ? undefined : Math.max(1, Math.ceil((Date.parse(resetsAt) - Date.now()) / 1000))
  throw new Problem(per === 'key' ? keyCodes[period] : codes[per], { budget, ...(retryAfter !== undefined && { retryAfter }) })
}
