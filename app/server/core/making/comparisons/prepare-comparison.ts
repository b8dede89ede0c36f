import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { checkInputs } from '../generations/check-inputs.ts'
import { prepareRun, type PreparedRun } from '../generations/create-generation.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { Problem } from '../../problem.ts'

export type PrepareComparisonOptions = {
  providers: Providers
  userId: string
  prompt: string
  models: readonly string[]
  options: OptionValues
  inputs: GenerationInput[]
}

/**
 * Resolves the models, their options and their prices. Quote and hold both use this. Throws `invalid_input` for models of different kinds or
 * tasks, for an option that a model does not have, and for files that a model does not take or lacks.
 */
export async function prepareComparison(
  db: Database,
  { providers, userId, prompt, models, options, inputs }: PrepareComparisonOptions,
): Promise<[PreparedRun, ...PreparedRun[]]> {
  const entitlement = await readEntitlement(db, userId)
  const prepared: PreparedRun[] = []
  for (const model of models) {
    const input = { model, prompt, options, inputs }
    prepared.push(await prepareRun(db, { providers, userId, input, entitlement }))
  }
  const [first, ...others] = prepared
  if (!first) throw new Problem('invalid_input', { fields: { models: 'required' } })
  const isComparable = ({ type, task, inputs: taken }: ProviderModel) =>
    type === first.model.type && task === first.model.task && (inputs.length > 0 || !taken.some(({ required }) => required))
  if (!prepared.every(({ model }) => isComparable(model))) throw new Problem('invalid_input', { fields: { models: 'invalid' } })
  for (const run of prepared) await checkInputs(db, { userId, model: run.model, inputs, options: run.options })
  return [first, ...others]
}
