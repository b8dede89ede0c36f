import type { Env, ServiceId } from '../env.ts'
import type { CatalogueModel } from '../providers/catalogue/model.ts'
import { answerWithinMs, ask } from '../providers/connected/ask.ts'
import { answerSchema, bearer, keyQuestions } from '../providers/connected/key-questions.ts'
import { isOnOwnNetwork } from '../providers/connected/own-network.ts'
import { ownProbes } from '../providers/compatible/own-probes.ts'
import { accessOwnServer } from '../providers/compatible/own-server.ts'
import { baseOf } from '../providers/compatible/open-compatible.ts'
import { exampleWorkflows, findMissing, type Missing, readWorkflows } from '../providers/comfyui/read-workflows.ts'
import { ProviderError } from '../providers/provider.ts'
import { withAdded } from '../providers/models-file/with-added.ts'
import type { ModelsFile } from '../providers/models-file/no-models-file.ts'
import { todayOf } from '../providers/lifecycle.ts'
import { isServiceId, services } from '../providers/connected/open-connected.ts'
import { compareModels, notListed, readList } from './compare-models.ts'
import { type Finding, listNames, off, on, type Phrase, phrase, wrong } from './finding.ts'
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
  if (!key)
    return off(
      name,
      /*i18n*/ { id: 'doctor.set_key', message: 'set {variable} to use its {models} models' },
      { variable, models: modelsFile.catalogue.models[id].length },
    )
  const { base, path, headers } = keyQuestions[id]
  const asked = await ask(env[url] ?? base, path ?? '/', { headers: headers(key), schema: answerSchema })
  const models = withAdded(modelsFile.catalogue.models[id], modelsFile.added(id)).filter((model) => !modelsFile.hides(model.id))
  if (path === null) {
    const absent = 'failure' in asked && (asked.status === null || asked.failure === 'busy')
    return absent
      ? wrong(name, problemOf(asked))
      : on(name, [
          countModels(models.length),
          phrase(/*i18n*/ { id: 'doctor.key_untested', message: 'its key can only be tried by a run' }),
        ])
  }
  if ('failure' in asked) return wrong(name, problemOf(asked, variable))
  const differences =
    id === 'replicate'
      ? await goneAtReplicate(env[url] ?? base, headers(key), models)
      : compareModels(id, { models, retired: modelsFile.catalogue.retired[id], listed: readList(asked.json), today: todayOf(new Date()) })
  return on(name, [countModels(models.length), phrase(keyWorks), ...differences])
}

/** Replicate's list has every model of everyone, so each of ours is looked up. */
async function goneAtReplicate(base: string, headers: Record<string, string>, models: readonly CatalogueModel[]): Promise<Phrase[]> {
  const found = await Promise.all(
    models.map(async ({ id, model }) => ({ id, asked: await ask(base, `/models/${model}`, { headers, schema: answerSchema }) })),
  )
  const gone = found.flatMap(({ id, asked }) => ('failure' in asked && asked.status === 404 ? [id] : []))
  return gone.length > 0 ? [phrase(notListed, { models: listNames(gone) })] : []
}

const namesIn = (json: unknown): string[] => readList(json).map(({ name }) => name)

const keyWorks = /*i18n*/ { id: 'doctor.key_works', message: 'the key works' }

const countModels = (count: number): Phrase =>
  phrase(/*i18n*/ { id: 'doctor.models', message: '{count, plural, one {# model} other {# models}}' }, { count })

/** Checks the key itself, because OpenRouter's list of models needs none. */
export async function checkOpenrouter(env: Env): Promise<Finding> {
  const key = env.OPENROUTER_API_KEY
  if (!key)
    return off('OpenRouter', /*i18n*/ { id: 'doctor.openrouter_off', message: 'set OPENROUTER_API_KEY to use its models at its prices' })
  const { path, schema } = ownProbes.compatible
  const [own, list] = await Promise.all([
    ask(env.OPENROUTER_BASE_URL, '/key', { headers: bearer(key), schema: answerSchema }),
    ask(env.OPENROUTER_BASE_URL, path, { schema }),
  ])
  if ('failure' in own) return wrong('OpenRouter', problemOf(own, 'OPENROUTER_API_KEY'))
  return 'failure' in list
    ? wrong('OpenRouter', problemOf(list))
    : on('OpenRouter', [countModels(namesIn(list.json).length), phrase(keyWorks)])
}

