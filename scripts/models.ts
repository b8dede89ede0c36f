/** `npm run models -- list`, `install ID` and `remove ID`: models that run on this machine. */
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InstallStep } from '#app/contract/operator/local-models.ts'
import type { Env } from '#app/server/env.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { readInstallation } from '#app/server/installation.ts'
import { bytesOf, isPinned, localModels, type LocalModel } from '#app/server/providers/local/catalogue.ts'
import { InstallError } from '#app/server/providers/local/install-error.ts'
import { sizeText, sourceOf } from '#app/server/providers/local/install-model.ts'
import { memoryLimitOf } from '#app/server/providers/local/memory-limit.ts'
import { installedModels, isInPlace, modelFolder } from '#app/server/providers/local/model-folder.ts'
import { openInstaller } from '#app/server/providers/local/open-installer.ts'
import { isRuntimeInstalled, runtimeFolder, type RuntimeId, runtimeIds, runtimeOf } from '#app/server/providers/local/runtime.ts'
import { openProgressLine } from './models/progress-line.ts'

const usage = `Usage: npm run models -- list
       npm run models -- install ID
       npm run models -- remove ID|runtime`

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

async function run(env: Env): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [command, id, ...rest] = positionals
  const dataDir = resolve(env.DATA_DIR)
  if (command === 'list' && id === undefined) return list(env, dataDir)
  if (command === 'remove' && id === 'runtime' && rest.length === 0) return removeRuntime(dataDir)
  if ((command !== 'install' && command !== 'remove') || id === undefined || rest.length > 0) {
    console.error(usage)
    return 2
  }
  const known = [...localModels, ...(await installedModels(dataDir))].find((model) => model.id === id)
  if (!known) {
    console.error(`There is no model ${id}. Known are: ${localModels.map((model) => model.id).join(', ')}.`)
    return 2
  }
  return command === 'install' ? install(known, { env, dataDir }) : remove(known, { env, dataDir })
}

async function list(env: Env, dataDir: string): Promise<number> {
  const installed = await installedModels(dataDir)
  const others = installed.filter(({ id }) => !localModels.some((model) => model.id === id))
  for (const model of [...localModels, ...others]) {
    const state = installed.some(({ id }) => id === model.id) ? 'installed' : model.memory > memoryLimitOf(env) ? 'too large' : ''
    const facts = [
      model.kind.padEnd(13),
      model.id.padEnd(18),
      sizeText(bytesOf(model)).padStart(8),
      `memory ${sizeText(model.memory)}`.padEnd(15),
      model.licence.padEnd(12),
      model.languages.join(' ').padEnd(6),
    ]
    console.log([...facts, state].join('  ').trimEnd())
  }
  console.log(
    `\nRuntimes: llama.cpp (MIT) ${await stateOf(dataDir, 'text')}, sherpa-onnx (Apache-2.0, contains espeak-ng, GPL-3.0) ${await stateOf(dataDir, 'sound')}, ONNX Runtime (MIT) ${await stateOf(dataDir, 'picture')}. Files: ${modelFolder(dataDir)}`,
  )
  return 0
}

/** Milliseconds between two looks at an installation. */
const lookMs = 250

const stateOf = async (dataDir: string, id: RuntimeId) =>
  (await isRuntimeInstalled(dataDir, id)) ? 'installed' : 'comes with the first model'

/** The GPL part, and checksums that are not pinned, are named before anything is installed. */
const noticeOf = (model: LocalModel) =>
  (runtimeOf(model.kind) === 'sound'
    ? '\nIts runtime, sherpa-onnx (Apache-2.0), contains espeak-ng, which is licensed under GPL-3.0.'
    : '') + (isPinned(model) ? '' : '\nThis release does not pin the checksums of all its files: those of the publisher are used.')

async function install(model: LocalModel, { env, dataDir }: { env: Env; dataDir: string }): Promise<number> {
  const installer = openInstaller({ env, dataDir })
  stopping.signal.addEventListener('abort', () => void installer.close({ forget: true }), { once: true })
  await installer.start(model)
  console.log(
    `${model.name}: ${sizeText(bytesOf(model))}, ${sizeText(model.memory)} of memory, license ${model.licence}\n${model.files.map((file) => `from ${sourceOf(file, env)}`).join('\n')}${noticeOf(model)}`,
  )
  const line = openProgressLine(process.stdout)
  let shown: string | null = null
  try {
    for (;;) {
      const state = (await installer.states()).get(model.id)
      if (!state) break
      const { progress, requestedAt } = state
      if (requestedAt === null && progress?.message) throw new InstallError(progress.failure ?? 'failed', progress.message)
      if (progress?.step && progress.step !== shown) line.end(stepTexts[progress.step])
      shown = progress?.step ?? shown
      if (progress?.step === 'download' && progress.total !== null) line.show({ ...progress, total: progress.total })
      await sleep(lookMs, undefined, { signal: stopping.signal })
    }
    stopping.signal.throwIfAborted()
  } finally {
    line.end()
    await installer.close({ forget: true })
  }
  if (!(await isInPlace(model, dataDir))) {
    console.error('The installation was canceled on the page of the server.')
    return 1
  }
  console.log(`${model.name} is installed. A running server lists it at once.`)
  return 0
}

const stepTexts: Record<InstallStep, string | undefined> = {
  runtime: 'Installing the runtime …',
  download: undefined,
  verify: 'Verifying SHA-256 …',
  unpack: 'Unpacking …',
}

async function remove(model: LocalModel, { env, dataDir }: { env: Env; dataDir: string }): Promise<number> {
  if (!(await isInPlace(model, dataDir))) {
    console.error(`${model.id} is not installed.`)
    return 1
  }
  if (!(await openInstaller({ env, dataDir }).remove(model))) {
    console.error(`${model.id} is being installed.`)
    return 1
  }
  console.log(`${model.name} is removed.`)
  return 0
}

async function removeRuntime(dataDir: string): Promise<number> {
  for (const id of runtimeIds) await rm(runtimeFolder(dataDir, id), { recursive: true, force: true })
  console.log('The runtimes are removed. Models stay and need them to run.')
  return 0
}

try {
  process.exitCode = await run(readInstallation().env)
} catch (error) {
  process.exitCode = 1
  if (stopping.signal.aborted) console.error('Canceled. Run the same command again to continue where it stopped.')
  else if (error instanceof InstallError || error instanceof EnvError) console.error(error.message)
  else if (error instanceof TypeError && 'code' in error) console.error(usage)
  else throw error
}
