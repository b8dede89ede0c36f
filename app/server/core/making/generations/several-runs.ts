import type { Quote } from '#app/contract/runs/generations.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { spendableRest } from '../../money/tokens/hold-tokens.ts'
import { requireModelOfKey } from '../../money/tokens/key-limits.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { brokenLimit } from '../../money/tokens/own-limits.ts'
import { tokensToHold } from '../../money/tokens/token-rest.ts'
import { isHeldBack } from '../../money/tokens/spendable-lots.ts'
import { readSpendingTerms } from '../../money/tokens/spending-terms.ts'
import { type PreparedRun, readingOf, requireAvailable } from './create-generation.ts'

/** The exact price of all runs, rounded up once. */
export const priceOfRuns = (runs: readonly PreparedRun[]): number => wholeTokens(runs.reduce((sum, { priceMilli }) => sum + priceMilli, 0))

/** The exact prices in the order of submission. */
export const milliOf = (runs: readonly PreparedRun[]): number[] => runs.map(({ priceMilli }) => priceMilli)

export async function requireAllAvailable(db: Database, providers: Providers, runs: readonly PreparedRun[]): Promise<void> {
  for (const { model } of runs) await requireAvailable(db, providers, model)
}

export type QuoteRunsOptions = { providers: Providers; userId: string; apiKeyId?: string | null; runs: readonly PreparedRun[] }

/** Quotes runs that start together. */
export function quoteRuns(
  db: Database,
  { providers, userId, apiKeyId = null, runs }: QuoteRunsOptions,
): Promise<Pick<Quote, 'price' | 'price_milli' | 'available' | 'missing' | 'over_limit' | 'email_not_verified'>> {
  const price = priceOfRuns(runs)
  const connected = runs.filter(({ model }) => !providers.isUnbilled(model))
  return db.transaction(async (tx) => {
    const { available, ...account } = await lockAccount(tx, userId)
    const terms = await readSpendingTerms(tx, { userId, apiKeyId })
    if (terms.key) for (const { model } of runs) requireModelOfKey(terms.key, model)
    const rest = spendableRest(account)
    const hold = tokensToHold(milliOf(runs), rest)
    const { lots, needsBought } = terms.spendable
    const bought = lots.reduce((sum, lot) => sum + (lot.bought ? lot.remaining : 0), 0)
    const ofConnected = tokensToHold(milliOf(connected), rest)
    return {
      price,
      price_milli: milliOf(runs).reduce((sum, milli) => sum + milli, 0),
      available,
      missing: Math.max(0, hold - available),
      over_limit: brokenLimit(terms.limits, terms.key, { price, amount: hold }),
      email_not_verified: needsBought(connected.length === 0) && available >= ofConnected && isHeldBack(bought, ofConnected),
    }
  })
}

export type ReadRun = PreparedRun & { reading: Awaited<ReturnType<typeof readingOf>> }

/**
 * Adds the readings of the prompts. It comes before the transaction that starts the runs: a provider may first have to read its changed
 * settings, on a connection of its own. The embedded database has no second one, and a pool may have none left.
 */
export const readRuns = <Run extends PreparedRun>(providers: Providers, runs: readonly Run[]): Promise<(Run & ReadRun)[]> =>
  Promise.all(runs.map(async (run) => ({ ...run, reading: await readingOf(providers, run) })))
