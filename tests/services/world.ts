import { abilitiesOf } from '#app/server/providers/connected/text/abilities.ts'
import { openText } from '#app/server/providers/connected/text/open-text.ts'
import { catalogue } from '#app/server/providers/catalogue/catalogue.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { openCompatible } from '#app/server/providers/compatible/open-compatible.ts'
import { openOllama } from '#app/server/providers/compatible/open-ollama.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import type { KindModel } from '#app/server/providers/kinds.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { type MediaAnswer, type MediaCall, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerTools, type ToolFault, type ToolServiceName, toolServiceNames } from '#tests/fakes/providers/tool-services.ts'
import { openOpenaiServer } from '#tests/fixtures/openai-server.ts'

type Opened = { model: CatalogueModel; open(): Promise<KindModel>; close?(): Promise<void> }

const price = { base: 0, per: null }

/** A model of the catalogue at a service with a key. */
async function openService(
  service: 'openai' | 'anthropic' | 'google' | 'xai' | 'mistral' | 'deepseek' | 'groq',
  baseUrl: string,
): Promise<Opened> {
  const models = catalogue[service].filter(({ type, task }) => type === 'text' && task === undefined)
  const model = models.find(({ inputs }) => inputs.some(({ types }) => types.includes('image'))) ?? models[0]
  const can = model && abilitiesOf(service, model)
  if (!model || !can) throw new Error(`${service} has no language models`)
  return { model: { ...model, can }, open: () => openText({ service, apiKey: 'a-key', baseUrl }, model) }
}

/** The model that an own server lists. */
async function openOwn(open: typeof openCompatible, name: string, url: string): Promise<Opened> {
  const live = open({ name, url, key: null, price })
  const [model] = await live.models()
  if (!model) throw new Error(`${name} lists nothing`)
  return { model, open: () => live.open(model), close: () => live.close?.() ?? Promise.resolve() }
}

/** The lists of own servers, with all that they say about a model. */
const lists: Partial<Record<ToolServiceName, Record<string, unknown>>> = {
  openrouter: {
    '/v1/models': {
      data: [
        {
          id: 'ann/thinker',
          context_length: 8_192,
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
          supported_parameters: ['max_tokens', 'reasoning', 'response_format', 'structured_outputs', 'tool_choice', 'tools'],
        },
      ],
    },
  },
  ollama: {
    '/api/tags': { models: [{ name: 'thinker:8b', digest: 'd' }] },
    '/api/show': { capabilities: ['completion', 'tools', 'vision', 'thinking'], model_info: { 'llama.context_length': 8_192 } },
  },
  vllm: {
    '/v1/models': { data: [{ id: 'ann/thinker', object: 'model', owned_by: 'vllm', max_model_len: 8_192, capabilities: ['vision'] }] },
  },
  'llama-cpp': {
    '/v1/models': {
      data: [{ id: 'thinker.gguf', object: 'model', owned_by: 'llamacpp', meta: { n_ctx: 8_192 } }],
      models: [{ model: 'thinker.gguf', capabilities: ['completion', 'multimodal'] }],
    },
  },
  'lm-studio': {
    '/v1/models': { data: [{ id: 'thinker', object: 'model', owned_by: 'organization_owner' }] },
    '/api/v0/models': { data: [{ id: 'thinker', type: 'vlm', max_context_length: 8_192 }] },
  },
}

const answerList =
  (name: ToolServiceName) =>
  ({ path }: MediaCall): MediaAnswer | undefined => {
    const json = lists[name]?.[path]
    return json === undefined ? undefined : { json }
  }

function open(name: ToolServiceName, url: string): Promise<Opened> {
  if (name === 'ollama') return openOwn(openOllama, name, url)
  return name === 'openrouter' || name === 'vllm' || name === 'llama-cpp' || name === 'lm-studio'
    ? openOwn(openCompatible, name, url)
    : openService(name, url)
}

/** Serves OpenAI's protocol with one model of each service, behind its real adapter and a server with its protocol. */
export async function openServices() {
  const state = { gate: Promise.resolve(), wrong: 0, fault: undefined as ToolFault | undefined }
  const opened = new Map<string, Opened>()
  const servers = new Map<ToolServiceName, Awaited<ReturnType<typeof startMediaServer>>>()
  for (const name of toolServiceNames) {
    const answers = answerTools(name, {
      get gate() {
        return state.gate
      },
      isWrong: () => state.wrong-- > 0,
      get fault() {
        return state.fault
      },
    })
    const server = await startMediaServer(answerList(name), answers)
    servers.set(name, server)
    opened.set(`desk/${name}`, await open(name, server.url))
  }
  const provider = connectedProvider({
    id: 'desk',
    name: 'Desk',
    models: [...opened].map(([id, { model }]) => ({ ...model, id, price })),
    async open({ id }) {
      const one = opened.get(id)
      if (!one) throw new Error(`there is no ${id}`)
      return one.open()
    },
    receive: () => Promise.reject(new ProviderError('internal', 'nothing to receive')),
    scratchDir: '/nowhere',
  })
  const api = await openOpenaiServer({ provider })
  return {
    ...api,
    state,
    /** The model of a service, without the server before it. */
    async open(name: ToolServiceName): Promise<KindModel> {
      const one = opened.get(`desk/${name}`)
      if (!one) throw new Error(`there is no ${name}`)
      return one.open()
    },
    /** The bodies that a service was sent. */
    seen: (name: ToolServiceName) =>
      (servers.get(name)?.calls ?? []).filter(({ path }) => !path.endsWith('/models') && !path.startsWith('/api/')),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      for (const { close } of opened.values()) await close?.()
      for (const server of servers.values()) await server[Symbol.asyncDispose]()
    },
  }
}
