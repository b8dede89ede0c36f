import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { LotSource } from '#app/contract/money/tokens.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'

export type VerifyEmailFor = (typeof config.tokens)['verifyEmailFor']

const boughtSources: LotSource[] = ['pack', 'plan']

/** Whether a lot was purchased. The test checkout moves no money, so its lots count as free. */
export function isBought(tx: Database | Transaction) {
  const testPayment = tx
    .select({ lot: tokenEntries.lotId })
    .from(payments)
    .innerJoin(tokenEntries, eq(tokenEntries.paymentId, payments.id))
    .where(and(eq(payments.userId, tokenLots.userId), eq(payments.provider, 'test'), eq(tokenEntries.lotId, tokenLots.id)))
  return and(inArray(tokenLots.source, boughtSources), notExists(testPayment))
}

/**
 * Whether the person may spend free tokens on every model. The owner pays the services of this server, and sets them up before its email
 * works.
 */
export const isTrusted = sql<boolean>`(${users.emailVerifiedAt} is not null or ${users.role} = 'owner')`

/** Whether the run requires purchased tokens. */
export function needsBoughtTokens(rule: VerifyEmailFor, { unbilled, trusted }: { unbilled: boolean; trusted: boolean }): boolean {
  if (trusted || rule === 'none') return false
  return rule === 'all' || !unbilled
}

export type Spendable = {
  /** The lots by time of expiry, soonest first. */
  lots: { id: string; remaining: number; bought: boolean }[]
  /** Whether such a run requires purchased tokens. */
  needsBought(unbilled: boolean): boolean
}

/** A column of queries that join `users`: the lots that can pay for runs. A trusted person needs none that were bought, so that is not looked up. */
export const lotsColumn = (tx: Database | Transaction) => sql<Spendable['lots']>`(
  select coalesce(json_agg(json_build_object('id', ${tokenLots.id}, 'remaining', ${tokenLots.remaining}, 'bought', not ${isTrusted} and ${isBought(tx)})
    order by ${tokenLots.expiresAt} asc nulls last, ${tokenLots.id}), '[]')
  from ${tokenLots} where ${tokenLots.userId} = ${users.id} and ${tokenLots.remaining} > 0)`

/**
 * Returns what can pay for runs, read with the account locked. A connected model with a price of 0 requires a purchased token too, because
 * its service may still bill the operator.
 */
export const spendableOf = ({ lots, trusted }: { lots: Spendable['lots']; trusted: boolean }): Spendable => ({
  lots,
  needsBought: (unbilled) => needsBoughtTokens(config.tokens.verifyEmailFor, { unbilled, trusted }),
})

/** Whether these purchased tokens are too few for a run that requires them. */
export const isHeldBack = (bought: number, amount: number): boolean => bought < Math.max(1, amount)
