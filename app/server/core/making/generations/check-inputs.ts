import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import { type BrokenRule, brokenRule } from '#app/contract/base/input-rules.ts'
import type { ModelInput } from '#app/contract/runs/models.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { Problem, type ProblemOptions } from '../../problem.ts'
import { isFormatTaken, maxAttachedBytes, maxAttachedTextBytes, sentBytes, textBytes } from './attached.ts'
import { readSources, type Source } from './read-sources.ts'

export type CheckInputsOptions = {
  userId: string
  model: Pick<ProviderModel, 'type' | 'inputs' | 'task'>
  inputs: readonly GenerationInput[]
  options: OptionValues
}

const ruleErrors = {
  needs: 'input_needs_other',
  not_with: 'input_not_with_others',
  when: 'input_not_with_option',
} as const satisfies Record<BrokenRule, FieldErrorCode>

const needsFirst = ({ role, needs }: ModelInput) => role === 'last_frame' && needs === 'first_frame'

/** Files have a few milliseconds less than people asked for. */
const tolerance = 0.1

const isTooShort = ({ min_seconds: least }: ModelInput, { durationMs }: Source): boolean =>
  least !== undefined && durationMs !== null && durationMs < (least - tolerance) * 1_000

/**
 * Rejects inputs that the model does not accept, missing required inputs, and unusable sources: another person's, deleted or unfinished,
 * which the error does not distinguish. A language model gets all files in one request, which limits their size.
 */
export async function checkInputs(db: Database | Transaction, { userId, model, inputs, options }: CheckInputsOptions): Promise<void> {
  const given = new Set(inputs.map(({ role }) => role))
  const countOf = (role: InputRole) => inputs.filter((input) => input.role === role).length
  if (model.inputs.some(({ role, required, min = 1 }) => required && countOf(role) < min))
    throw new Problem('invalid_input', { fields: { inputs: 'input_missing' } })
  if (given.has('mask') && !given.has('source')) throw new Problem('invalid_input', { fields: { inputs: 'mask_without_source' } })
  if (inputs.length === 0) return
  const sourceOf = await readSources(db, userId, inputs)
  const taken = new Map<string, number>()
  const fields: Record<string, FieldErrorCode> = {}
  const lengths: NonNullable<ProblemOptions['lengths']> = {}
  let bytes = 0
  let attachedText = 0
  for (const [index, input] of inputs.entries()) {
    const accepted = model.inputs.find(({ role }) => role === input.role)
    const count = (taken.get(input.role) ?? 0) + 1
    taken.set(input.role, count)
    const source = sourceOf(input)
    if (!accepted || count > accepted.max) fields[`inputs.${index}`] = 'input_not_taken'
    else if (!source) fields[`inputs.${index}`] = 'input_unknown'
    else if (!accepted.types.includes(source.type)) fields[`inputs.${index}`] = 'input_not_taken'
    else if (model.task === 'transcribe' && source.hasSound === false) fields[`inputs.${index}`] = 'input_without_sound'
    else if (!isFormatTaken(accepted, source)) fields[`inputs.${index}`] = 'input_format_not_taken'
    else if (accepted.max_seconds !== undefined && (source.durationMs ?? 0) > (accepted.max_seconds + tolerance) * 1_000) {
      fields[`inputs.${index}`] = 'input_too_long'
      lengths[`inputs.${index}`] = { seconds: (source.durationMs ?? 0) / 1_000, limit: accepted.max_seconds }
    } else if (isTooShort(accepted, source)) fields[`inputs.${index}`] = 'input_too_short'
    else if (source.bytes > (accepted.max_bytes ?? Number.POSITIVE_INFINITY)) fields[`inputs.${index}`] = 'input_too_large'
    else {
      bytes += sentBytes(source)
      if (input.role === 'reference') attachedText += textBytes(source)
      const rule = brokenRule(accepted, { inputs, options })
      if (rule) fields[`inputs.${index}`] = rule === 'needs' && needsFirst(accepted) ? 'input_needs_first_frame' : ruleErrors[rule]
    }
  }
  if (model.type === 'text' && (bytes > maxAttachedBytes || attachedText > maxAttachedTextBytes)) fields.inputs = 'inputs_too_large'
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields, lengths })
}
