import { type Catalogue, shippedCatalogue } from '../catalogue/catalogue.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { ProviderModel } from '../provider.ts'
import type { File } from './schema.ts'

/** The operator's settings for models: new models, and changes to known ones. */
export type ModelsFile = {
  /** The models of services to which the settings apply. */
  catalogue: Catalogue
  /** The content of the file. */
  settings: File
  added(provider: string): readonly CatalogueModel[]
  /** The adjusted model; undefined if it is hidden. */
  adjust(model: ProviderModel): ProviderModel | undefined
  hides(id: string): boolean
  /** Ids that the file mentions. */
  ids: readonly string[]
  /** Ids of the fallback models. */
  fallbacks: readonly string[]
}

export const noModelsFile: ModelsFile = {
  catalogue: shippedCatalogue,
  settings: { price_factor: 1, models: {} },
  added: () => [],
  adjust: (model) => model,
  hides: () => false,
  ids: [],
  fallbacks: [],
}
