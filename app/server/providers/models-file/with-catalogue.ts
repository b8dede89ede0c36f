import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ModelsFile } from './no-models-file.ts'
import { toModelsFile } from './to-models-file.ts'

/** Applies the operator's settings to another catalogue. */
export function withCatalogue(file: ModelsFile, catalogue: Catalogue): ModelsFile {
  return file.catalogue === catalogue ? file : toModelsFile(file.settings, catalogue)
}
