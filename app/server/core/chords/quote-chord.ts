import type * as v from 'valibot'
import type { ChordQuote, chordQuoteSchema } from '#app/contract/chords.ts'
import { wholeTokens } from '#app/contract/milli.ts'
import type { Database } from '../../db/database.ts'
import type { Providers } from '../../providers/providers.ts'
import { spendableChange } from '../tokens/hold-tokens.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { findBrokenLimit } from '../tokens/own-limits.ts'
import { tokensToHold } from '../tokens/small-change.ts'
import { readSpendable } from '../tokens/spendable-lots.ts'
import { milliOf, prepareParts, priceOfParts } from './prepare-parts.ts'

export type QuoteChordOptions = { providers: Providers; userId: string; input: v.InferOutput<typeof chordQuoteSchema> }

/** Quotes a chord: the total price of the requested parts, and the price of each part that can be made. */
export async function quoteChord(db: Database, { providers, userId, input: { prompt, parts } }: QuoteChordOptions): Promise<ChordQuote> {
  const prepared = await prepareParts(db, { providers, userId, prompt })
  const wanted = prepared.filter(({ part }) => !parts || parts.includes(part))
  const price = priceOfParts(wanted)
  const connected = wanted.filter(({ model }) => !providers.isUnbilled(model))
  return db.transaction(async (tx) => {
    const { available, ...account } = await lockAccount(tx, userId)
    const change = spendableChange(account)
    const hold = tokensToHold(milliOf(wanted), change)
    const spendable = await readSpendable(tx, { userId, available, unbilled: connected.length === 0 })
    return {
      price,
      price_milli: milliOf(wanted).reduce((sum, milli) => sum + milli, 0),
      available,
      missing: Math.max(0, hold - available),
      over_limit: await findBrokenLimit(tx, { userId, price, amount: hold }),
      email_not_verified: spendable.isHeldBack(tokensToHold(milliOf(connected), change)),
      parts: prepared.map(({ part, model, priceMilli }) => ({
        part,
        type: model.type,
        model: model.id,
        price: wholeTokens(priceMilli),
        price_milli: priceMilli,
      })),
    }
  })
}
