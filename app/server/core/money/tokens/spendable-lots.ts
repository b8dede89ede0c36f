import { and, asc, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
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
  lots: { id: string; remaining: number }[]
  /** Whether verifying the email would make this amount spendable. */
  isHeldBack(amount: number): boolean
}

/**
 * Returns the lots that can pay for a run, read with the account locked. A connected model with a price of 0 requires a purchased token
 * too, because its service may still bill the operator.
 */
export async function readSpendable(
  tx: Transaction,
  { userId, available, unbilled }: { userId: string; available: number; unbilled: boolean },
): Promise<Spendable> {
  const [user] = await tx.select({ trusted: isTrusted }).from(users).where(eq(users.id, userId))
  const onlyBought = needsBoughtTokens(config.tokens.verifyEmailFor, { unbilled, trusted: user?.trusted ?? false })
  const lots = await tx
    .select({ id: tokenLots.id, remaining: tokenLots.remaining })
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0), onlyBought ? isBought(tx) : undefined))
    .orderBy(sql`${tokenLots.expiresAt} asc nulls last`, asc(tokenLots.id))
  const total = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  return { lots, isHeldBack: (amount) => onlyBought && available >= amount && total < Math.max(1, amount) }
}
