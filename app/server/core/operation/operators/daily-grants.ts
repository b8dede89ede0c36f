import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import type { Actor } from './policy.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The part of the daily limit from which the operator is alerted. */
const alertPart = 0.8

const actions: OperatorAction[] = ['tokens_granted', 'tokens_taken', 'run_refunded']

/** The most tokens that the role may change in 24 hours; null without a limit. */
const dailyLimitOf = (role: Role): number | null => (role === 'support' ? config.operators.supportDailyGrantLimit : null)

/** Tokens that acts changed, in either direction. */
const changed = sql<number>`coalesce(sum(abs((${operatorActs.after} ->> 'amount')::float8)), 0)`.mapWith(Number)

/** Acts that changed tokens within a day. Ids are in the order of time, so an index finds them. */
const withinDay = (now: Date): SQL | undefined =>
  and(inArray(operatorActs.action, actions), sql`${operatorActs.id} > ${firstIdOf(new Date(now.getTime() - dayMs))}::uuid`)

/** The least UUID of version 7 that is made at this time. */
function firstIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Orders the changes of tokens by one actor with a limit. Called first in a transaction, before any row is locked. */
export async function lockDailyGrants(tx: Transaction, { role, userId }: Actor): Promise<void> {
  if (dailyLimitOf(role) === null) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`grants of ${userId}`}, 0))`)
}

export type RequireDailyGrantOptions = { actor: Actor; amount: number; now?: Date }

/** Throws `over_daily_grant_limit` if the actor would change more tokens than their role may in 24 hours. */
export async function requireDailyGrant(tx: Transaction, { actor, amount, now = new Date() }: RequireDailyGrantOptions): Promise<void> {
  const limit = dailyLimitOf(actor.role)
  if (limit === null) return
  const [sum] = await tx
    .select({ changed })
    .from(operatorActs)
    .where(and(eq(operatorActs.actorId, actor.userId), withinDay(now)))
  const left = Math.max(0, limit - (sum?.changed ?? 0))
  if (Math.abs(amount) > left) throw new Problem('over_daily_grant_limit', { budget: { limit, left, price: Math.abs(amount) } })
}

/** Lists people with a daily limit who have used most of it. */
export async function readNearDailyLimit(db: Database, now: Date): Promise<{ email: string; changed: number }[]> {
  const limit = config.operators.supportDailyGrantLimit
  return db
    .select({ email: users.email, changed })
    .from(operatorActs)
    .innerJoin(users, eq(users.id, operatorActs.actorId))
    .where(and(eq(users.role, 'support'), withinDay(now)))
    .groupBy(users.id)
    .having(sql`${changed} >= ${limit * alertPart}`)
    .orderBy(users.email)
    .limit(10)
}
