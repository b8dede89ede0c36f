import type { Kind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'

/** Returns a model without options, for 4 tokens a run, as the API describes it. */
export const modelOf = (id: string, type: Kind, given: Partial<Model> = {}): Model => ({
  id,
  name: id,
  type,
  provider: 'scripted',
  description: '',
  price: { base: 4, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  inputs: [],
  history: false,
  prompt: { placeholder: '', max_length: 1_000, examples: [] },
  available: true,
  unavailable_reason: null,
  measured: null,
  ...given,
})
