import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { LotSource } from '#app/contract/tokens.ts'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { tokenLots, users } from '../../db/schema.ts'

export type VerifyEmailFor = (typeof config.tokens)['verifyEmailFor']

const paidFor: Record<LotSource, boolean> = { welcome: false, referral: false, grant: false, pack: true, plan: true }

/** Whether only bought tokens can pay for a run. */
export function needsBoughtTokens(rule: VerifyEmailFor, { builtIn, emailVerified }: { builtIn: boolean; emailVerified: boolean }): boolean {
  if (emailVerified || rule === 'none') return false
  return rule === 'all' || !builtIn
}

export type Spendable = {
  /** Soonest-ending first. */
  lots: { id: string; remaining: number }[]
  /** Whether verifying the email would let the person pay this much with what they have. */
  isHeldBack(amount: number): boolean
}

/**
 * The lots that can pay for a run, read with the account locked. A model with a price of 0 needs a bought token too: its service may
 * still bill the operator.
 */
export async function readSpendable(
  tx: Transaction,
  { userId, available, builtIn }: { userId: string; available: number; builtIn: boolean },
): Promise<Spendable> {
  const [user] = await tx.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  const onlyBought = needsBoughtTokens(config.tokens.verifyEmailFor, { builtIn, emailVerified: Boolean(user?.emailVerifiedAt) })
  const all = await tx
    .select({ id: tokenLots.id, remaining: tokenLots.remaining, source: tokenLots.source })
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0)))
    .orderBy(sql`${tokenLots.expiresAt} asc nulls last`, asc(tokenLots.id))
  const lots = onlyBought ? all.filter(({ source }) => paidFor[source]) : all
  const total = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  return { lots, isHeldBack: (amount) => onlyBought && available >= amount && total < Math.max(1, amount) }
}
