import type { Quote } from '#app/contract/runs/generations.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { versionOf } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { requireAgreed, spendableChange } from '../../money/tokens/hold-tokens.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { findBrokenLimit } from '../../money/tokens/own-limits.ts'
import { tokensToHold } from '../../money/tokens/small-change.ts'
import { readSpendable } from '../../money/tokens/spendable-lots.ts'
import { holdAndQueue, type PreparedRun, readingOf, requireAvailable } from './create-generation.ts'
import type { GenerationRow } from './to-generation.ts'

/** The exact price of all runs, rounded up once. */
const priceOfRuns = (runs: readonly PreparedRun[]): number => wholeTokens(runs.reduce((sum, { priceMilli }) => sum + priceMilli, 0))

/** The exact prices in the order of submission. */
const milliOf = (runs: readonly PreparedRun[]): number[] => runs.map(({ priceMilli }) => priceMilli)

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
    const change = spendableChange(account)
    const hold = tokensToHold(milliOf(runs), change)
    const spendable = await readSpendable(tx, { userId, available, unbilled: connected.length === 0 })
    return {
      price,
      price_milli: milliOf(runs).reduce((sum, milli) => sum + milli, 0),
      available,
      missing: Math.max(0, hold - available),
      over_limit: await findBrokenLimit(tx, { userId, apiKeyId, price, amount: hold }),
      email_not_verified: spendable.isHeldBack(tokensToHold(milliOf(connected), change)),
    }
  })
}

/** Throws one error with the tokens missing for all runs, instead of one for the first unaffordable run. */
export async function requireTokens(
  tx: Transaction,
  { userId, runs, maxPrice }: { userId: string; runs: readonly PreparedRun[]; maxPrice: number | undefined },
): Promise<void> {
  requireAgreed(priceOfRuns(runs), maxPrice)
  const { available, ...account } = await lockAccount(tx, userId)
  const missing = tokensToHold(milliOf(runs), spendableChange(account)) - available
  if (missing > 0) throw new Problem('not_enough_tokens', { missing })
}

type OwnValues = Pick<
  typeof generations.$inferInsert,
  'id' | 'userId' | 'prompt' | 'chordId' | 'chordPart' | 'comparisonId' | 'waitsFor' | 'apiKeyId'
> & {
  inputs?: GenerationRow['inputs']
}

export type ReadRun = PreparedRun & { reading: Awaited<ReturnType<typeof readingOf>> }

/**
 * Adds the readings of the prompts. It comes before the transaction that starts the runs: a provider may first have to read its changed
 * settings, on a connection of its own. The embedded database has no second one, and a pool may have none left.
 */
export const readRuns = <Run extends PreparedRun>(providers: Providers, runs: readonly Run[]): Promise<(Run & ReadRun)[]> =>
  Promise.all(runs.map(async (run) => ({ ...run, reading: await readingOf(providers, run) })))

type StartRunOptions = { queue: Queue; providers: Providers; prepared: ReadRun; values: OwnValues }

/** Inserts one of several runs, holds its price and enqueues its job. */
export async function startRun(tx: Transaction, { queue, providers, prepared, values }: StartRunOptions): Promise<void> {
  const { model, options, priceMilli, priceFactor, seconds, reading } = prepared
  const [row] = await tx
    .insert(generations)
    .values({
      inputs: [],
      ...values,
      type: model.type,
      model: model.id,
      options,
      status: 'queued',
      ...reading,
      price: wholeTokens(priceMilli),
      priceMilli,
      priceRule: model.price,
      modelVersion: versionOf(model),
      priceFactor,
    })
    .returning()
  if (!row) throw new Error('a run was not inserted')
  await holdAndQueue(tx, { queue, providers, model, row, seconds })
}
