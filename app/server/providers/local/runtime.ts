import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { LocalKind } from '#app/contract/operator/local-models.ts'
import type { Env } from '../../env.ts'
import { InstallError } from './install-error.ts'
import { installPackages } from './install-packages.ts'

const { resolve } = createRequire(import.meta.url)

/** `text` runs GGUF files, `sound` runs speech models and unpacks their archives, `picture` runs models of images. */
export const runtimeIds = ['text', 'sound', 'picture'] as const
export type RuntimeId = (typeof runtimeIds)[number]
type Runtime = {
  main: string
  version: string
  lockFile: string
  /** The package with the binary of this platform; absent if one package has those of all platforms. */
  platformPackage?(): string
  /** Whether a file of a package, named with its package, is needed on this platform. */
  keep?(file: string): boolean
}

const runtimes: Record<RuntimeId, Runtime> = {
  text: {
    main: 'node-llama-cpp',
    version: '3.22.1',
    lockFile: resolve('#app/server/providers/local/runtime/package-lock.json'),
    /** Graphics cards other than Apple's need a runtime that is installed by hand. */
    platformPackage() {
      const arch = process.arch === 'arm' ? 'armv7l' : process.arch
      const mac = arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64'
      return `@node-llama-cpp/${process.platform === 'darwin' ? mac : `${systemName()}-${arch}`}`
    },
  },
  sound: {
    main: 'sherpa-onnx-node',
    version: '1.13.8',
    lockFile: resolve('#app/server/providers/local/sound-runtime/package-lock.json'),
    platformPackage: () => `sherpa-onnx-${systemName()}-${process.arch}`,
  },
  picture: {
    main: 'onnxruntime-node',
    version: '1.30.0',
    lockFile: resolve('#app/server/providers/local/picture-runtime/package-lock.json'),
    keep: (file) => !file.includes('/bin/') || file.startsWith(`onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/`),
  },
}
/** The platforms whose binaries are part of onnxruntime-node. */
const picturePlatforms = ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64']

const systemName = () => (process.platform === 'win32' ? 'win' : process.platform)
export const runtimeOf = (kind: LocalKind): RuntimeId => runtimeKinds[kind]
const runtimeKinds: Record<LocalKind, RuntimeId> = {
  text: 'text',
  embedding: 'text',
  transcription: 'sound',
  speech: 'sound',
  image: 'picture',
  image_edit: 'picture',
}

export const runtimesFolder = (dataDir: string) => join(dataDir, 'runtimes')

/** The folder of a runtime. Its name has the version, so that a new release installs its own. */
export const runtimeFolder = (dataDir: string, id: RuntimeId = 'text') =>
  join(runtimesFolder(dataDir), `${runtimes[id].main}-${runtimes[id].version}`)

export async function isRuntimeInstalled(dataDir: string, id: RuntimeId = 'text'): Promise<boolean> {
  const path = join(runtimeFolder(dataDir, id), 'node_modules', runtimes[id].main, 'package.json')
  return (await stat(path).catch(() => null)) !== null
}

export type InstallRuntimeOptions = {
  env: Pick<Env, 'NPM_CONFIG_REGISTRY'>
  signal: AbortSignal
  onBytes(bytes: number): void
}

/** Installs the packages of our lockfile with the binary of this platform only. The runtime appears in its folder when it is complete. */
export async function installRuntime(dataDir: string, id: RuntimeId, { env, signal, onBytes }: InstallRuntimeOptions): Promise<void> {
  if (await isRuntimeInstalled(dataDir, id)) return
  const { lockFile, platformPackage, keep } = runtimes[id]
  if (id === 'picture' && !picturePlatforms.includes(`${process.platform}-${process.arch}`))
    throw new InstallError('no_runtime', `There is no prebuilt runtime for ${process.platform} ${process.arch}.`)
  const folder = runtimeFolder(dataDir, id)
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await cp(lockFile, join(draft, 'package-lock.json'))
  const optional = platformPackage ? [platformPackage()] : []
  await installPackages({ lockFile, optional, into: draft, registry: env.NPM_CONFIG_REGISTRY, signal, onBytes, ...(keep && { keep }) })
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}
