import type { CatalogueModel } from './catalogue-model.ts'
import type { ProviderModel } from './provider.ts'

/** What the operator says of models: new ones by the service that has them, and what is different about known ones. */
export type ModelsFile = {
  added(provider: string): readonly CatalogueModel[]
  /** The model as the operator wants it; undefined where it is hidden. */
  adjust(model: ProviderModel): ProviderModel | undefined
  /** Ids that the file speaks of. */
  ids: readonly string[]
  /** Ids of the models that stand in for others. */
  fallbacks: readonly string[]
}

export const noModelsFile: ModelsFile = { added: () => [], adjust: (model) => model, ids: [], fallbacks: [] }
