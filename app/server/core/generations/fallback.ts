import * as v from 'valibot'
import type { GenerationErrorCode } from '#app/contract/errors.ts'
import type { OptionValues } from '#app/contract/generations.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import { checkOptions } from '../models/check-options.ts'
import { Problem } from '../problem.ts'
import type { GenerationRow } from './to-generation.ts'

/** What another model may do better: the first one is broken, busy or not set up. What it has refused, no other is asked for. */
export const worthAnother: ReadonlySet<GenerationErrorCode> = new Set(['temporary', 'rate_limited', 'provider_auth'])

export type Standin = { model: ProviderModel; options: OptionValues }

/** The model that stands in for this one, with as many of the run's options as it takes; undefined where there is none that can. */
export async function findStandin(
  providers: Providers,
  model: ProviderModel,
  row: Pick<GenerationRow, 'options' | 'inputs' | 'prompt'>,
): Promise<Standin | undefined> {
  const other = model.fallback === undefined ? undefined : await providers.find(model.fallback)
  if (!other || other.id === model.id || other.type !== model.type || other.unavailable) return undefined
  if (row.prompt.length > other.prompt.maxLength) return undefined
  // Free tokens may have paid for the run, and those of an unverified account must not reach a service that bills.
  if (providers.isBuiltIn(model) && !providers.isBuiltIn(other)) return undefined
  const takes = (role: string) => other.inputs.some((input) => input.role === role)
  if (!row.inputs.every(({ role }) => takes(role))) return undefined
  return { model: other, options: fittingOptions(other, row.options) }
}

function fittingOptions(model: ProviderModel, given: OptionValues): OptionValues {
  const fitting: OptionValues = {}
  for (const [name, value] of Object.entries(given)) {
    if (name in model.options && isTaken(model, { [name]: value })) fitting[name] = value
  }
  return checkOptions(model.options, fitting)
}

function isTaken(model: ProviderModel, options: OptionValues): boolean {
  try {
    checkOptions(model.options, options)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const standinOperationSchema = v.object({ standin: v.string(), operation: v.unknown() })

/** What a run has saved belongs to the model that saved it. */
export const operationOf = (saved: unknown, standin: string | null): unknown => {
  const parsed = v.safeParse(standinOperationSchema, saved)
  if (!parsed.success) return standin === null ? saved : null
  return parsed.output.standin === standin ? parsed.output.operation : null
}
export const toSaved = (operation: unknown, standin: string | null): unknown => (standin === null ? operation : { standin, operation })
/** The model that the work was handed over to before, if it was. */
export const standinOf = (saved: unknown): string | null => {
  const parsed = v.safeParse(standinOperationSchema, saved)
  return parsed.success ? parsed.output.standin : null
}

/** In the receipt: which model has really made it. */
export const madeBy = (model: string): string => `made_by ${model}`
