import type { ModelInput } from '#app/contract/runs/models.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { refuse } from '../protocols/refuse.ts'

type Model = Pick<ProviderModel, 'inputs'> | { inputs: readonly ModelInput[] }

export const takesImages = ({ inputs }: Model, role: InputRole) =>
  inputs.find((input) => input.role === role && input.types.includes('image'))

/** Returns the roles of the images: the model's sources first, then its references. */
export function imageRoles(model: Model, count: number): InputRole[] {
  const [source, reference] = [takesImages(model, 'source'), takesImages(model, 'reference')]
  if (!source && !reference) refuse('model', 'model_without_edits')
  const excludes = source?.not_with?.includes('reference') || reference?.not_with?.includes('source')
  const sources = Array.from({ length: source?.max ?? 0 }, () => 'source' as const)
  const references = Array.from({ length: excludes && source ? 0 : (reference?.max ?? 0) }, () => 'reference' as const)
  const roles = [...sources, ...references]
  if (count > roles.length) refuse('image', 'too_many')
  return roles.slice(0, count)
}
