import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { localModels, type LocalModel } from './catalogue.ts'

export const modelFolder = (dataDir: string) => join(dataDir, 'models')
export const pathOf = (dataDir: string, { file }: Pick<LocalModel, 'file'>) => join(modelFolder(dataDir), file)

const plainName = /^[a-z0-9][a-z0-9._-]{0,70}\.gguf$/i
const usualContext = 4_096
/** Memory that a model needs besides its file, in bytes, for one that is not in the catalogue. */
const usualOverhead = 1_000_000_000

/** Returns the models whose files are in place: those of the catalogue, and others that somebody has put there. */
export async function installedModels(dataDir: string): Promise<LocalModel[]> {
  const names = await readdir(modelFolder(dataDir)).catch(() => [])
  const models = await Promise.all(names.filter((name) => plainName.test(name)).map((file) => describe(file, dataDir)))
  return models.filter((model) => model !== null).toSorted((one, other) => one.bytes - other.bytes)
}

async function describe(file: string, dataDir: string): Promise<LocalModel | null> {
  const known = localModels.find((model) => model.file === file)
  if (known) return known
  const found = await stat(pathOf(dataDir, { file })).catch(() => null)
  if (!found?.isFile()) return null
  const name = file.replace(/\.gguf$/i, '')
  return {
    kind: 'text',
    id: name.toLowerCase(),
    name,
    file,
    source: '',
    licence: '',
    languages: [],
    bytes: found.size,
    memory: found.size + usualOverhead,
    sha256: null,
    contextLength: usualContext,
  }
}
