import type { Logger } from 'pino'
import type { Quote } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { Problem } from '../../problem.ts'
import type { PurseRow } from '../../money/tokens/read-purse.ts'
import { quoteGeneration, type QuoteGenerationOptions } from './quote-generation.ts'

export type QuoteEmptyOptions = Omit<QuoteGenerationOptions, 'input' | 'purse'> & {
  /** Undefined if nothing is quoted. */
  model: string | undefined
  purse: PurseRow | null
  logger: Logger
}

/**
 * Quotes a run of the model with its own options and without a prompt, which is what a page shows first. Null if there is no price: the page
 * asks again, and is then answered with the reason.
 */
export async function quoteEmpty(db: Database, { model, purse, logger, ...options }: QuoteEmptyOptions): Promise<Quote | null> {
  if (model === undefined || !purse) return null
  try {
    return await quoteGeneration(db, { ...options, purse, input: { model, prompt: '', options: {}, inputs: [] } })
  } catch (error) {
    if (!(error instanceof Problem)) logger.error({ err: error }, 'the first price of a page failed')
    return null
  }
}
