import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import { versionOf } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { requireAgreed, spendableRest } from '../../money/tokens/hold-tokens.ts'
import type { AccountBalance } from '../../money/tokens/lock-account.ts'
import { tokensToHold } from '../../money/tokens/token-rest.ts'
import { holdAndQueue } from './create-generation.ts'
import { milliOf, priceOfRuns, type ReadRun } from './several-runs.ts'
import type { GenerationRow } from './to-generation.ts'
import { type Wait, waitsForOf } from './waits.ts'

export type RunToStart = {
  prepared: ReadRun
  values: Pick<
    typeof generations.$inferInsert,
    'id' | 'prompt' | 'chordId' | 'chordPart' | 'comparisonId' | 'recipe' | 'stepId' | 'unattended'
  > & {
    inputs?: GenerationRow['inputs']
  }
  /** Texts that the model reads beside the prompt and the options. */
  texts?: readonly string[]
  /** The runs that end before this one starts. Those of the same start stand before it, with smaller ids. */
  waits?: readonly Wait[]
}

export type StartRunsOptions = {
  queue: Queue
  providers: Providers
  userId: string
  apiKeyId: string | null
  /** The balance of the account, which the transaction has locked. */
  account: AccountBalance
  runs: readonly RunToStart[]
  /** Highest price of all runs that the caller agreed to. */
  maxPrice: number | undefined
  /** The owner of the key has allowed the runs at this price, whatever the tokens of its budget and `maxPrice`. */
  allowed?: { maxPrice: number } | undefined
}

/** Starts all runs or none: rows, waits, holds and jobs, in at most 20 statements however many they are. */
export async function startRuns(
  tx: Transaction,
  { queue, providers, userId, apiKeyId, account, runs, maxPrice, allowed }: StartRunsOptions,
): Promise<void> {
  const all = runs.map(({ prepared }) => prepared)
  requireAgreed(priceOfRuns(all), allowed ? allowed.maxPrice : maxPrice)
  const missing = tokensToHold(milliOf(all), spendableRest(account)) - account.available
  if (missing > 0) throw new Problem('not_enough_tokens', { missing })
  const rows = await tx
    .insert(generations)
    .values(
      runs.map(({ prepared, values, waits = [] }) => ({
        inputs: [],
        ...values,
        ...valuesOf(prepared),
        userId,
        apiKeyId,
        waitsFor: waitsForOf(values.id, waits),
        status: 'queued' as const,
      })),
    )
    .returning()
  const waits = runs.flatMap(({ values, waits: own = [] }) => own.map((wait) => ({ ...wait, targetId: values.id })))
  if (waits.length > 0) await tx.insert(generationSources).values(waits)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const started = runs.flatMap(({ prepared: { model, seconds }, values: { id }, texts }) => {
    const row = rowOf.get(id)
    return row ? [{ model, seconds, row, texts }] : []
  })
  if (started.length < runs.length) throw new Error('a run was not inserted')
  await holdAndQueue(tx, { queue, providers, userId, apiKeyId, account, runs: started, isAllowed: allowed !== undefined })
}

const valuesOf = ({ model, options, priceMilli, priceFactor, reading }: ReadRun) => ({
  type: model.type,
  model: model.id,
  options,
  ...reading,
  price: wholeTokens(priceMilli),
  priceMilli,
  priceRule: model.price,
  modelVersion: versionOf(model),
  priceFactor,
})
