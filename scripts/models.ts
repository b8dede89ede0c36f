/** `npm run models -- list`, `install ID` and `remove ID`: language models that run on this machine. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Env, EnvError, readEnv } from '#app/server/env.ts'
import { localModels, type LocalModel } from '#app/server/providers/local/catalogue.ts'
import { DownloadError, downloadFile, hashFile } from '#app/server/providers/local/download-file.ts'
import { memoryLimitOf } from '#app/server/providers/local/local-provider.ts'
import { installedModels, modelFolder, pathOf } from '#app/server/providers/local/model-folder.ts'
import { installRuntime, isRuntimeInstalled, RuntimeError, runtimeFolder } from '#app/server/providers/local/runtime.ts'
import { openProgressLine, sizeText } from './models/progress-line.ts'

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
  return command === 'install' ? install(known, { env, dataDir }) : remove(known, dataDir)
}

async function list(env: Env, dataDir: string): Promise<number> {
  const installed = await installedModels(dataDir)
  const others = installed.filter(({ id }) => !localModels.some((model) => model.id === id))
  for (const model of [...localModels, ...others]) {
    const state = installed.some(({ id }) => id === model.id) ? 'installed' : model.memory > memoryLimitOf(env) ? 'too large' : ''
    const facts = [
      model.id.padEnd(18),
      sizeText(model.bytes).padStart(8),
      `memory ${sizeText(model.memory)}`.padEnd(15),
      model.licence.padEnd(12),
      model.languages.join(' ').padEnd(6),
    ]
    console.log([...facts, state].join('  ').trimEnd())
  }
  console.log(
    `\nRuntime (llama.cpp, MIT): ${(await isRuntimeInstalled(dataDir)) ? 'installed' : 'not installed; the first model brings it'}. Files: ${modelFolder(dataDir)}`,
  )
  return 0
}

async function install(model: LocalModel, { env, dataDir }: { env: Env; dataDir: string }): Promise<number> {
  const limit = memoryLimitOf(env)
  if (model.memory > limit) {
    console.error(
      `${model.name} needs ${sizeText(model.memory)} of memory; models may use ${sizeText(limit)} here (LOCAL_MODELS_MEMORY_MB).`,
    )
    return 1
  }
  const path = pathOf(dataDir, model)
  const url = env.MODELS_MIRROR === undefined ? model.source : `${env.MODELS_MIRROR}/${model.file}`
  console.log(`${model.name}: ${sizeText(model.bytes)}, ${sizeText(model.memory)} of memory, license ${model.licence}\nfrom ${url}`)
  await mkdir(modelFolder(dataDir), { recursive: true, mode: 0o700 })
  if (await isFile(path)) await verifyPlaced(model, path)
  else if (model.sha256 !== null) await download({ ...model, sha256: model.sha256 }, { url, path })
  if (!(await isRuntimeInstalled(dataDir))) {
    console.log('Installing the runtime (llama.cpp, MIT, about 85 MB) with npm …')
    await installRuntime(dataDir, { signal: stopping.signal })
  }
  console.log(`${model.name} is installed. A running server lists it in the text studio at once.`)
  return 0
}

async function download({ bytes, sha256 }: LocalModel & { sha256: string }, { url, path }: { url: string; path: string }): Promise<void> {
  const line = openProgressLine(process.stdout)
  try {
    await downloadFile({
      url,
      path,
      bytes,
      sha256,
      signal: stopping.signal,
      onProgress: line.show,
      onVerify: () => line.end('Verifying SHA-256 …'),
    })
  } finally {
    line.end()
  }
}

/** Checks a file that somebody has put in place, as far as its checksum is known. */
async function verifyPlaced(model: LocalModel, path: string): Promise<void> {
  if (model.sha256 === null) return console.log('The file is in place. Its SHA-256 is not known here, so it was not verified.')
  console.log('The file is in place. Verifying SHA-256 …')
  if ((await hashFile(path, stopping.signal)) !== model.sha256)
    throw new DownloadError('wrong_checksum', `${path} is not the expected file (SHA-256 differs). Remove it and install again.`)
}

async function remove(model: LocalModel, dataDir: string): Promise<number> {
  const path = pathOf(dataDir, model)
  if (!(await isFile(path))) {
    console.error(`${model.id} is not installed.`)
    return 1
  }
  await rm(path)
  console.log(`${model.name} is removed.`)
  return 0
}

async function removeRuntime(dataDir: string): Promise<number> {
  await rm(runtimeFolder(dataDir), { recursive: true, force: true })
  console.log('The runtime is removed. Models stay and need it to run.')
  return 0
}

const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() ?? false

try {
  process.exitCode = await run(readEnv(process.env))
} catch (error) {
  process.exitCode = 1
  if (stopping.signal.aborted) console.error('Canceled. Run the same command again to continue where it stopped.')
  else if (error instanceof DownloadError || error instanceof RuntimeError || error instanceof EnvError) console.error(error.message)
  else if (error instanceof TypeError && 'code' in error) console.error(usage)
  else throw error
}
