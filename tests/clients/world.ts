import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI, type ChatOpenAIFields, OpenAIEmbeddings } from '@langchain/openai'
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { writeFile } from 'node:fs/promises'
import { createAnthropic as serveAnthropic } from '#app/server/api/anthropic.ts'
import { createOpenai } from '#app/server/api/openai.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { openCompatible } from '#app/server/providers/compatible/open-compatible.ts'
import { listedModel } from '#app/server/providers/compatible/listed-model.ts'
import { compatibleText } from '#app/server/providers/compatible/compatible-text.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import { assumedAbilities } from '#app/server/providers/connected/text/abilities.ts'
import { type Provider, ProviderError, type ProviderModel } from '#app/server/providers/provider.ts'
import { openEmbeddingServer } from '#tests/fakes/providers/embedding-server.ts'
import { type ChatAnswer, type ChatBody, openChatServer } from '#tests/fakes/providers/chat-server.ts'
import { makesAFile, type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makeSound } from '#tests/fixtures/make-media.ts'
import { createProgram } from '#tests/fixtures/programs.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { serveOnLoopback } from '#tests/fixtures/serve-on-loopback.ts'

const words = (message: string) => ({ id: `test.${message}`, message })
const prompt = { placeholder: words('Words'), maxLength: 10_000, examples: [] }

const textModel = (name: string, given: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id: `desk/${name}`,
  model: name,
  via: 'text',
  type: 'text',
  name: words(name),
  description: words('A model'),
  price: { base: 0, per: null },
  options: {},
  inputs: [{ role: 'reference', types: ['image', 'document', 'audio'], max: 4 }],
  prompt,
  maxOutputTokens: 500,
  history: true,
  can: assumedAbilities,
  ...given,
})
const mediaModel = (given: Pick<ProviderModel, 'id' | 'type'> & Partial<ProviderModel>): ProviderModel => ({
  provider: 'scripted',
  name: words(given.id),
  description: words('scripted'),
  price: { base: 0, per: null },
  options: {},
  inputs: [],
  prompt,
  unavailable: null,
  ...given,
})

/** The model server answers with what the conversation calls for: two cities are two calls. */
export function answerOf({ messages, tools, tool_choice: choice, response_format: format }: ChatBody): ChatAnswer {
  if (format) return { pieces: [{ text: '{"city":' }, { text: '"Oslo"}' }] }
  const last = messages.at(-1)
  if (!Array.isArray(tools) || choice === 'none' || last?.role === 'tool') return { pieces: [{ text: 'Hello ' }, { text: 'there' }] }
  const cities = /two cities/i.test(JSON.stringify(last)) ? ['Oslo', 'Rome'] : ['Oslo']
  return {
    pieces: cities.flatMap((city, index) => [
      { call: { index, id: `call_${messages.length}_${index}`, name: 'get_weather', arguments: '{"city":' } },
      { call: { index, arguments: JSON.stringify(city) + '}' } },
    ]),
  }
}

