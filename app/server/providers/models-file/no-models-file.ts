import type { CatalogueModel } from '../catalogue-model.ts'
import type { ProviderModel } from '../provider.ts'

/** The operator's settings for models: new models, and changes to known ones. */
export type ModelsFile = {
  added(provider: string): readonly CatalogueModel[]
  /** The adjusted model; undefined if it is hidden. */
  adjust(model: ProviderModel): ProviderModel | undefined
  hides(id: string): boolean
  /** Ids that the file mentions. */
  ids: readonly string[]
  /** Ids of the fallback models. */
  fallbacks: readonly string[]
}

export const noModelsFile: ModelsFile = { added: () => [], adjust: (model) => model, hides: () => false, ids: [], fallbacks: [] }
