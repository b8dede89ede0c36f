import type * as v from 'valibot'
import type { Quote, quoteSchema } from '#app/contract/generations.ts'
import type { Database } from '../../db/database.ts'
import type { Providers } from '../../providers/providers.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { prepareRun } from './create-generation.ts'

export type QuoteGenerationOptions = { providers: Providers; userId: string; input: v.InferOutput<typeof quoteSchema> }

/** What a run would cost, without running it. */
export async function quoteGeneration(db: Database, { providers, userId, input }: QuoteGenerationOptions): Promise<Quote> {
  const { price } = await prepareRun(providers, input)
  const { available } = await db.transaction((tx) => lockAccount(tx, userId))
  return { price, available, missing: Math.max(0, price - available) }
}
