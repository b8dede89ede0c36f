import type * as v from 'valibot'
import type { ChordQuote, chordQuoteSchema } from '#app/contract/runs/chords.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { quoteRuns } from '../generations/several-runs.ts'
import { prepareParts } from './prepare-parts.ts'

export type QuoteChordOptions = {
  providers: Providers
  userId: string
  apiKeyId?: string | null
  input: v.InferOutput<typeof chordQuoteSchema>
}

/** Quotes a chord: the total price of the requested parts, and the price of each part that can be made. */
export async function quoteChord(
  db: Database,
  { providers, userId, apiKeyId, input: { prompt, parts } }: QuoteChordOptions,
): Promise<ChordQuote> {
  const prepared = await prepareParts(db, { providers, userId, prompt })
  const wanted = prepared.filter(({ part }) => !parts || parts.includes(part))
  return {
    ...(await quoteRuns(db, { providers, userId, apiKeyId, runs: wanted })),
    parts: prepared.map(({ part, model, priceMilli }) => ({
      part,
      type: model.type,
      model: model.id,
      price: wholeTokens(priceMilli),
      price_milli: priceMilli,
    })),
  }
}
