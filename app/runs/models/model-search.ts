import type { FileKind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { foldText } from '#app/shell/i18n/fold-text.ts'
import { usualPrice } from './nearest-model.ts'

/** Returns the kinds of files that a model takes besides the prompt. */
export const takenBy = ({ inputs }: Pick<Model, 'inputs'>): FileKind[] => [...new Set(inputs.flatMap(({ types }) => types))]

export const modelOrders = ['given', 'price', 'wait'] as const
export type ModelOrder = (typeof modelOrders)[number]

export type ModelSearch = { query: string; provider: string | null; takes: FileKind | null; order: ModelOrder }

/** Returns the models that match a search: every word must be in the name, provider or description. Available ones come first. */
export function searchModels(models: readonly Model[], { query, provider, takes, order }: ModelSearch): Model[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const found = models.filter((model) => {
    const text = foldText(`${model.name} ${model.id} ${model.provider} ${model.description}`)
    return (
      words.every((word) => text.includes(word)) &&
      (provider === null || model.provider === provider) &&
      (takes === null || takenBy(model).includes(takes))
    )
  })
  const weight = { given: () => 0, price: usualPrice, wait: waitOf }[order]
  return found.toSorted((a, b) => Number(b.available) - Number(a.available) || weight(a) - weight(b))
}

/** Returns the waiting time; unknown ones sort last. */
const waitOf = ({ measured }: Model) => measured?.wait_p50_ms ?? Number.MAX_SAFE_INTEGER
