import { v7 as uuidv7 } from 'uuid'
import type { LotSource } from '#app/contract/money/tokens.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { forgetLowTokens } from '../../rules/webhooks/plan-webhooks.ts'
import { changeBalance, lockAccount } from './lock-account.ts'
import { publishBalance } from './publish-balance.ts'

export type GrantTokensOptions = {
  userId: string
  source: LotSource
  amount: number
  /** Null if the tokens never expire. */
  expiresAt: Date | null
  reason: string | null
  /** The payment for these tokens. */
  paymentId?: string
  /** The run whose cost these tokens return, which is possible once. */
  generationId?: string
}

/** Adds a lot of tokens, from which debt is settled first. The first grant opens the account. */
export async function grantTokens(
  tx: Transaction,
  { userId, source, amount, expiresAt, reason, paymentId, generationId }: GrantTokensOptions,
): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`cannot grant ${amount} tokens`)
  await tx.insert(tokenAccounts).values({ userId }).onConflictDoNothing()
  const { debt, available } = await lockAccount(tx, userId)
  const lotId = uuidv7()
  const repaid = Math.min(debt, amount)
  await tx.insert(tokenLots).values({ id: lotId, userId, source, amount, remaining: amount - repaid, expiresAt })
  const entry = { userId, lotId, paymentId: paymentId ?? null }
  await tx.insert(tokenEntries).values({ ...entry, id: uuidv7(), kind: 'grant', amount, reason, generationId: generationId ?? null })
  if (repaid > 0) await tx.insert(tokenEntries).values({ ...entry, id: uuidv7(), kind: 'repay', amount: repaid })
  await changeBalance(tx, userId, { available: amount - repaid, debt: -repaid })
  await forgetLowTokens(tx, { userId, available: available + amount - repaid })
  await publishBalance(tx, userId)
}
