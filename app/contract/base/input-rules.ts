import type { GenerationInput, OptionValues } from '../runs/generations.ts'
import type { ModelInput } from '../runs/models.ts'
import { holds } from '../runs/option-applies.ts'

/** The rule of a model that an input breaks: by the roles of the other inputs, or by an option. */
export type BrokenRule = 'needs' | 'not_with' | 'when'

type Given = { inputs: readonly Pick<GenerationInput, 'role'>[]; options: OptionValues }

/** Returns the first rule that an input with this role breaks; undefined if the model takes it with the others. */
export function brokenRule({ needs, not_with: foes = [], when }: ModelInput, { inputs, options }: Given): BrokenRule | undefined {
  const has = (role: GenerationInput['role']) => inputs.some((input) => input.role === role)
  if (needs && !has(needs)) return 'needs'
  if (foes.some(has)) return 'not_with'
  return holds(when, options) ? undefined : 'when'
}
