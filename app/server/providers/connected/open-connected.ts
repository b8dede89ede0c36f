import type { PriceRule } from '#app/contract/runs/models.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import type { Env, ServiceId } from '../../env.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { type EndingModel, endingSoon, soonEnding, todayOf } from '../lifecycle.ts'
import type { ModelsFile } from '../models-file/no-models-file.ts'
import { ProviderError } from '../provider.ts'
import { type ConnectedProvider, connectedProvider, type Limits, type SettingsAt, type Times } from './connected-provider.ts'
import { homes } from './homes.ts'
import { openVoiceCloner } from './voice-cloner.ts'
import { openVoices, sampleHeaders, type Voice, withOwnVoices, withVoices } from './voices.ts'
import { openVoiceSamples } from './voice-samples.ts'
import { isOnOwnNetwork } from './own-network.ts'
import { abilitiesOf, assumedAbilities } from './text/abilities.ts'
import { usualPollTimes } from './poll-operation.ts'
import { type KeyHealth, type KeyRing, openRing, type ServiceKey } from './key-ring.ts'
import type { LiveServer, Openers } from './service.ts'
import { withAdded } from '../models-file/with-added.ts'
import { serverSchemas, serviceSchemas } from '../published-schema/schema-readers.ts'
import { withKeys } from './with-keys.ts'

type KeyVariable = Extract<keyof Env, `${string}_API_${'KEY' | 'TOKEN' | 'SECRET'}`>
type UrlVariable = Exclude<Extract<keyof Env, `${string}_BASE_URL`>, 'API_BASE_URL'>

