import type { Env } from '../../env.ts'
import { type ModelsFile, noModelsFile } from './no-models-file.ts'

/** Opens the operator's settings for models, if there are any; only then is the parser loaded. */
export async function openModelsFile({ MODELS_FILE: path }: Pick<Env, 'MODELS_FILE'>): Promise<ModelsFile> {
  if (path === undefined) return noModelsFile
  const { readModelsFile } = await import('./read-models-file.ts')
  return readModelsFile(path)
}
