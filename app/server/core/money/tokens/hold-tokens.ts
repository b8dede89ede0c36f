import { v7 as uuidv7 } from 'uuid'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenEntries, tokenHolds } from '#app/server/db/schema/tokens.ts'
import { Problem } from '../../problem.ts'
import { type AccountBalance, changeBalance } from './lock-account.ts'
import { requireWithinLimits } from './own-limits.ts'
import { holdOf } from './token-rest.ts'
import { spendLots } from './spend-lots.ts'
import type { SpendingTerms } from './spending-terms.ts'

export type NewHold = {
  generationId: string
  /** The highest cost of the run in milli-tokens. */
  priceMilli: number
  /** Whether the model is built in; free tokens of an unverified account pay for built-in models only. */
  unbilled: boolean
}

export type HoldTokensOptions = {
  userId: string
  /** The API key that spends, if any. */
  apiKeyId: string | null
  /** The balance of the account, which the transaction has locked. */
  account: AccountBalance
  /** Read under the same lock. */
  terms: SpendingTerms
  /** The runs in the order in which they were submitted. */
  holds: readonly NewHold[]
  /** Highest price of all runs that the caller agreed to. */
  maxAmount?: number | undefined
  /** Whether the owner of the key has allowed the run beyond its tokens. */
  isAllowed?: boolean
}

/**
 * Holds tokens for runs that start together, from the lots that expire first, and from the rest for fractions of a token; throws `price_changed`,
 * `not_enough_tokens`, `email_not_verified`, or for the person's own limits. The rows of the runs must exist.
 *
 * A hold is the highest price, because the cost is known only when the model has finished. Were it charged then, two runs submitted at
 * once could each see the same tokens and together cost more than there are. So tokens leave `available` here, under the account's lock,
 * and `closeHold` returns to their lots whatever the run did not use.
 */
export async function holdTokens(
  tx: Transaction,
  { userId, apiKeyId, account, terms, holds, maxAmount, isAllowed = false }: HoldTokensOptions,
): Promise<void> {
  for (const { priceMilli } of holds)
    if (!Number.isSafeInteger(priceMilli) || priceMilli < 0) throw new RangeError(`cannot hold ${priceMilli} milli-tokens`)
  const prices = holds.map(({ priceMilli }) => priceMilli)
  const price = wholeTokens(prices.reduce((sum, milli) => sum + milli, 0))
  requireAgreed(price, maxAmount)
  let rest = spendableRest(account)
  const held = holds.map((hold) => {
    const { tokens: amount, milli } = holdOf(hold.priceMilli, rest)
    rest -= milli
    return { ...hold, amount, milli }
  })
  const amount = held.reduce((sum, hold) => sum + hold.amount, 0)
  const limited = isAllowed ? { ...terms, key: null } : terms
  requireWithinLimits(limited, { price: wholeTokens(Math.max(...prices)), total: price, amount })
  const spent = await spendLots(tx, { userId, spendable: terms.spendable, available: account.available, parts: held })
  const lots = held.flatMap(({ generationId }, place) => (spent[place] ?? []).map((one) => ({ generationId, ...one })))
  if (lots.length > 0) await tx.insert(tokenHolds).values(lots)
  const entries = held.map(({ generationId, amount: tokens, milli }) => ({ generationId, amount: tokens, milli, userId, apiKeyId }))
  await tx.insert(tokenEntries).values(entries.map((entry) => ({ ...entry, id: uuidv7(), kind: 'hold' as const })))
  const milli = held.reduce((sum, hold) => sum + hold.milli, 0)
  await changeBalance(tx, userId, { available: -amount, held: amount, rest: -milli })
}

/** Returns the rest that may pay for a run: none while there is a debt. */
export const spendableRest = ({ debt, rest }: Pick<AccountBalance, 'debt' | 'rest'>): number => (debt > 0 ? 0 : rest)

/** Throws `price_changed` with the price if it exceeds what the caller agreed to. */
export function requireAgreed(price: number, maxPrice: number | undefined): void {
  if (maxPrice !== undefined && price > maxPrice) throw new Problem('price_changed', { price })
}