/** Name, variables and rate limits of each service. */
export const services: Record<ServiceId, { name: string; key: KeyVariable; url: UrlVariable; limits: Limits }> = {
  openai: { name: 'OpenAI', key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL', limits: { concurrent: 64, perMinute: 300 } },
  google: {
    name: 'Google',
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    url: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    limits: { concurrent: 32, perMinute: 150 },
  },
  xai: { name: 'xAI', key: 'XAI_API_KEY', url: 'XAI_BASE_URL', limits: { concurrent: 32, perMinute: 300 } },
  anthropic: { name: 'Anthropic', key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL', limits: { concurrent: 32, perMinute: 300 } },
  mistral: { name: 'Mistral', key: 'MISTRAL_API_KEY', url: 'MISTRAL_BASE_URL', limits: { concurrent: 32, perMinute: 120 } },
  fal: { name: 'fal', key: 'FAL_API_KEY', url: 'FAL_BASE_URL', limits: { concurrent: 10, perMinute: null } },
  replicate: { name: 'Replicate', key: 'REPLICATE_API_TOKEN', url: 'REPLICATE_BASE_URL', limits: { concurrent: 32, perMinute: 300 } },
  bfl: { name: 'Black Forest Labs', key: 'BFL_API_KEY', url: 'BFL_BASE_URL', limits: { concurrent: 24, perMinute: null } },
  elevenlabs: { name: 'ElevenLabs', key: 'ELEVENLABS_API_KEY', url: 'ELEVENLABS_BASE_URL', limits: { concurrent: 5, perMinute: null } },
  alibaba: { name: 'Alibaba', key: 'ALIBABA_API_KEY', url: 'ALIBABA_BASE_URL', limits: { concurrent: 16, perMinute: 120 } },
  minimax: { name: 'MiniMax', key: 'MINIMAX_API_KEY', url: 'MINIMAX_BASE_URL', limits: { concurrent: 16, perMinute: 120 } },
  deepseek: { name: 'DeepSeek', key: 'DEEPSEEK_API_KEY', url: 'DEEPSEEK_BASE_URL', limits: { concurrent: 64, perMinute: null } },
  groq: { name: 'Groq', key: 'GROQ_API_KEY', url: 'GROQ_BASE_URL', limits: { concurrent: 16, perMinute: 120 } },
  runway: { name: 'Runway', key: 'RUNWAYML_API_SECRET', url: 'RUNWAYML_BASE_URL', limits: { concurrent: 10, perMinute: null } },
  luma: { name: 'Luma', key: 'LUMA_AGENTS_API_KEY', url: 'LUMA_AGENTS_BASE_URL', limits: { concurrent: 10, perMinute: null } },
  kling: { name: 'Kling', key: 'KLING_API_KEY', url: 'KLING_BASE_URL', limits: { concurrent: 10, perMinute: null } },
  stability: { name: 'Stability AI', key: 'STABILITY_API_KEY', url: 'STABILITY_BASE_URL', limits: { concurrent: 32, perMinute: 600 } },
  recraft: { name: 'Recraft', key: 'RECRAFT_API_TOKEN', url: 'RECRAFT_BASE_URL', limits: { concurrent: 16, perMinute: 100 } },
  ideogram: { name: 'Ideogram', key: 'IDEOGRAM_API_KEY', url: 'IDEOGRAM_BASE_URL', limits: { concurrent: 10, perMinute: null } },
}

const none: readonly Voice[] = []

const free: PriceRule = { base: 0, per: null }

/** A private server queues by itself; this many concurrent streams are no burden for a process of ours. */
const liveLimits: Limits = { concurrent: 256, perMinute: null }

/** Progress and the cancel of a WebUI concern whatever it draws, so only one run is sent at a time. */
const oneAtATime: Limits = { concurrent: 1, perMinute: null }

/** A server nearby is polled often, and old hardware may take long for a picture. */
const ownTimes: Partial<Times> = {
  answerMs: 60 * 60_000,
  poll: { ...usualPollTimes, firstMs: 300, growth: 1.2, ceilingMs: 1_000 },
}

type Live = {
  name: string
  url: string
  server: LiveServer
  unbilled: boolean
  /** The key with which the server is asked about itself. */
  key?: string | null
  times?: Partial<Times>
  limits?: Limits
  /** Whether the server itself decides what its models do. */
  fixed?: true
}

export type OpenConnectedOptions = {
  env: Env
  openers: Openers
  modelsFile: ModelsFile
  /** Folder that receives results before they are stored. */
  scratchDir: string
  /** Folder in which samples of voices are kept; without it, voices have no samples. */
  samplesDir?: string
  times?: Partial<Times>
  /** The keys of each service; by default the one of the environment. */
  keysOf?: KeysOf
  /** The settings with a version of a model's definition; by default, those in force. */
  settingsAt?: SettingsAt
  /** Without it, keys are healthy and their outcomes are not recorded. */
  keyHealth?: KeyHealth
}

export type KeysOf = (service: string) => readonly ServiceKey[]

const unrecorded: KeyHealth = { cooling: () => Promise.resolve(new Map()), record: () => Promise.resolve() }

/** Opens a provider for each service with a key, for each of the operator's servers, and for Ollama. Sends no requests. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function openConnected({
  env,
  openers,
  modelsFile,
  scratchDir,
  samplesDir,
  times = {},
  keysOf,
  settingsAt,
  keyHealth: health = unrecorded,
}: OpenConnectedOptions): ConnectedProvider[] {
  const ringOf = (service: string, key: string) =>
    openRing({ service, keys: keysOf?.(service) ?? [{ ref: service, key, priority: 1, weight: 1, enabled: true }], health })
  const common = {
    receive: openers.receive ?? noReceiver,
    scratchDir,
    times,
    ...(settingsAt && { settingsAt }),
  }
  const byKey = Object.entries(services).flatMap(([id, { name, key, url, limits }]) => {
    const apiKey = env[key]
    if (!apiKey || !isServiceId(id)) return []
    const ring = ringOf(id, apiKey)
    if (!ring) return []
    const offered = (settings: ModelsFile) =>
      withAdded(settings.catalogue.models[id], settings.added(id)).filter((model) => openerOf(openers, model))
    const models = offered(modelsFile)
    const ownOrigins = ownOriginsOf(env[url] ?? homes[id])
    const voices = openers.media && openVoices({ service: id, apiKey, baseUrl: env[url] })
    const open = async (model: CatalogueModel) => {
      const opener = openerOf(openers, model)
      if (!opener) throw new ProviderError('provider_auth', `${id}: nothing opens ${model.via} models`)
      return withKeys(ring, (one) => opener({ service: id, apiKey: one, baseUrl: env[url] }, model))
    }
    const samples =
      samplesDir === undefined
        ? undefined
        : openVoiceSamples({
            ...common,
            ownOrigins,
            service: id,
            dir: samplesDir,
            generates: env.VOICE_SAMPLES === 'generate',
            headers: sampleHeaders({ service: id, apiKey }),
            open,
          })
    const cloner = openers.media && openVoiceCloner({ service: id, ring, baseUrl: env[url] })
    const withSounds = (list: readonly CatalogueModel[], heard: readonly Voice[]) => {
      const voiced = withVoices(list, heard)
      const sounding = samples?.addTo(voiced, heard) ?? voiced
      return cloner ? withOwnVoices(sounding, id) : sounding
    }
    // Computed once per list, because the provider caches what it derives from its models.
    const modelsWith = oncePer((heard: readonly Voice[]) => withSounds(models, heard))
    const listed = () => voices?.read() ?? Promise.resolve(none)
    return [
      connectedProvider({
        ...common,
        ownOrigins,
        id,
        name,
        models: async () => modelsWith(await listed()),
        modelsWith: async (settings) => withSounds(offered(settings), await listed()),
        open,
        abilities: (model) => abilitiesOf(id, model),
        ...(samples && {
          async voiceSample(voice) {
            const known = await listed()
            return samples.read(voice, { models: modelsWith(known), voices: known })
          },
        }),
        ...(cloner && { voiceCloner: cloner }),
        ...(voices && { close: () => voices.close() }),
        readSchema: serviceSchemas(id, { apiKey: ring.first.key, baseUrl: env[url] }),
        limits: env.SERVICE_LIMITS.get(id) ?? limits,
        retired: modelsFile.catalogue.retired[id],
      }),
    ]
  })
  const { compatible, ollama, comfyui, a1111 } = openers
  /** Sets the price of a server on this network to 0, unless the operator sets one, because it bills nobody. */
  function priced<Server extends { url: string }>(server: Server) {
    const set = env.OPENAI_COMPATIBLE_PRICE
    const unbilled = set === undefined && isOnOwnNetwork(server.url)
    return { unbilled, options: { ...server, price: set ?? (unbilled ? free : null) } }
  }
  const live: Live[] = compatible
    ? env.OPENAI_COMPATIBLE.map((named) => {
        const { unbilled, options } = priced(named)
        const ring = named.key === null ? undefined : ringOf(named.name, named.key)
        const server = ring ? serverWithKeys(ring, (key) => compatible({ ...options, key })) : compatible(options)
        return { name: named.name, url: named.url, server, unbilled, key: ring?.first.key ?? null }
      })
    : []
  if (compatible && env.OPENROUTER_API_KEY) {
    const ring = ringOf('openrouter', env.OPENROUTER_API_KEY)
    const access = { name: 'openrouter', url: env.OPENROUTER_BASE_URL, price: null }
    if (ring)
      live.push({
        name: 'openrouter',
        url: access.url,
        server: serverWithKeys(ring, (key) => compatible({ ...access, key })),
        unbilled: false,
        key: ring.first.key,
      })
  }
  if (ollama && env.OLLAMA_URL) {
    const { unbilled, options } = priced({ name: 'ollama', url: env.OLLAMA_URL, key: null })
    live.push({ name: 'ollama', url: env.OLLAMA_URL, server: ollama(options), unbilled })
  }
  /** The operator's own hardware draws free of charge; `MODELS_FILE` sets prices for single models. */
  const own = (name: string, url: string) => ({ name, url, unbilled: isOnOwnNetwork(url), options: { name, url, key: null, price: free } })
  if (comfyui && env.COMFYUI_URL) {
    const { options, ...rest } = own('comfyui', env.COMFYUI_URL)
    live.push({ ...rest, server: comfyui({ ...options, folder: env.COMFYUI_WORKFLOWS }), times: ownTimes, fixed: true })
  }
  if (a1111 && env.A1111_URL) {
    const { options, ...rest } = own('a1111', env.A1111_URL)
    live.push({ ...rest, server: a1111(options), times: ownTimes, limits: oneAtATime, fixed: true })
  }
  const byUrl = live.map(({ name, url, server, unbilled, key = null, times: slower, limits, fixed }) =>
    connectedProvider({
      ...common,
      ownOrigins: ownOriginsOf(url),
      times: { ...slower, ...times },
      id: name,
      name,
      models: () => listLive(server, modelsFile.added(name)),
      ...(!fixed && { readSchema: serverSchemas({ url, key }) }),
      ...(server.isAway && { isAway: () => server.isAway?.() ?? false }),
      ...(!fixed && { modelsWith: (settings: ModelsFile) => listLive(server, settings.added(name)) }),
      open: (model) => server.open(model),
      abilities: ({ type }) => (type === 'text' ? assumedAbilities : undefined),
      limits: env.SERVICE_LIMITS.get(name) ?? limits ?? liveLimits,
      unbilled,
      ...(server.close && { close: () => server.close?.() ?? Promise.resolve() }),
    }),
  )
  return [...byKey, ...byUrl]
}

/** Returns a line for each model of the connected services that ends soon, unless the operator has hidden it. */
export const endingModels = (env: Env, modelsFile: ModelsFile, now = new Date()): string[] =>
  endingSoon(shownModels(env, modelsFile), todayOf(now))

/** Lists the models of the connected services that end soon, unless the operator has hidden them. */
export const modelsEndingSoon = (env: Env, modelsFile: ModelsFile, now = new Date()): EndingModel[] =>
  soonEnding(shownModels(env, modelsFile), todayOf(now))

/** Returns the model that takes over from one that its service has ended, if the catalogue names it. */
export const successorOf = ({ catalogue: { models, retired } }: ModelsFile, id: string): string | undefined =>
  [...Object.values(models), ...Object.values(retired)].flat().find((model) => model.id === id)?.successor

function shownModels(env: Env, modelsFile: ModelsFile): CatalogueModel[] {
  const connected = Object.entries(services).flatMap(([id, { key }]) =>
    env[key] && isServiceId(id) ? withAdded(modelsFile.catalogue.models[id], modelsFile.added(id)) : [],
  )
  return connected.filter(({ id }) => !modelsFile.hides(id))
}

export const isServiceId = (id: string): id is ServiceId => id in services

const openerOf = (openers: Openers, { type }: CatalogueModel) => (type === 'text' ? openers.text : openers.media)

/** Opens a server with several keys. Its models are listed with the first one that the server lists any for. */
function serverWithKeys(ring: KeyRing, open: (key: string) => LiveServer): LiveServer {
  const opened = new Map<string, LiveServer>()
  const serverOf = (key: string) => {
    const server = opened.get(key) ?? open(key)
    opened.set(key, server)
    return server
  }
  return {
    async models() {
      for (const { key } of ring.usable) {
        const models = await serverOf(key).models()
        if (models.length > 0) return models
      }
      return []
    },
    isAway: () => opened.size > 0 && [...opened.values()].every((server) => server.isAway?.()),
    open: (model) => withKeys(ring, (key) => serverOf(key).open(model)),
    close: async () => void (await Promise.all([...opened.values()].map((server) => server.close?.()))),
  }
}

/** Lists the models of a server; the operator's description of a model overrides the server's. */
async function listLive(server: LiveServer, added: readonly CatalogueModel[]): Promise<readonly CatalogueModel[]> {
  return withAdded(await server.models(), added)
}

/** Returns the origins at which results may be private, and to which the headers of a service are sent: its own. */
const ownOriginsOf = (address: string): string[] => [new URL(address).origin]

function noReceiver(): Promise<never> {
  return Promise.reject(new ProviderError('internal', 'nothing receives results'))
}
