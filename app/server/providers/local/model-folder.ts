import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { kindOfName } from '../compatible/listed-model.ts'
import { archiveFolderOf, embeddingLength, localModels, type LocalModel } from './catalogue.ts'

export const modelFolder = (dataDir: string) => join(dataDir, 'models')
export const pathOf = (dataDir: string, { name }: { name: string }) => join(modelFolder(dataDir), name)

const plainName = /^[a-z0-9][a-z0-9._-]{0,70}\.gguf$/i
const usualContext = 4_096
/** Memory that a model needs besides its file, in bytes, for one that is not in the catalogue. */
const usualOverhead = 1_000_000_000

/** Returns the models whose files are in place: those of the catalogue, and others that somebody has put there. */
export async function installedModels(dataDir: string): Promise<LocalModel[]> {
  const names = await readdir(modelFolder(dataDir)).catch(() => [])
  const known = await Promise.all(localModels.map(async (model) => ((await isInPlace(model, dataDir)) ? [model] : [])))
  const files = localModels.flatMap((model) => model.files.map(({ name }) => name))
  const others = await Promise.all(
    names.filter((name) => plainName.test(name) && !files.includes(name)).map((name) => describe(name, dataDir)),
  )
  return [...known.flat(), ...others.filter((model) => model !== null).toSorted((one, other) => one.memory - other.memory)]
}

/** Whether the files of a model are in place. An archive leaves only the folder that it was unpacked into. */
export async function isInPlace(model: LocalModel, dataDir: string): Promise<boolean> {
  const folder = archiveFolderOf(model)
  if (folder !== null) return (await stat(pathOf(dataDir, { name: folder })).catch(() => null))?.isDirectory() ?? false
  const found = await Promise.all(model.files.map((file) => isFile(pathOf(dataDir, file))))
  return found.every(Boolean)
}

export const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() ?? false

/** The file does not say plainly what it is for; its name does. */
const embeds = (name: string) => kindOfName(name) === 'embedding'

async function describe(file: string, dataDir: string): Promise<LocalModel | null> {
  const found = await stat(pathOf(dataDir, { name: file })).catch(() => null)
  if (!found?.isFile()) return null
  const name = file.replace(/\.gguf$/i, '')
  const kind = embeds(name) ? 'embedding' : 'text'
  return {
    kind,
    id: name.toLowerCase(),
    name,
    licence: '',
    languages: [],
    memory: found.size + usualOverhead,
    contextLength: kind === 'embedding' ? embeddingLength : usualContext,
    files: [{ name: file, source: '', bytes: found.size, sha256: null }],
  }
}
