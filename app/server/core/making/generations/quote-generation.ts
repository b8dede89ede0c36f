import type * as v from 'valibot'
import type { Quote, quoteSchema } from '#app/contract/runs/generations.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { toAdvice, toUnderstood, understandPrompt } from '../models/understand-prompt.ts'
import type { Offer } from '../../rules/groups/entitlement.ts'
import { readFreeRuns } from '../../money/tokens/free-runs.ts'
import { readKeyLimits, requireModelOfKey } from '../../money/tokens/key-limits.ts'
import { type PurseRow, readPurse } from '../../money/tokens/read-purse.ts'
import { checkInputs } from './check-inputs.ts'
import { prepareRun, type PrepareRunOptions } from './create-generation.ts'

export type QuoteGenerationOptions = {
  providers: Providers
  userId: string
  /** The API key that asks, if any. */
  apiKeyId?: string | null
  locale: Locale
  input: v.InferOutput<typeof quoteSchema>
  /** The prices and models of the person, if they are known; the hold reads them again. */
  offer?: Offer
  /** The person's purse, if it has been read. */
  purse?: PurseRow | undefined
  /** Files of somebody else's recipe, which the run will have besides its own. */
  lent?: PrepareRunOptions['lent']
  recipe?: PrepareRunOptions['recipe']
}

/** Quotes a run. */
export async function quoteGeneration(
  db: Database,
  { providers, userId, apiKeyId = null, locale, input, offer, purse, lent, recipe }: QuoteGenerationOptions,
): Promise<Quote> {
  const { model, options, priceMilli, run, advice } = await prepareRun(db, {
    providers,
    userId,
    input,
    lent,
    recipe,
    ...(offer && { entitlement: offer }),
  })
  const key = apiKeyId === null ? null : await readKeyLimits(db, apiKeyId)
  if (key) requireModelOfKey(key, model)
  // The inputs are complete once the lent files have been copied.
  if (!lent?.length) await checkInputs(db, { userId, model, inputs: input.inputs, options })
  const { available, hold, isHeldBack, broken } = await readPurse(db, {
    userId,
    unbilled: providers.isUnbilled(model),
    priceMilli,
    row: purse,
    key,
  })
  const freeRuns = advice?.free ? await readFreeRuns(db, userId) : null
  const understanding = await understandPrompt(providers, run)
  return {
    price: wholeTokens(priceMilli),
    price_milli: priceMilli,
    hold,
    available,
    missing: Math.max(0, hold - available),
    over_limit: broken,
    email_not_verified: isHeldBack,
    understood: understanding && toUnderstood(locale, understanding),
    advice: advice && toAdvice(locale, advice, freeRuns),
  }
}
