import type { KeyBudget, KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import type { apiKeys } from '#app/server/db/schema/api-keys.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { Problem } from '../../problem.ts'

type KeyRow = typeof apiKeys.$inferSelect
type BudgetRow = Pick<KeyRow, 'runTokens' | 'dailyTokens' | 'monthlyTokens' | 'kinds' | 'models' | 'callsPerMinute' | 'asks'>

export const toBudget = (key: BudgetRow): KeyBudget => ({
  tokens_per_run: key.runTokens,
  tokens_per_day: key.dailyTokens,
  tokens_per_month: key.monthlyTokens,
  kinds: key.kinds,
  models: key.models,
  calls_per_minute: key.callsPerMinute,
  ask: key.asks,
})

/** Returns the columns of the budget; those of omitted fields are undefined, which changes nothing. */
export const budgetColumns = (budget: KeyBudgetChange = {}) => ({
  runTokens: budget.tokens_per_run,
  dailyTokens: budget.tokens_per_day,
  monthlyTokens: budget.tokens_per_month,
  kinds: budget.kinds,
  models: budget.models,
  callsPerMinute: budget.calls_per_minute,
  asks: budget.ask,
})

/** Throws if the budget names a model that does not exist. Models that the key had before may have gone. */
export async function requireKnownModels(providers: Providers, { models }: KeyBudgetChange, before: readonly string[] = []): Promise<void> {
  for (const [index, id] of (models ?? []).entries())
    if (!before.includes(id) && !(await providers.find(id)))
      throw new Problem('invalid_input', { fields: { [`budget.models.${index}`]: 'model_unknown' } })
}
