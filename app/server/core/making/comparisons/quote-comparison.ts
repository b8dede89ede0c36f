import type * as v from 'valibot'
import type { ComparisonQuote, comparisonQuoteSchema } from '#app/contract/runs/comparisons.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { quoteRuns } from '../generations/several-runs.ts'
import { prepareComparison } from './prepare-comparison.ts'

export type QuoteComparisonOptions = {
  providers: Providers
  userId: string
  apiKeyId?: string | null
  input: v.InferOutput<typeof comparisonQuoteSchema>
}

/** Quotes a comparison: the total price, and the price of each run. */
export async function quoteComparison(
  db: Database,
  { providers, userId, apiKeyId, input }: QuoteComparisonOptions,
): Promise<ComparisonQuote> {
  const runs = await prepareComparison(db, { providers, userId, ...input })
  return {
    ...(await quoteRuns(db, { providers, userId, apiKeyId, runs })),
    models: runs.map(({ model, priceMilli }) => ({ model: model.id, price: wholeTokens(priceMilli), price_milli: priceMilli })),
  }
}