/** Checks the operator's own servers and Ollama. */
export async function checkServers(env: Env, modelsFile: ModelsFile): Promise<Finding[]> {
  const findings = await Promise.all(
    env.OPENAI_COMPATIBLE.map(async ({ name, url, key }) => {
      const { path, schema } = ownProbes.compatible
      const asked = await ask(baseOf(url), path, { headers: key ? bearer(key) : {}, schema })
      return 'failure' in asked ? wrong(name, problemOf(asked)) : on(name, ofServer({ name, url }, namesIn(asked.json)))
    }),
  )
  if (findings.length === 0)
    findings.push(
      off(
        /*i18n*/ { id: 'doctor.own_servers', message: 'own servers' },
        /*i18n*/ {
          id: 'doctor.own_servers_off',
          message: 'set OPENAI_COMPATIBLE to name=url to use one',
        },
      ),
    )
  if (!env.OLLAMA_URL) return [...findings, off('Ollama', /*i18n*/ { id: 'doctor.ollama_off', message: 'OLLAMA_URL is off' })]
  const asked = await ask(env.OLLAMA_URL, ownProbes.ollama.path, ownProbes.ollama)
  return [
    ...findings,
    'failure' in asked
      ? off('Ollama', problemOf(asked))
      : on('Ollama', ofServer({ name: 'ollama', url: env.OLLAMA_URL }, namesIn(asked.json))),
  ]

  function ofServer({ name, url }: { name: string; url: string }, listed: readonly string[]): Phrase[] {
    const isPriced = env.OPENAI_COMPATIBLE_PRICE !== undefined
    const count = listed.length
    if (!isPriced && isOnOwnNetwork(url))
      return [
        phrase(
          /*i18n*/ {
            id: 'doctor.models_free',
            message: '{count, plural, one {# model} other {# models}}, free of charge because the server is on this network',
          },
          { count },
        ),
      ]
    const unpriced = isPriced ? 0 : listed.filter((model) => !modelsFile.ids.includes(`${name}/${model}`)).length
    if (unpriced === 0) return [countModels(count)]
    return [
      phrase(
        /*i18n*/ {
          id: 'doctor.models_unpriced',
          message:
            '{count, plural, one {# model} other {# models}}, of which {unpriced} have no price and can’t be run: set OPENAI_COMPATIBLE_PRICE, or prices in MODELS_FILE',
        },
        { count, unpriced },
      ),
    ]
  }
}

/** Checks ComfyUI with each of its workflow files, and the WebUI. */
export async function checkImageServers(env: Env): Promise<Finding[]> {
  return [...(await checkComfyui(env)), await checkWebui(env)]
}

async function checkComfyui({ COMFYUI_URL: url, COMFYUI_WORKFLOWS: folder = exampleWorkflows }: Env): Promise<Finding[]> {
  if (!url) return [off('ComfyUI', /*i18n*/ { id: 'doctor.comfyui_off', message: 'set COMFYUI_URL to use its workflows' })]
  const server = accessOwnServer('comfyui', url)
  const asked = await ask(server.baseUrl, ownProbes.comfyui.path, { headers: server.headers, schema: ownProbes.comfyui.schema })
  if ('failure' in asked) return [wrong('ComfyUI', problemOf(asked))]
  const { workflows, problems } = await readWorkflows(folder, { server: 'comfyui', price: null })
  const signal = AbortSignal.timeout(answerWithinMs)
  const missing = await Promise.all(
    workflows.map(async (workflow) => ({
      file: `${workflow.model.model}.json`,
      lacks: await findMissing(workflow, server, signal).catch((error: unknown) => {
        if (error instanceof ProviderError || signal.aborted) return 'unknown' as const
        throw error
      }),
    })),
  )
  return [
    on(
      'ComfyUI',
      /*i18n*/ {
        id: 'doctor.comfyui_on',
        message: '{count, plural, one {# model} other {# models}} from {workflows, plural, one {# workflow} other {# workflows}}',
      },
      { count: missing.filter(({ lacks }) => !lacks).length, workflows: workflows.length },
    ),
    ...problems.map((problem) => wrong('ComfyUI', [problem])),
    ...missing.flatMap(({ file, lacks }) => {
      if (lacks === null) return []
      return lacks === 'unknown' ? [wrong('ComfyUI', nodesUnreadable, { file })] : [off('ComfyUI', describeMissing(file, lacks))]
    }),
  ]
}

const nodesUnreadable = /*i18n*/ {
  id: 'doctor.comfyui_unreadable',
  message: '{file} is hidden: the server’s description of its nodes can’t be read',
}

function describeMissing(file: string, { nodes, files }: Missing): Phrase[] {
  return [
    phrase(/*i18n*/ { id: 'doctor.comfyui_hidden', message: '{file} is hidden' }, { file }),
    ...(nodes.length > 0
      ? [phrase(/*i18n*/ { id: 'doctor.comfyui_nodes', message: 'the server lacks nodes: {nodes}' }, { nodes: nodes.join(', ') })]
      : []),
    ...(files.length > 0
      ? [phrase(/*i18n*/ { id: 'doctor.comfyui_files', message: 'the server lacks files: {files}' }, { files: files.join(', ') })]
      : []),
  ]
}

async function checkWebui({ A1111_URL: url }: Env): Promise<Finding> {
  if (!url)
    return off('WebUI', /*i18n*/ { id: 'doctor.webui_off', message: 'set A1111_URL to use the checkpoints of a Stable Diffusion WebUI' })
  const server = accessOwnServer('a1111', url)
  const asked = await ask(server.baseUrl, ownProbes.a1111.path, { headers: server.headers, schema: ownProbes.a1111.schema })
  if (!('failure' in asked))
    return on(
      'WebUI',
      /*i18n*/ { id: 'doctor.checkpoints', message: '{count, plural, one {# checkpoint} other {# checkpoints}}' },
      { count: asked.json.length },
    )
  return asked.status === 404
    ? wrong('WebUI', /*i18n*/ { id: 'doctor.webui_no_api', message: 'its API is off: start it with --api' })
    : wrong('WebUI', problemOf(asked))
}
