import { v7 as uuidv7 } from 'uuid'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenEntries, tokenHolds } from '#app/server/db/schema/tokens.ts'
import { Problem } from '../../problem.ts'
import { type AccountBalance, changeBalance, lockAccount } from './lock-account.ts'
import { holdOf } from './small-change.ts'
import { spendLots } from './spend-lots.ts'

export type HoldTokensOptions = {
  userId: string
  /** The API key that spends, if any. */
  apiKeyId: string | null
  generationId: string
  /** The highest cost of the run in milli-tokens. */
  priceMilli: number
  /** Highest price that the caller agreed to. */
  maxAmount?: number | undefined
  /** Whether the owner of the key has allowed the run beyond its tokens. */
  isAllowed?: boolean
  /** Whether the model is built in; free tokens of an unverified account pay for built-in models only. */
  unbilled: boolean
}

/**
 * Holds tokens for a generation, from the lots that expire first, and change for a fraction of a token; throws `price_changed`,
 * `not_enough_tokens`, `email_not_verified`, or for the person's own limits. The generation's row must exist.
 *
 * The hold is the highest price, because the cost is known only when the model has finished. Were it charged then, two runs submitted at
 * once could each see the same tokens and together cost more than there are. So tokens leave `available` here, under the account's lock,
 * and `closeHold` returns to their lots whatever the run did not use.
 */
export async function holdTokens(
  tx: Transaction,
  { userId, apiKeyId, generationId, priceMilli, maxAmount, isAllowed = false, unbilled }: HoldTokensOptions,
): Promise<void> {
  if (!Number.isSafeInteger(priceMilli) || priceMilli < 0) throw new RangeError(`cannot hold ${priceMilli} milli-tokens`)
  const price = wholeTokens(priceMilli)
  requireAgreed(price, maxAmount)
  const { available, ...account } = await lockAccount(tx, userId)
  const { tokens: amount, milli } = holdOf(priceMilli, spendableChange(account))
  const spent = await spendLots(tx, { userId, apiKeyId: isAllowed ? null : apiKeyId, available, price, amount, unbilled })
  if (spent.length > 0) await tx.insert(tokenHolds).values(spent.map((one) => ({ generationId, ...one })))
  await tx.insert(tokenEntries).values({ id: uuidv7(), userId, kind: 'hold', amount, milli, generationId, apiKeyId })
  await changeBalance(tx, userId, { available: -amount, held: amount, change: -milli })
}

/** Returns the change that may pay for a run: none while there is a debt. */
export const spendableChange = ({ debt, change }: Pick<AccountBalance, 'debt' | 'change'>): number => (debt > 0 ? 0 : change)

/** Throws `price_changed` with the price if it exceeds what the caller agreed to. */
export function requireAgreed(price: number, maxPrice: number | undefined): void {
  if (maxPrice !== undefined && price > maxPrice) throw new Problem('price_changed', { price })
}
