import type { Env, ServiceId } from '#app/server/env.ts'
import { catalogue } from '#app/server/providers/catalogue.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue-model.ts'
import { answerWithinMs, ask } from '#app/server/providers/connected/ask.ts'
import { bearer, keyQuestions } from '#app/server/providers/connected/key-questions.ts'
import { isOnOwnNetwork } from '#app/server/providers/connected/own-network.ts'
import { accessOwnServer } from '#app/server/providers/compatible/own-server.ts'
import { baseOf } from '#app/server/providers/compatible/open-compatible.ts'
import { exampleWorkflows, findMissing, readWorkflows } from '#app/server/providers/comfyui/read-workflows.ts'
import type { ModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { todayOf } from '#app/server/providers/lifecycle.ts'
import { isServiceId, services } from '#app/server/providers/connected/open-connected.ts'
import { compareModels, readList } from './compare-models.ts'
import { type Finding, off, on, wrong } from './finding.ts'
import { problemOf } from './problem-of.ts'

export function checkServices(env: Env, modelsFile: ModelsFile): Promise<Finding[]> {
  return Promise.all(
    Object.keys(services)
      .filter(isServiceId)
      .map((id) => checkService(id, env, modelsFile)),
  )
}

async function checkService(id: ServiceId, env: Env, modelsFile: ModelsFile): Promise<Finding> {
  const { name, key: variable, url } = services[id]
  const key = env[variable]
  if (!key) return off(name, `set ${variable} to use its ${catalogue[id].length} models`)
  const { base, path, headers } = keyQuestions[id]
  const asked = await ask(`${env[url] ?? base}${path ?? '/'}`, headers(key))
  const models = [...catalogue[id], ...modelsFile.added(id)].filter((model) => !modelsFile.hides(model.id))
  if (path === null) {
    const absent = 'failure' in asked && !['failed', 'refused'].includes(asked.failure)
    return absent ? wrong(name, problemOf(asked)) : on(name, `${count(models.length, 'model')}; its key can only be tried by a run`)
  }
  if ('failure' in asked) return wrong(name, problemOf(asked, variable))
  const differences =
    id === 'replicate'
      ? await goneAtReplicate(env[url] ?? base, headers(key), models)
      : compareModels(id, { models, listed: readList(asked.json), today: todayOf(new Date()) })
  return on(name, [count(models.length, 'model'), 'the key works', ...differences].join('; '))
}

/** Replicate's list has every model of everyone, so each of ours is looked up. */
async function goneAtReplicate(base: string, headers: Record<string, string>, models: readonly CatalogueModel[]): Promise<string[]> {
  const found = await Promise.all(models.map(async ({ id, model }) => ({ id, asked: await ask(`${base}/models/${model}`, headers) })))
  const gone = found.flatMap(({ id, asked }) => ('failure' in asked && asked.status === 404 ? [id] : []))
  return gone.length > 0 ? [`it does not list ${gone.join(', ')}: hide them in MODELS_FILE`] : []
}

const namesIn = (json: unknown): string[] => readList(json).map(({ name }) => name)

const count = (amount: number, what: string) => `${amount} ${what}${amount === 1 ? '' : 's'}`

/** Checks the key itself, because OpenRouter's list of models needs none. */
export async function checkOpenrouter(env: Env): Promise<Finding> {
  const key = env.OPENROUTER_API_KEY
  if (!key) return off('OpenRouter', 'set OPENROUTER_API_KEY to use its models at its prices')
  const [own, list] = await Promise.all([ask(`${env.OPENROUTER_BASE_URL}/key`, bearer(key)), ask(`${env.OPENROUTER_BASE_URL}/models`)])
  if ('failure' in own) return wrong('OpenRouter', problemOf(own, 'OPENROUTER_API_KEY'))
  return 'failure' in list
    ? wrong('OpenRouter', problemOf(list))
    : on('OpenRouter', `${count(namesIn(list.json).length, 'model')}; the key works`)
}

/** Checks the operator's own servers and Ollama. */
export async function checkServers(env: Env, modelsFile: ModelsFile): Promise<Finding[]> {
  const findings = await Promise.all(
    env.OPENAI_COMPATIBLE.map(async ({ name, url, key }) => {
      const asked = await ask(`${baseOf(url)}/models`, key ? bearer(key) : {})
      return 'failure' in asked ? wrong(name, problemOf(asked)) : on(name, ofServer({ name, url }, namesIn(asked.json)))
    }),
  )
  if (findings.length === 0) findings.push(off('own servers', 'set OPENAI_COMPATIBLE to name=url to use one'))
  if (!env.OLLAMA_URL) return [...findings, off('Ollama', 'OLLAMA_URL is off')]
  const asked = await ask(`${env.OLLAMA_URL}/api/tags`)
  return [
    ...findings,
    'failure' in asked
      ? off('Ollama', problemOf(asked))
      : on('Ollama', ofServer({ name: 'ollama', url: env.OLLAMA_URL }, namesIn(asked.json))),
  ]

  function ofServer({ name, url }: { name: string; url: string }, listed: readonly string[]): string {
    const isPriced = env.OPENAI_COMPATIBLE_PRICE !== undefined
    if (!isPriced && isOnOwnNetwork(url)) return `${count(listed.length, 'model')}, free of charge because the server is on this network`
    const unpriced = isPriced ? 0 : listed.filter((model) => !modelsFile.ids.includes(`${name}/${model}`)).length
    const models = count(listed.length, 'model')
    return unpriced > 0
      ? `${models}, of which ${unpriced} have no price and cannot be run: set OPENAI_COMPATIBLE_PRICE, or prices in MODELS_FILE`
      : models
  }
}

/** Checks ComfyUI with each of its workflow files, and the WebUI. */
export async function checkImageServers(env: Env): Promise<Finding[]> {
  return [...(await checkComfyui(env)), await checkWebui(env)]
}

async function checkComfyui({ COMFYUI_URL: url, COMFYUI_WORKFLOWS: folder = exampleWorkflows }: Env): Promise<Finding[]> {
  if (!url) return [off('ComfyUI', 'set COMFYUI_URL to use its workflows')]
  const server = accessOwnServer('comfyui', url)
  const asked = await ask(`${server.baseUrl}/system_stats`, server.headers)
  if ('failure' in asked) return [wrong('ComfyUI', problemOf(asked))]
  const { workflows, problems } = await readWorkflows(folder, { server: 'comfyui', price: null })
  const signal = AbortSignal.timeout(answerWithinMs)
  const missing = await Promise.all(
    workflows.map(async (workflow) => ({ file: `${workflow.model.model}.json`, lacks: await findMissing(workflow, server, signal) })),
  )
  const usable = missing.filter(({ lacks }) => lacks.length === 0)
  return [
    on('ComfyUI', `${count(usable.length, 'model')} from ${count(workflows.length, 'workflow')}`),
    ...problems.map(({ file, problem }) => wrong('ComfyUI', `${file} ${problem}`)),
    ...missing.flatMap(({ file, lacks }) =>
      lacks.length > 0 ? [off('ComfyUI', `${file} is hidden: the server lacks ${lacks.join(', ')}`)] : [],
    ),
  ]
}

async function checkWebui({ A1111_URL: url }: Env): Promise<Finding> {
  if (!url) return off('WebUI', 'set A1111_URL to use the checkpoints of a Stable Diffusion WebUI')
  const server = accessOwnServer('a1111', url)
  const asked = await ask(`${server.baseUrl}/sdapi/v1/sd-models`, server.headers)
  if (!('failure' in asked)) return on('WebUI', count(Array.isArray(asked.json) ? asked.json.length : 0, 'checkpoint'))
  return wrong('WebUI', asked.status === 404 ? 'its API is off: start it with --api' : problemOf(asked))
}
