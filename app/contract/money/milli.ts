/** Prices are exact in thousandths of a token. */
export const milliPerToken = 1_000

/** Marks the grant of a token that rests have become. The ledger stores it, and clients of the API read it. */
export const restReason = 'change'

/** Rounds up to whole tokens. Adding 0 turns -0 into 0. */
export const wholeTokens = (milli: number): number => Math.ceil(milli / milliPerToken) + 0

/** Whether a price is a fraction of one token. */
export const isBelowToken = (milli: number): boolean => milli > 0 && milli < milliPerToken

/** The thousandths of a token that a line of a receipt moves: a settlement's exact cost, otherwise tokens and rest together. */
export const milliOf = ({ kind, amount, milli }: { kind: string; amount: number; milli: number }): number =>
  kind === 'settle' ? milli : amount * milliPerToken + milli
