import { mkdir, stat } from 'node:fs/promises'
import type { InstallStep, LocalModelInfo } from '#app/contract/local-models.ts'
import type { Env } from '../../env.ts'
import type { LocalModel } from './catalogue.ts'
import { diskReserve, type DownloadOptions, downloadFile, freeDisk, hashFile, partOf, sizeOf } from './download-file.ts'
import { InstallError } from './install-error.ts'
import { memoryLimitOf } from './memory-limit.ts'
import { modelFolder, pathOf } from './model-folder.ts'
import { installRuntime } from './runtime.ts'

export type InstallEnv = Pick<Env, 'MODELS_MIRROR' | 'LOCAL_MODELS_MEMORY_MB' | 'NPM_CONFIG_REGISTRY'>

export type InstallProgress = {
  step: InstallStep
  bytes: number
  /** Null for a step whose size is not known. */
  total: number | null
}

export type InstallModelOptions = {
  env: InstallEnv
  dataDir: string
  signal: AbortSignal
  onProgress(progress: InstallProgress): void
  times?: DownloadOptions['times']
}

export const sourceOf = ({ source, file }: LocalModel, { MODELS_MIRROR: mirror }: Pick<InstallEnv, 'MODELS_MIRROR'>): string =>
  mirror === undefined ? source : `${mirror}/${file}`

/** Memory and free disk of this machine for models, in bytes. */
export type Room = { memory: number; disk: number }

export async function readRoom(env: Pick<InstallEnv, 'LOCAL_MODELS_MEMORY_MB'>, dataDir: string): Promise<Room> {
  await mkdir(modelFolder(dataDir), { recursive: true, mode: 0o700 })
  return { memory: memoryLimitOf(env), disk: await freeDisk(modelFolder(dataDir)) }
}

/** Returns whether memory and disk suffice for a model. */
export async function fitOf(model: LocalModel, { memory, disk, dataDir }: Room & { dataDir: string }): Promise<LocalModelInfo['fits']> {
  if (model.memory > memory) return 'not_enough_memory'
  return disk < (await bytesLeft(model, dataDir)) + diskReserve ? 'not_enough_disk' : 'yes'
}

/** Throws `InstallError` if this machine has too little memory or disk for the model. */
export async function checkRoom(model: LocalModel, { env, dataDir }: Pick<InstallModelOptions, 'env' | 'dataDir'>): Promise<void> {
  const room = await readRoom(env, dataDir)
  const fit = await fitOf(model, { ...room, dataDir })
  if (fit === 'not_enough_memory')
    throw new InstallError(
      'not_enough_memory',
      `${model.name} needs ${sizeText(model.memory)} of memory; models may use ${sizeText(room.memory)} here (LOCAL_MODELS_MEMORY_MB).`,
    )
  if (fit === 'not_enough_disk')
    throw new InstallError('disk_full', `The disk has ${sizeText(room.disk)} free; ${sizeText(model.bytes + diskReserve)} are needed.`)
}

/** Returns the bytes that are still to be downloaded. */
async function bytesLeft(model: LocalModel, dataDir: string): Promise<number> {
  const path = pathOf(dataDir, model)
  if (await isFile(path)) return 0
  return model.bytes - (model.sha256 === null ? 0 : await sizeOf(partOf(path, model.sha256)))
}

/**
 * Installs the runtime of a model and its file: resumes an earlier attempt, or verifies a file that somebody has put in place. Throws
 * `InstallError`, or the signal's reason when canceled.
 */
export async function installModel(model: LocalModel, options: InstallModelOptions): Promise<void> {
  const { env, dataDir, signal, onProgress, times } = options
  await checkRoom(model, options)
  onProgress({ step: 'runtime', bytes: 0, total: null })
  await installRuntime(dataDir, { env, signal, onBytes: (bytes) => onProgress({ step: 'runtime', bytes, total: null }) })
  const path = pathOf(dataDir, model)
  const { bytes: total, sha256 } = model
  const onVerify = () => onProgress({ step: 'verify', bytes: total, total })
  if (await isFile(path)) {
    onVerify()
    if (sha256 !== null && (await hashFile(path, signal)) !== sha256)
      throw new InstallError('wrong_file', `${path} is not the expected file (SHA-256 differs). Remove it and install again.`)
  } else if (sha256 !== null) {
    await downloadFile({
      url: sourceOf(model, env),
      path,
      bytes: total,
      sha256,
      signal,
      onProgress: ({ bytes }) => onProgress({ step: 'download', bytes, total }),
      onVerify,
      ...(times && { times }),
    })
  }
}

export const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() ?? false

export const sizeText = (bytes: number): string => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
