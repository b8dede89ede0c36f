import { milliPerToken, wholeTokens } from '#app/contract/money/milli.ts'

/**
 * Arithmetic of prices below a token. The ledger moves whole tokens; the unspent rest of a token that was broken for a small price is the
 * account's change. All functions take and return milli-tokens, in integers, except for `tokens`.
 */

export type Held = {
  /** Whole tokens, taken from lots. */
  tokens: number
  /** Change set aside for the run, so that no other run counts on it. */
  milli: number
}

/** Returns what a run of this price holds: change for the fraction of a token if there is enough, otherwise another whole token. */
export function holdOf(price: number, change: number): Held {
  const fraction = price % milliPerToken
  return fraction <= change ? { tokens: (price - fraction) / milliPerToken, milli: fraction } : { tokens: wholeTokens(price), milli: 0 }
}

/** Returns the whole tokens that these runs hold together, if they are submitted in this order. */
export function tokensToHold(prices: readonly number[], change: number): number {
  let left = change
  return prices.reduce((sum, price) => {
    const { tokens, milli } = holdOf(price, left)
    left -= milli
    return sum + tokens
  }, 0)
}

export type Settlement = {
  /** Whole tokens taken from the hold. */
  tokens: number
  /** The account's change afterwards, below a token. */
  change: number
  /** Tokens that the change has become: parallel runs broke one more than they needed together. */
  mended: number
}

/** Pays a cost from the change first, and breaks only as many held tokens as that leaves to pay. */
export function settle({ held, change, cost }: { held: Held; change: number; cost: number }): Settlement {
  const pool = change + held.milli
  const tokens = Math.max(0, wholeTokens(cost - pool))
  const left = pool + tokens * milliPerToken - cost
  return { tokens, change: left % milliPerToken, mended: Math.floor(left / milliPerToken) }
}
