import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

/** A failed installation; the message is for the person who started it. */
export class RuntimeError extends Error {}

const template = dirname(createRequire(import.meta.url).resolve('#app/server/providers/local/runtime/package-lock.json'))
const version = '3.22.1'

const lockSchema = v.looseObject({ packages: v.record(v.string(), v.looseObject({ integrity: v.optional(v.string()) })) })

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

/**
 * Installs the runtime with npm: the packages of a lockfile that names the integrity of each, without install scripts and with the binary of
 * this platform only. It appears in its folder when it is complete.
 */
export async function installRuntime(dataDir: string, { signal }: { signal: AbortSignal }): Promise<void> {
  if (await isRuntimeInstalled(dataDir)) return
  const folder = runtimeFolder(dataDir)
  const draft = `${folder}.draft`
  const lock = v.parse(lockSchema, JSON.parse(await readFile(join(template, 'package-lock.json'), 'utf8')))
  const binary = platformPackage()
  if (!lock.packages[`node_modules/${binary}`])
    throw new RuntimeError(`There is no prebuilt llama.cpp for ${process.platform} ${process.arch}.`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await cp(join(template, 'package-lock.json'), join(draft, 'package-lock.json'))
  const dependencies = { 'node-llama-cpp': version, [binary]: version }
  await writeFile(join(draft, 'package.json'), JSON.stringify({ name: 'quartet-text-runtime', private: true, dependencies }))
  await runNpm(draft, signal)
  await checkIntegrity(draft, lock)
  await rename(draft, folder)
}

/** Options that leave out install scripts, binaries of other platforms and graphics cards, and everything that reports to somebody. */
const npmArguments = [
  'install',
  '--ignore-scripts',
  '--omit=optional',
  '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
]

async function runNpm(folder: string, signal: AbortSignal): Promise<void> {
  const isWindows = process.platform === 'win32'
  const npm = spawn(isWindows ? 'npm.cmd' : 'npm', npmArguments, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: isWindows,
    signal,
  })
  let complaint = ''
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2_000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    npm.on('error', reject)
    npm.on('close', resolve)
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new RuntimeError('npm is needed to install the runtime, and cannot be started.', { cause: error })
  })
  signal.throwIfAborted()
  if (code !== 0) throw new RuntimeError(`npm could not install the runtime:\n${complaint.trim()}`)
}

/** Compares what npm has installed with the lockfile, in case it resolved a package differently. */
async function checkIntegrity(folder: string, lock: v.InferOutput<typeof lockSchema>): Promise<void> {
  const installed = v.parse(lockSchema, JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8')))
  for (const [path, { integrity }] of Object.entries(installed.packages)) {
    if (integrity === undefined || integrity !== lock.packages[path]?.integrity)
      throw new RuntimeError(`npm installed another ${path.replace('node_modules/', '')} than this release names.`)
  }
}
