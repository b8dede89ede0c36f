import { milliPerToken, wholeTokens } from '#app/contract/money/milli.ts'

/**
 * Arithmetic of prices below a token. The ledger moves whole tokens; what is left of a token that was broken for a small price is the
 * account's rest. All functions take and return milli-tokens, in integers, except for `tokens`.
 */

export type Held = {
  /** Whole tokens, taken from lots. */
  tokens: number
  /** Rest set aside for the run, so that no other run counts on it. */
  milli: number
}

/** Returns what a run of this price holds: the fraction of a token from the rest if it suffices, otherwise another whole token. */
export function holdOf(price: number, rest: number): Held {
  const fraction = price % milliPerToken
  return fraction <= rest ? { tokens: (price - fraction) / milliPerToken, milli: fraction } : { tokens: wholeTokens(price), milli: 0 }
}

/** Returns the whole tokens that these runs hold together, if they are submitted in this order. */
export function tokensToHold(prices: readonly number[], rest: number): number {
  let left = rest
  return prices.reduce((sum, price) => {
    const { tokens, milli } = holdOf(price, left)
    left -= milli
    return sum + tokens
  }, 0)
}

export type Settlement = {
  /** Whole tokens taken from the hold. */
  tokens: number
  /** The account's rest afterwards, below a token. */
  rest: number
  /** Tokens that the rest has become: parallel runs broke one more than they needed together. */
  mended: number
}

/** Pays a cost from the rest first, and breaks only as many held tokens as that leaves to pay. */
export function settle({ held, rest, cost }: { held: Held; rest: number; cost: number }): Settlement {
  const pool = rest + held.milli
  const tokens = Math.max(0, wholeTokens(cost - pool))
  const left = pool + tokens * milliPerToken - cost
  return { tokens, rest: left % milliPerToken, mended: Math.floor(left / milliPerToken) }
}
