import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Env } from '../../env.ts'
import { installPackages } from './install-packages.ts'

const lockFile = createRequire(import.meta.url).resolve('#app/server/providers/local/runtime/package-lock.json')
const version = '3.22.1'

/** The folder of the runtime that runs text models. Its name has the version, so that a new release installs its own. */
export const runtimeFolder = (dataDir: string) => join(dataDir, 'runtimes', `node-llama-cpp-${version}`)

/** The package with llama.cpp for this platform. Graphics cards other than Apple's need a runtime that is installed by hand. */
function platformPackage(): string {
  const arch = process.arch === 'arm' ? 'armv7l' : process.arch
  const name =
    process.platform === 'darwin'
      ? arch === 'arm64'
        ? 'mac-arm64-metal'
        : 'mac-x64'
      : `${process.platform === 'win32' ? 'win' : process.platform}-${arch}`
  return `@node-llama-cpp/${name}`
}

export async function isRuntimeInstalled(dataDir: string): Promise<boolean> {
  return (await stat(join(runtimeFolder(dataDir), 'node_modules', 'node-llama-cpp', 'package.json')).catch(() => null)) !== null
}

export type InstallRuntimeOptions = {
  env: Pick<Env, 'NPM_CONFIG_REGISTRY'>
  signal: AbortSignal
  onBytes(bytes: number): void
}

/** Installs the packages of our lockfile with the binary of this platform only. The runtime appears in its folder when it is complete. */
export async function installRuntime(dataDir: string, { env, signal, onBytes }: InstallRuntimeOptions): Promise<void> {
  if (await isRuntimeInstalled(dataDir)) return
  const folder = runtimeFolder(dataDir)
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await cp(lockFile, join(draft, 'package-lock.json'))
  await installPackages({ lockFile, optional: [platformPackage()], into: draft, registry: env.NPM_CONFIG_REGISTRY, signal, onBytes })
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}
