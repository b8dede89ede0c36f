import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#app/server/db/database.ts'
import { webhooks } from '#app/server/db/schema/webhooks.ts'
import { usualTokensBelow } from '#app/contract/account/webhooks.ts'
import { planPush } from '../../rules/push/plan-push.ts'
import { planLowTokens } from '../../rules/webhooks/plan-webhooks.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'

export type AccountBalance = {
  available: number
  held: number
  /** Tokens owed, which are settled before anything can be spent. */
  debt: number
  /** Milli-tokens left of a broken token, which pay for fractions of a token. */
  rest: number
}

/**
 * Locks a person's account row. Every change of tokens does so first, so that changes of one person are serialized: what is read after it
 * stays true until the commit. The place in the lock order is after runs and before the person. A transaction that inserts a row of the
 * person first holds a key lock on them already, and then waits here for one that holds the account and wants the person: a deadlock,
 * which PostgreSQL ends by failing one of the two. Expired lots are removed as well, so the returned balance can be spent.
 */
export async function lockAccount(tx: Transaction, userId: string): Promise<AccountBalance> {
  const [account] = await tx
    .select({
      available: tokenAccounts.available,
      held: tokenAccounts.held,
      debt: tokenAccounts.debt,
      rest: tokenAccounts.restMilli,
      hasExpired,
    })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.userId, userId))
    .for('no key update')
  if (!account) throw new Error(`user ${userId} has no token account`)
  const { hasExpired: isDue, ...balance } = account
  // A new statement, because another transaction may have removed them while this one waited for the lock.
  return isDue ? { ...balance, available: balance.available - (await expireLots(tx, userId)) } : balance
}

// Columns of the outer table have its name, which Drizzle leaves out in statements of a single table.
const hasExpired = sql<boolean>`exists (
  select 1 from ${tokenLots} lot where lot.user_id = token_accounts.user_id and lot.remaining > 0 and lot.expires_at <= now())`

/** Removes expired lots; returns the number of their tokens. */
async function expireLots(tx: Transaction, userId: string): Promise<number> {
  const ended = await tx
    .select({ id: tokenLots.id, remaining: tokenLots.remaining })
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0), lte(tokenLots.expiresAt, sql`now()`)))
  if (ended.length === 0) return 0
  for (const lot of ended) {
    await tx.update(tokenLots).set({ remaining: 0 }).where(eq(tokenLots.id, lot.id))
    await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'expire', amount: lot.remaining, lotId: lot.id })
  }
  const total = ended.reduce((sum, lot) => sum + lot.remaining, 0)
  await changeBalance(tx, userId, { available: -total })
  return total
}

/** Whether an endpoint of the person waits for the balance to fall below its limit, and it has. */
const hasWebhookBelow = sql<boolean>`exists (
  select 1 from ${webhooks} hook where hook.user_id = token_accounts.user_id and hook.low_at is null
  and hook.off is null and 'tokens.low' = any(hook.events) and hook.tokens_below > token_accounts.available)`

/** Changes the balance. Constraints reject a negative balance, and spendable tokens besides a debt. */
export async function changeBalance(
  tx: Transaction,
  userId: string,
  { available = 0, held = 0, debt = 0, rest = 0 }: Partial<AccountBalance>,
): Promise<void> {
  const [changed] = await tx
    .update(tokenAccounts)
    .set({
      available: sql`${tokenAccounts.available} + ${available}`,
      held: sql`${tokenAccounts.held} + ${held}`,
      debt: sql`${tokenAccounts.debt} + ${debt}`,
      restMilli: sql`${tokenAccounts.restMilli} + ${rest}`,
    })
    .where(eq(tokenAccounts.userId, userId))
    .returning({ available: tokenAccounts.available, isAwaited: hasWebhookBelow })
  if (available < 0 && changed && changed.available < usualTokensBelow && changed.available - available >= usualTokensBelow)
    await planPush(tx, {
      userId,
      subject: `tokens ${uuidv7()}`,
      content: { kind: 'tokens_low', path: '/profile/token-packs', values: { available: changed.available } },
    })
  if (available < 0 && changed?.isAwaited) await planLowTokens(tx, { userId, available: changed.available })
}

/** Locks several accounts, always in the same order, so that transactions do not deadlock. */
export async function lockAccounts(tx: Transaction, userIds: readonly string[]): Promise<void> {
  for (const userId of [...new Set(userIds)].sort()) await lockAccount(tx, userId)
}