/** Opens the API with models of every kind, and the official clients with a key of a person. */
export async function openWorld() {
  setTracingDisabled(true)
  const upstream = await openChatServer()
  const vectors = await openEmbeddingServer()
  const price = { base: 0, per: null }
  const embedding = listedModel({ server: 'desk', model: 'nomic-embed-text', price, reads: [], contextLength: 2_048 })
  if (!embedding) throw new Error('the model is not listed')
  const embeds = openCompatible({ name: 'desk', url: vectors.url, key: 'a-key', price })
  const desk = connectedProvider({
    id: 'desk',
    name: 'Desk',
    models: [
      textModel('able'),
      textModel('plain', { can: { settings: [] } }),
      textModel('dear', { price: { base: 5, per: null } }),
      embedding,
    ],
    open: (model) => (model.task === 'embed' ? embeds.open(model) : compatibleText({ name: 'desk', baseUrl: upstream.url, key: 'a-key' })),
    receive: () => Promise.reject(new ProviderError('internal', 'nothing to receive')),
    scratchDir: '/nowhere',
  })
  const scripted = scriptedProvider()
  const choice = (values: string[]) => ({ type: 'string' as const, title: words('Choice'), enum: values, default: values[0] ?? '' })
  const hearing: Partial<ProviderModel> & Pick<ProviderModel, 'type'> = {
    type: 'audio',
    task: 'transcribe',
    prompt: { ...prompt, maxLength: 0 },
    inputs: [{ role: 'source', types: ['audio', 'video'], max: 1, required: true }],
  }
  const heard = {
    text: 'Hello there',
    files: [],
    transcript: { language: 'en', segments: [{ start_ms: 0, end_ms: 500, text: 'Hello there' }] },
  }
  const media: Provider = {
    ...scripted,
    models: async () => [
      mediaModel({ id: 'poet', type: 'text' }),
      mediaModel({
        id: 'picture',
        type: 'image',
        options: { aspect: choice(['1:1', '3:2']), format: choice(['webp', 'png']) },
        inputs: [{ role: 'source', types: ['image'], max: 1 }],
      }),
      mediaModel({ id: 'film', type: 'video' }),
      mediaModel({
        id: 'recut',
        type: 'video',
        task: 'change_video',
        inputs: [{ role: 'source', types: ['video'], max: 1, required: true }],
      }),
      mediaModel({ id: 'voice', type: 'audio', options: { voice: choice(['emma', 'ivan']), format: choice(['mp3', 'wav']) } }),
      mediaModel({ id: 'ears', ...hearing }),
      mediaModel({ id: 'interpreter', ...hearing, options: { translate: { type: 'boolean', title: words('English'), default: false } } }),
    ],
  }
  const env = { CORS_ORIGINS: 'https://app.example' }
  const runtime = await openTestRuntime({ provider: media, connect: () => [desk], work: true, env })
  /** Writes the answers of the model that only takes prompts. */
  const poet: { script: Script } = { script: async () => ({ text: 'A poem', files: [] }) }
  scripted.script = async (request, context) => {
    if (request.model === 'poet') return poet.script(request, context)
    if (request.model === 'ears' || request.model === 'interpreter') return heard
    const { files } = await makesAFile(runtime.scratchDir)(request, context)
    if (request.model !== 'voice') return { text: null, files }
    for (const { path } of files) await writeFile(path, makeSound())
    return { text: null, files: files.map((file) => ({ ...file, mediaType: 'audio/wav', poster: null })) }
  }
  const [openai, anthropic] = [createOpenai(runtime), serveAnthropic(runtime)]
  /** The last answer of the API, of whatever call. */
  const answered: { status: number; headers: Headers; body: string } = { status: 0, headers: new Headers(), body: '' }
  const server = await serveOnLoopback(async (request) => {
    const protocol = new URL(request.url).pathname.startsWith('/anthropic/') ? anthropic : openai
    const response = await protocol.fetch(request, { clientAddress: '127.0.0.1' })
    const body = response.status < 400 ? '' : await response.clone().text()
    Object.assign(answered, { status: response.status, headers: response.headers, body })
    return response
  })
  const origin = server.url

  return {
    runtime,
    upstream,
    poet,
    answered,
    origin,
    /** Returns the clients of a new person. */
    async clients({ tokens = 1_000 } = {}) {
      const { user: person, key } = await createProgram(runtime, { tokens, scopes: ['read', 'generate', 'library'] })
      return { person, ...openClients(origin, key) }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await runtime[Symbol.asyncDispose]()
      await upstream[Symbol.asyncDispose]()
      await vectors[Symbol.asyncDispose]()
    },
  }
}
export type OpenWorld = Awaited<ReturnType<typeof openWorld>>

function openClients(origin: string, apiKey: string) {
  const baseURL = `${origin}/openai/v1`
  const openai = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  return {
    apiKey,
    openai,
    /** The AI SDK’s providers. */
    ai: {
      compatible: createOpenAICompatible({ name: 'quartet', baseURL, apiKey, includeUsage: true, supportsStructuredOutputs: true }),
      openai: createOpenAI({ baseURL, apiKey }),
      anthropic: createAnthropic({ baseURL: `${origin}/anthropic/v1`, apiKey }),
    },
    langchain: {
      chat: (more: ChatOpenAIFields = {}) =>
        new ChatOpenAI({ model: 'desk/able', apiKey, configuration: { baseURL }, maxRetries: 0, useResponsesApi: false, ...more }),
      embeddings: () => new OpenAIEmbeddings({ model: 'desk/nomic-embed-text', apiKey, configuration: { baseURL }, maxRetries: 0 }),
    },
    agents: { Agent, run, tool, model: () => new OpenAIChatCompletionsModel(openai, 'desk/able') },
    anthropic: new Anthropic({ baseURL: `${origin}/anthropic`, apiKey, maxRetries: 0 }),
  }
}

/** The means of a row to make its call: the clients, and what the model server and the API saw. */
export type World = Awaited<ReturnType<OpenWorld['clients']>> & Pick<OpenWorld, 'upstream' | 'answered' | 'origin'>
