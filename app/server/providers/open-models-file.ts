import type { Env } from '../env.ts'
import { type ModelsFile, noModelsFile } from './no-models-file.ts'

/** What the operator says of models, if they say anything. The reader of such files is loaded only then. */
export async function openModelsFile({ MODELS_FILE: path }: Pick<Env, 'MODELS_FILE'>): Promise<ModelsFile> {
  if (path === undefined) return noModelsFile
  const { readModelsFile } = await import('./models-file.ts')
  return readModelsFile(path)
}
