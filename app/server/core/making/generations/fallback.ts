import * as v from 'valibot'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { Abilities } from '#app/contract/studio/turns.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { ownVoiceId } from '#app/contract/runs/own-voice.ts'
import { canUseTools, type ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { checkOptions } from '../models/check-options.ts'
import { Problem } from '../../problem.ts'
import type { GenerationRow } from './to-generation.ts'

/** Errors after which the fallback is tried: the model is broken, busy or not set up. Refused content is not offered to another model. */
export const fallbackErrors: ReadonlySet<GenerationErrorCode> = new Set(['temporary', 'rate_limited', 'provider_auth', 'model_gone'])

export type Fallback = { model: ProviderModel; options: OptionValues }

/** Returns the model's fallback with the run's options that it supports; undefined if it cannot take over the run. */
export async function findFallback(
  providers: Providers,
  model: ProviderModel,
  row: Pick<GenerationRow, 'options' | 'inputs' | 'prompt' | 'said' | 'asked'>,
): Promise<Fallback | undefined> {
  const other = model.fallback === undefined ? undefined : await providers.find(model.fallback)
  if (!other || other.id === model.id || other.type !== model.type || other.task !== model.task || other.unavailable) return undefined
  if (row.asked?.studio && !canUseTools(other)) return undefined
  if (row.said ? !isAsAble(other.can, model.can) : row.prompt.length > other.prompt.maxLength) return undefined
  // Nobody is read in another voice than their own.
  if (ownVoiceId(row.options.voice) !== undefined) return undefined
  // The run may be paid with free tokens, and those of an unverified account must not pay for a service that bills.
  if (providers.isUnbilled(model) && !providers.isUnbilled(other)) return undefined
  const supports = (role: string) => other.inputs.some((input) => input.role === role)
  if (!row.inputs.every(({ role }) => supports(role))) return undefined
  return { model: other, options: supportedOptions(other, row.options) }
}

/** Whether a program can ask for the same of the other model. */
function isAsAble(other: Abilities | undefined, { tools, json, settings, continues }: Abilities = { settings: [] }): boolean {
  if (!other || (tools && !other.tools) || (json && !other.json) || (continues && !other.continues)) return false
  return settings.every((name) => other.settings.includes(name))
}

function supportedOptions(model: ProviderModel, given: OptionValues): OptionValues {
  const supported: OptionValues = {}
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(model.options, name) && isValid(model, { ...supported, [name]: value })) supported[name] = value
  }
  return checkOptions(model.options, supported)
}

function isValid(model: ProviderModel, options: OptionValues): boolean {
  try {
    checkOptions(model.options, options)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** `standin` is the name of the field in rows of earlier versions. */
const savedSchema = v.object({ standin: v.string(), operation: v.unknown() })

/** Returns the saved operation if it belongs to this model: the chosen one (`fallbackId` null) or the fallback with this id. */
export function operationFor(saved: unknown, fallbackId: string | null): unknown {
  const parsed = v.safeParse(savedSchema, saved)
  if (!parsed.success) return fallbackId === null ? saved : null
  return parsed.output.standin === fallbackId ? parsed.output.operation : null
}

export function toSavedOperation(operation: unknown, fallbackId: string | null): unknown {
  return fallbackId === null ? operation : { standin: fallbackId, operation }
}

/** Returns the id of the fallback that has started the work, or null. */
export function fallbackOf(saved: unknown): string | null {
  const parsed = v.safeParse(savedSchema, saved)
  return parsed.success ? parsed.output.standin : null
}

/** Names the model that made the result, in the ledger entry. */
export const madeBy = (model: string): string => `made_by ${model}`
