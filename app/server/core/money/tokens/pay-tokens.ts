import { v7 as uuidv7 } from 'uuid'
import { milliPerToken } from '#app/contract/money/milli.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenEntries } from '#app/server/db/schema/tokens.ts'
import { requireAgreed } from './hold-tokens.ts'
import { changeBalance, lockAccount } from './lock-account.ts'
import { requireWithinLimits } from './own-limits.ts'
import { publishBalance } from './publish-balance.ts'
import { spendLots } from './spend-lots.ts'
import { readSpendingTerms } from './spending-terms.ts'

export type PayTokensOptions = {
  userId: string
  /** The API key that spends, if any. */
  apiKeyId: string | null
  amount: number
  /** Highest price that the caller agreed to. */
  maxAmount?: number | undefined
  /** Whether the owner of the key has allowed it beyond its tokens. */
  isAllowed?: boolean
  /** A code that says for what, because no run does. */
  reason: string
}

/** Charges tokens for something that is no run, at once, from the lots that expire first. Throws as `holdTokens` does. */
export async function payTokens(
  tx: Transaction,
  { userId, apiKeyId, amount, maxAmount, isAllowed = false, reason }: PayTokensOptions,
): Promise<void> {
  requireAgreed(amount, maxAmount)
  const { available } = await lockAccount(tx, userId)
  if (amount === 0) return
  const terms = await readSpendingTerms(tx, { userId, apiKeyId })
  requireWithinLimits(isAllowed ? { ...terms, key: null } : terms, { price: amount, total: amount, amount })
  await spendLots(tx, { userId, spendable: terms.spendable, available, parts: [{ amount, unbilled: false }] })
  // The ledger knows payments as holds that are settled.
  await tx.insert(tokenEntries).values([
    { id: uuidv7(), userId, kind: 'hold', amount, reason, apiKeyId },
    { id: uuidv7(), userId, kind: 'settle', amount, milli: amount * milliPerToken, reason },
  ])
  await changeBalance(tx, userId, { available: -amount })
  await publishBalance(tx, userId)
}
