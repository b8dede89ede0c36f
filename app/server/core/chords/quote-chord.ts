import type * as v from 'valibot'
import type { ChordQuote, chordQuoteSchema } from '#app/contract/chords.ts'
import type { Database } from '../../db/database.ts'
import type { Providers } from '../../providers/providers.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { findBrokenLimit } from '../tokens/own-limits.ts'
import { readSpendable } from '../tokens/spendable-lots.ts'
import { findParts, prepareParts } from './prepare-parts.ts'

export type QuoteChordOptions = { providers: Providers; userId: string; input: v.InferOutput<typeof chordQuoteSchema> }

/** Quotes a chord: the total price of the requested parts, and the price of each part that can be made. */
export async function quoteChord(db: Database, { providers, userId, input: { prompt, parts } }: QuoteChordOptions): Promise<ChordQuote> {
  const all = [...(await findParts(providers)).keys()]
  const prepared = await prepareParts(db, { providers, userId, prompt, parts: all })
  const wanted = prepared.filter(({ part }) => !parts || parts.includes(part))
  const priceOf = (chosen: typeof prepared) => chosen.reduce((sum, part) => sum + part.price, 0)
  const price = priceOf(wanted)
  const connected = wanted.filter(({ model }) => !providers.isUnbilled(model))
  return db.transaction(async (tx) => {
    const { available } = await lockAccount(tx, userId)
    const spendable = await readSpendable(tx, { userId, available, unbilled: connected.length === 0 })
    return {
      price,
      available,
      missing: Math.max(0, price - available),
      over_limit: await findBrokenLimit(tx, { userId, amount: price }),
      email_not_verified: spendable.isHeldBack(priceOf(connected)),
      parts: prepared.map((one) => ({ part: one.part, type: one.model.type, model: one.model.id, price: one.price })),
    }
  })
}
