import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ModelsFile } from './no-models-file.ts'

/** Applies the operator's settings to another catalogue. */
export async function withCatalogue(file: ModelsFile, catalogue: Catalogue): Promise<ModelsFile> {
  if (file.catalogue === catalogue) return file
  const { toModelsFile } = await import('./to-models-file.ts')
  return toModelsFile(file.settings, catalogue)
}
