import { eq, sql } from 'drizzle-orm'
import type { Quote } from '#app/contract/generations.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { groups } from '../../db/schema/groups.ts'
import { tokenAccounts } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { entitledDailyTokens, isGroupOfUser } from '../groups/entitlement.ts'
import { Problem } from '../problem.ts'

export type OwnLimits = {
  perRun: number | null
  perDay: number | null
  /** The limit that an operator has set for the person or their group, for a day in UTC, which a changed time zone does not move. */
  account: { perDay: number | null; dayStartsAt: Date; dayEndsAt: Date }
  timeZone: string | null
  dayStartsAt: Date
  dayEndsAt: Date
}

/** Reads a person's own limits and that of their account, with the bounds of the current day. */
export async function readLimits(db: Database | Transaction, userId: string): Promise<OwnLimits> {
  const zone = sql`coalesce(${users.timeZone}, 'UTC')`
  const midnight = (daysAhead: 0 | 1, of = zone) =>
    sql`((now() at time zone ${of})::date + ${daysAhead}::int)::timestamp at time zone ${of}`.mapWith(tokenTime)
  const utc = sql`'UTC'`
  const [limits] = await db
    .select({
      perRun: tokenAccounts.runLimit,
      perDay: tokenAccounts.dailyLimit,
      account: { perDay: entitledDailyTokens, dayStartsAt: midnight(0, utc), dayEndsAt: midnight(1, utc) },
      timeZone: users.timeZone,
      dayStartsAt: midnight(0),
      dayEndsAt: midnight(1),
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

/** Sums the cost of runs since then, final or possible: tokens held minus tokens returned. */
export async function spentSince(db: Database | Transaction, { userId, since }: { userId: string; since: Date }): Promise<number> {
  const { rows } = await db.execute<{ spent: number }>(sql`
    select coalesce(sum(held.amount - coalesce(back.amount, 0)), 0)::float8 as spent
    from token_entries held
    left join token_entries back on back.generation_id = held.generation_id and back.kind = 'release'
    where held.user_id = ${userId} and held.kind = 'hold' and held.created_at >= ${since.toISOString()}::timestamptz`)
  return rows[0]?.spent ?? 0
}

export type Spending = {
  userId: string
  /** The highest price of the run in whole tokens. */
  price: number
  /** The tokens that the run would hold: fewer than its price where change pays for it. */
  amount: number
}

/** Returns the limit that this run would exceed, and its rest; null if there is none. */
export async function findBrokenLimit(db: Database | Transaction, { userId, price, amount }: Spending): Promise<Quote['over_limit']> {
  const { perRun, perDay, dayStartsAt, account } = await readLimits(db, userId)
  if (perRun !== null && price > perRun) return { per: 'run', limit: perRun, left: perRun }
  const leftOf = async (limit: number, since: Date) => Math.max(0, limit - (await spentSince(db, { userId, since })))
  if (account.perDay !== null) {
    const left = await leftOf(account.perDay, account.dayStartsAt)
    if (amount > left) return { per: 'account', limit: account.perDay, left, resets_at: account.dayEndsAt.toISOString() }
  }
  if (perDay === null) return null
  const left = await leftOf(perDay, dayStartsAt)
  return amount > left ? { per: 'day', limit: perDay, left } : null
}

const codes = { run: 'over_run_limit', day: 'over_daily_limit', account: 'over_account_limit' } as const

/** Throws if the run exceeds a limit. The account is locked first, so of concurrent runs each counts those before it. */
export async function requireWithinLimits(tx: Transaction, spending: Spending): Promise<void> {
  const broken = await findBrokenLimit(tx, spending)
  if (!broken) return
  const { per, limit, left, resets_at: resetsAt } = broken
  const budget = { limit, left, price: spending.price }
  const retryAfter = resetsAt === undefined ? undefined : Math.max(1, Math.ceil((Date.parse(resetsAt) - Date.now()) / 1000))
  throw new Problem(codes[per], { budget, ...(retryAfter !== undefined && { retryAfter }) })
}
