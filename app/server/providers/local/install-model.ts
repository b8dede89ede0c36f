import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { InstallStep, LocalModelInfo } from '#app/contract/operator/local-models.ts'
import type { Env } from '../../env.ts'
import { archiveFolderOf, bytesOf, type LocalFile, type LocalModel } from './catalogue.ts'
import { diskReserve, type DownloadOptions, downloadFile, freeDisk, hashFile, partOf, sizeOf } from './download-file.ts'
import { InstallError } from './install-error.ts'
import { memoryLimitOf } from './memory-limit.ts'
import { isFile, isInPlace, modelFolder, pathOf } from './model-folder.ts'
import { installRuntime, runtimeFolder, runtimeOf } from './runtime.ts'
import { readPointer } from './read-pointer.ts'
import { unpackArchive } from './unpack-archive.ts'

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

export const sourceOf = ({ source, name, mirrorName }: LocalFile, { MODELS_MIRROR: mirror }: Pick<InstallEnv, 'MODELS_MIRROR'>): string =>
  mirror === undefined ? source : `${mirror}/${mirrorName ?? basename(name)}`

/** Returns a file with the exact size and the checksum, for which its publisher is asked if they are not pinned. */
async function completeFile(file: LocalFile, { env, signal }: Pick<InstallModelOptions, 'env' | 'signal'>): Promise<LocalFile> {
  if (file.pointer === undefined) return file
  const pointer = env.MODELS_MIRROR === undefined ? file.pointer : `${sourceOf(file, env)}.pointer`
  const stated = await readPointer(pointer, signal)
  if (file.sha256 !== null && file.sha256 !== stated.sha256)
    throw new InstallError('wrong_checksum', `${file.name} is another file at its source than the one that this release names.`)
  return { ...file, ...stated }
}

/** An archive and its unpacked files need the disk at the same time. */
const unpackedFactor = 2.5

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
    throw new InstallError(
      'disk_full',
      `The disk has ${sizeText(room.disk)} free; ${sizeText((await bytesLeft(model, dataDir)) + diskReserve)} are needed.`,
    )
}

/** Returns the bytes that the installation still needs. */
async function bytesLeft(model: LocalModel, dataDir: string): Promise<number> {
  if (await isInPlace(model, dataDir)) return 0
  const left = await Promise.all(
    model.files.map(async (file) => {
      const path = pathOf(dataDir, file)
      if (await isFile(path)) return 0
      return file.bytes - (file.sha256 === null ? 0 : await sizeOf(partOf(path, file.sha256)))
    }),
  )
  const download = left.reduce((sum, bytes) => sum + bytes, 0)
  return archiveFolderOf(model) === null ? download : download + bytesOf(model) * unpackedFactor
}

/**
 * Installs the runtime of a model and its files: resumes an earlier attempt, or verifies files that somebody has put in place. Throws
 * `InstallError`, or the signal's reason when canceled.
 */
export async function installModel(model: LocalModel, options: InstallModelOptions): Promise<void> {
  const { env, dataDir, signal, onProgress } = options
  await checkRoom(model, options)
  const runtime = runtimeOf(model.kind)
  onProgress({ step: 'runtime', bytes: 0, total: null })
  await installRuntime(dataDir, runtime, { env, signal, onBytes: (bytes) => onProgress({ step: 'runtime', bytes, total: null }) })
  const folder = archiveFolderOf(model)
  if (folder !== null && (await isInPlace(model, dataDir))) return
  const total = bytesOf(model)
  let before = 0
  for (const file of model.files) {
    await installFile(file, { ...options, onProgress: (progress) => onProgress({ ...progress, bytes: before + progress.bytes, total }) })
    before += file.bytes
  }
  if (folder === null) return
  onProgress({ step: 'unpack', bytes: total, total })
  const [archive] = model.files.map((file) => pathOf(dataDir, file))
  if (archive === undefined) return
  await unpackArchive({ archive, folder: pathOf(dataDir, { name: folder }), runtime: runtimeFolder(dataDir, runtime), signal })
  await rm(archive)
}

async function installFile(listed: LocalFile, options: InstallModelOptions): Promise<void> {
  const { env, dataDir, signal, onProgress, times } = options
  const path = pathOf(dataDir, listed)
  // A file that somebody has put in place needs no network.
  const file = (await isFile(path)) ? listed : await completeFile(listed, options)
  const { bytes: total, sha256 } = file
  const onVerify = () => onProgress({ step: 'verify', bytes: total, total })
  if (await isFile(path)) {
    onVerify()
    if (sha256 !== null && (await hashFile(path, signal)) !== sha256)
      throw new InstallError('wrong_file', `${path} is not the expected file (SHA-256 differs). Remove it and install again.`)
  } else if (sha256 !== null) {
    await downloadFile({
      url: sourceOf(file, env),
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

export const sizeText = (bytes: number): string => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
