import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { answerKokoro, answerLocalAi, answerSpeaches } from '#tests/fakes/providers/home-servers.ts'
import { type MediaAnswer, type MediaCall, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { checkOptions } from '../../core/making/models/check-options.ts'
import { readEnv } from '../../env.ts'
import { openProviders } from '../providers.ts'
import { openConnected } from '../connected/open-connected.ts'
import { openers } from '../openers.ts'
import { noModelsFile } from '../models-file/no-models-file.ts'
import { openCompatible } from './open-compatible.ts'
import { openOllama } from './open-ollama.ts'

let server: Awaited<ReturnType<typeof openOpenaiServer>>
beforeEach(async () => {
  server = await openOpenaiServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const price = { base: 2, per: null }

test('a server’s text, image, speech and transcription models are listed, with defaults for missing details', async () => {
  server.list([
    { id: 'Qwen/Qwen3-8B-Instruct', object: 'model', max_model_len: 4_096 },
    { id: 'llama-3.2', object: 'model' },
    { id: 'llama-3.2', object: 'model' },
    { id: 'pixtral', capabilities: { vision: true } },
    { id: 'router/sees', architecture: { input_modalities: ['text', 'image', 'file', 'audio', 'video'] } },
    { id: 'nomic-embed-text' },
    { id: 'whisper-1' },
    { id: 'tts-1' },
    { id: 'stable-diffusion-3' },
    { id: 'bad\nname {and} <worse>' },
    { id: 'x'.repeat(200) },
    { name: 'no id' },
    null,
  ])
  const desk = openCompatible({ name: 'desk', url: `${server.url}/v1`, key: 'k-1', price })
  const models = await desk.models()
  expect(models.map(({ id, type }) => `${id} ${type}`)).toEqual([
    'desk/llama-3.2 text',
    'desk/nomic-embed-text text',
    'desk/pixtral text',
    'desk/Qwen-Qwen3-8B-Instruct text',
    'desk/router-sees text',
    'desk/stable-diffusion-3 image',
    'desk/tts-1 audio',
    'desk/whisper-1 audio',
  ])
  expect(models.find(({ id }) => id === 'desk/nomic-embed-text')).toMatchObject({ via: 'embedding', task: 'embed', price })
  const texts = models.filter(({ type, task }) => type === 'text' && !task)
  expect(texts.map(({ inputs }) => inputs.flatMap(({ types }) => types))).toEqual([
    ['text'],
    ['image', 'text'],
    ['text'],
    ['image', 'document', 'audio', 'text'],
  ])
  expect(texts.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([4_096, 4_096, 2_048, 4_096])
  expect(texts.every((model) => model.price === price && model.history)).toBe(true)
  expect(server.seen).toMatchObject([
    { path: '/v1/models', authorization: 'Bearer k-1' },
    { path: '/v1/audio/voices', authorization: 'Bearer k-1' },
  ])
  await desk.close?.()
})

test('a server given by its host alone is called at the usual path, and a model without a price has none', async () => {
  const desk = openCompatible({ name: 'desk', url: server.url, key: null, price: null })
  expect(await desk.models()).toMatchObject([{ id: 'desk/llama', price: null }])
  expect(server.seen).toMatchObject([{ path: '/v1/models', authorization: undefined }])
  await desk.close?.()
})

test('a router’s own prices and retirement dates count, and models that produce no text are left out', async () => {
  const text = { input_modalities: ['text'], output_modalities: ['text'] }
  server.list([
    {
      id: 'ann/small',
      architecture: text,
      supported_parameters: ['max_tokens', 'reasoning'],
      pricing: { prompt: '0.0000001', completion: '0.0000005' },
    },
    { id: 'ann/free', architecture: text, pricing: { prompt: '0', completion: '0' }, expiration_date: '2026-12-31' },
    { id: 'ann/varies', architecture: text, pricing: { prompt: '-1', completion: '-1' } },
    { id: 'ann/odd', architecture: text, pricing: { prompt: 'cheap', completion: null } },
    {
      id: 'ann/paints',
      architecture: { input_modalities: ['text'], output_modalities: ['image'] },
      pricing: { prompt: '0', completion: '0' },
    },
  ])
  const router = openCompatible({ name: 'openrouter', url: `${server.url}/v1`, key: 'k-1', price: null })
  const models = await router.models()
  const perThousand = (input: number, output: number) => ({ base: 0, per: { measure: 'model_tokens', every: 1_000, input, output } })
  expect(models.map(({ id, price: own, endsAt }) => [id, own, endsAt])).toEqual([
    ['openrouter/ann-free', perThousand(0, 0), '2026-12-31'],
    ['openrouter/ann-odd', null, undefined],
    ['openrouter/ann-small', perThousand(0.02, 0.1), undefined],
    ['openrouter/ann-varies', null, undefined],
  ])
  expect(models.filter(({ options }) => options.effort).map(({ id }) => id)).toEqual(['openrouter/ann-small'])
  await router.close?.()
})

test('the levels of thinking are those that OpenRouter states: its allowlist, and no level for models that always think', async () => {
  const text = { input_modalities: ['text'], output_modalities: ['text'] }
  const thinks = (id: string, reasoning?: object) => ({
    id,
    architecture: text,
    supported_parameters: ['reasoning'],
    pricing: { prompt: '0', completion: '0' },
    ...(reasoning && { reasoning }),
  })
  server.list([
    thinks('ann/a-listed', { mandatory: false, supported_efforts: ['max', 'xhigh', 'low', 'later', null] }),
    thinks('ann/b-always', { mandatory: true, supported_efforts: ['high', 'none'] }),
    thinks('ann/c-any', { mandatory: false, supported_efforts: null }),
    thinks('ann/d-before'),
  ])
  const router = openCompatible({ name: 'openrouter', url: `${server.url}/v1`, key: 'k-1', price: null })
  const levels = (await router.models()).map(({ options }) => options.effort && 'enum' in options.effort && options.effort.enum)
  expect(levels).toEqual([
    ['auto', 'low', 'xhigh', 'max'],
    ['auto', 'high'],
    ['auto', 'none', 'low', 'medium', 'high'],
    ['auto', 'low', 'medium', 'high'],
  ])
  await router.close?.()
})

test('the levels of thinking are those of LM Studio’s own list, and reach it in OpenAI’s field', async () => {
  const owned_by = 'organization_owner'
  const leveled = (key: string, allowed_options?: string[]) => ({
    type: 'llm',
    key,
    capabilities: { vision: false, trained_for_tool_use: true, ...(allowed_options && { reasoning: { allowed_options, default: 'on' } }) },
  })
  const ids = ['gemma-4-26b', 'gpt-oss-20b', 'plain']
  const home = await startMediaServer(({ path, method }) => {
    if (path === '/v1/models') return { json: { object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by })) } }
    if (path === '/api/v0/models') return { json: { data: ids.map((id) => ({ id, type: 'llm' })) } }
    if (path === '/api/v1/models')
      return {
        json: { models: [leveled('gemma-4-26b', ['off', 'on']), leveled('gpt-oss-20b', ['low', 'medium', 'high']), leveled('plain')] },
      }
    return method === 'POST' ? { status: 400, json: { error: 'no' } } : undefined
  })
  onTestFinished(() => home[Symbol.asyncDispose]())
  const studio = openCompatible({ name: 'studio', url: home.url, key: null, price })
  onTestFinished(async () => studio.close?.())
  const models = await studio.models()
  expect(models.map(({ options }) => options.effort && 'enum' in options.effort && options.effort.enum)).toEqual([
    ['auto', 'none', 'medium'],
    ['auto', 'low', 'medium', 'high'],
    undefined,
  ])
  const [gemma] = models
  if (!gemma) throw new Error('nothing is listed')
  const opened = await studio.open(gemma)
  if (opened.kind !== 'text') throw new Error('no text model')
  const call = { model: gemma.model, idempotencyKey: 'g-1', signal: new AbortController().signal, system: null, maxOutputTokens: 64 }
  const turns = [{ role: 'user' as const, text: 'hi', files: [] }]
  await opened.stream({ ...call, options: { effort: 'none' }, turns, onText: () => undefined }).catch(() => undefined)
  expect(JSON.parse(home.calls.at(-1)?.body ?? '')).toMatchObject({ reasoning_effort: 'none' })
})

test('capabilities are those that LM Studio, llama.cpp and Ollama report, whatever the name', async () => {
  const owned_by = 'organization_owner'
  server.list([
    { id: 'embed-reader', type: 'llm', max_context_length: 8_192, owned_by },
    { id: 'sees', type: 'vlm', owned_by },
    { id: 'plain-vectors', type: 'embeddings', owned_by },
  ])
  const studio = openCompatible({ name: 'studio', url: server.url, key: null, price })
  expect((await studio.models()).map(({ id, type, inputs, maxOutputTokens }) => [id, type, inputs[0]?.types, maxOutputTokens])).toEqual([
    ['studio/embed-reader', 'text', ['text'], 4_096],
    ['studio/plain-vectors', 'text', undefined, undefined],
    ['studio/sees', 'text', ['image', 'text'], 4_096],
  ])
  await studio.close?.()
  server.list([
    { id: 'gemma.gguf', owned_by: 'llamacpp', capabilities: ['completion', 'multimodal'], meta: { n_ctx_train: 2_048 } },
    { id: 'small.gguf', owned_by: 'llamacpp', meta: { n_ctx: 1_024, n_ctx_train: 8_192 } },
  ])
  const cpp = openCompatible({ name: 'cpp', url: server.url, key: null, price })
  expect((await cpp.models()).map(({ inputs, maxOutputTokens }) => [inputs[0]?.types, maxOutputTokens])).toEqual([
    [['image', 'text'], 1_024],
    [['text'], 512],
  ])
  await cpp.close?.()
  server.list([{ name: 'shield-guard:2b', digest: 'g' }])
  const ollama = openOllama({ name: 'ollama', url: server.url, key: null, price })
  expect((await ollama.models()).map(({ id, type }) => [id, type])).toEqual([['ollama/shield-guard:2b', 'text']])
  await ollama.close?.()
})

describe('llama.cpp and Ollama', () => {
  /** A server of llama.cpp with one model that sees and thinks, in the forms of build 10434. */
  const file = String.raw`D:\LLM\GGUF\gemma-4-31B_q4_0-it.gguf`
  const llama = ({ path, method }: MediaCall): MediaAnswer | undefined => {
    if (path === '/v1/models')
      return {
        json: {
          models: [{ name: file, model: file, capabilities: ['completion', 'multimodal'] }],
          data: [{ id: file, object: 'model', owned_by: 'llamacpp', meta: { n_ctx: 8_192 } }],
        },
      }
    if (path === '/props') return { json: { chat_template_caps: { supports_reasoning_effort: true } } }
    if (method !== 'POST') return undefined
    const choice = { index: 0, delta: { content: 'yes' }, finish_reason: 'stop' }
    return { events: [{ id: 'c', object: 'chat.completion.chunk', created: 1, model: file, choices: [choice] }] }
  }

  async function open() {
    const home = await startMediaServer(llama)
    const cpp = openCompatible({ name: 'cpp', url: home.url, key: null, price })
    onTestFinished(async () => {
      await cpp.close?.()
      await home[Symbol.asyncDispose]()
    })
    const [model] = await cpp.models()
    if (!model) throw new Error('nothing is listed')
    return { home, cpp, model }
  }

  test('a model whose id is a path has the name of its file, and reads images if the second list says so', async () => {
    const { model } = await open()
    expect(model).toMatchObject({ id: 'cpp/gemma-4-31B_q4_0-it.gguf', model: file, name: { message: 'gemma-4-31B_q4_0-it.gguf' } })
    expect(model.inputs[0]?.types).toEqual(['image', 'text'])
  })

  test('no setting is sent that the person did not choose, and the effort is sent in its field', async () => {
    const { home, cpp, model } = await open()
    const text = await cpp.open(model)
    if (text.kind !== 'text') throw new Error('not a text model')
    const ask = async (given: OptionValues) => {
      const { max_output_tokens: _longest, ...options } = checkOptions(model.options, given)
      const turns = [{ role: 'user' as const, text: 'Is it?', files: [] }]
      const call = { model: file, options, signal: new AbortController().signal, idempotencyKey: 'g', system: null, turns }
      await text.stream({ ...call, maxOutputTokens: 256, onText: () => undefined })
      const body: unknown = JSON.parse(home.calls.at(-1)?.body ?? '')
      return body
    }
    const content = [{ role: 'user', content: 'Is it?' }]
    const usual = { model: file, messages: content, max_tokens: 256, stream: true, stream_options: { include_usage: true } }
    expect(await ask({})).toEqual(usual)
    expect(await ask({ temperature: 1, effort: 'none' })).toEqual({ ...usual, temperature: 1, reasoning_effort: 'none' })
  })

  test('a model of Ollama that thinks offers how long', async () => {
    server.list([
      { name: 'thinker:8b', digest: 't' },
      { name: 'llama:8b', digest: 'l' },
    ])
    const ollama = openOllama({ name: 'ollama', url: server.url, key: null, price })
    const efforts = (await ollama.models()).map(({ id, options: { effort } }) => [id, effort && 'enum' in effort ? effort.enum : null])
    expect(efforts).toEqual([
      ['ollama/thinker:8b', ['auto', 'none', 'low', 'medium', 'high']],
      ['ollama/llama:8b', null],
    ])
    await ollama.close?.()
  })
})

describe('servers that list their voices or abilities', () => {
  async function listOf(route: (call: MediaCall) => MediaAnswer | undefined) {
    const home = await startMediaServer(route)
    const opened = openCompatible({ name: 'home', url: home.url, key: 'k-1', price })
    onTestFinished(async () => {
      await opened.close?.()
      await home[Symbol.asyncDispose]()
    })
    const models = await opened.models()
    expect(new Set(home.calls.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer k-1']))
    return { models, voices: models.map(({ id, options: { voice } }) => [id, voice && 'enum' in voice ? voice.enum : null]) }
  }

  test.each(['today', 'before'] as const)('the voices of Kokoro (%s) are choices of its models', async (version) => {
    const all = ['af_alloy', 'af_heart', 'bm_george']
    expect((await listOf(answerKokoro(version))).voices).toEqual([
      ['home/kokoro', all],
      ['home/tts-1', all],
    ])
  })

  test('a voice can be typed while the list of voices fails', async () => {
    const { models, voices } = await listOf(answerKokoro('broken'))
    expect(voices).toEqual([
      ['home/kokoro', null],
      ['home/tts-1', null],
    ])
    expect(models[0]?.options.voice).toMatchObject({ default: 'alloy', 'x-control': 'text' })
  })

  test('Speaches states the task of a model and its voices with their languages, whatever the names', async () => {
    const { models, voices } = await listOf(answerSpeaches)
    expect(models.map(({ id, via }) => [id, via])).toEqual([
      ['home/ann-reader', 'speech'],
      ['home/Systran-faster-distil-large-v3', 'transcription'],
    ])
    expect(voices[0]).toEqual(['home/ann-reader', ['irina']])
    expect(models[0]?.options.voice).toMatchObject({ 'x-labels': { irina: { own: { en: 'irina · Russian', ru: 'irina · русский' } } } })
  })

  test('LocalAI states the abilities of a model; one without a use here is left out, and one without any has those of its name', async () => {
    const { models } = await listOf(answerLocalAi())
    expect(models.map(({ id, via, inputs, maxOutputTokens }) => [id, via, inputs[0]?.types, maxOutputTokens])).toEqual([
      ['home/draws', 'image', undefined, undefined],
      ['home/hears', 'transcription', expect.anything(), undefined],
      ['home/looks', 'text', ['image', 'text'], 4_096],
      ['home/plain', 'text', ['text'], 4_096],
      ['home/speaks', 'speech', undefined, undefined],
      ['home/vectors', 'embedding', undefined, undefined],
      ['home/whisper-chat', 'text', ['text'], 4_096],
    ])
  })

  test('an older LocalAI lists models by their names', async () => {
    const { models } = await listOf(answerLocalAi({ old: true }))
    expect(models.find(({ id }) => id === 'home/whisper-chat')).toMatchObject({ via: 'transcription' })
    expect(models).toHaveLength(8)
  })
})

test('Ollama’s models are listed with their vision support, and each is asked for once', async () => {
  server.list([
    { name: 'llama3.2:3b', digest: 'a' },
    { name: 'llava:7b', digest: 'b' },
    { name: 'embedder:latest', digest: 'c' },
    { name: 'mystery:1b', digest: 'd' },
  ])
  const ollama = openOllama({ name: 'ollama', url: server.url, key: null, price })
  const models = await ollama.models()
  expect(models.map(({ id, inputs, maxOutputTokens }) => [id, inputs[0]?.types, maxOutputTokens])).toEqual([
    ['ollama/llama3.2:3b', ['text'], 2_048],
    ['ollama/llava:7b', ['image', 'text'], 2_048],
    ['ollama/embedder:latest', undefined, undefined],
    ['ollama/mystery:1b', ['text'], 4_096],
  ])
  await ollama.models()
  expect(server.seen.filter(({ path }) => path === '/api/show')).toHaveLength(4)
  const [llama, , embedder] = models
  expect(embedder).toMatchObject({ via: 'embedding', task: 'embed', contextTokens: 4_096 })
  const model = llama && (await ollama.open(llama))
  if (model?.kind !== 'text') throw new Error('no text model')
  let said = ''
  await model.stream({
    model: llama?.model ?? '',
    options: {},
    signal: new AbortController().signal,
    idempotencyKey: 'g',
    system: null,
    turns: [{ role: 'user', text: 'one two', files: [] }],
    maxOutputTokens: 256,
    onText: (delta) => void (said += delta),
  })
  expect(said).toBe('one two')
  expect(server.asked().at(-1)).toMatchObject({ path: '/v1/chat/completions', body: { model: 'llama3.2:3b', max_tokens: 256 } })
  await ollama.close?.()
})

test('an address where nothing answers lists no models, without a log line and without waiting', async () => {
  const ollama = openOllama({ name: 'ollama', url: 'http://127.0.0.1:9', key: null, price })
  expect(await ollama.models()).toEqual([])
  await ollama.close?.()
  server.setDown(true)
  const desk = openCompatible({ name: 'desk', url: server.url, key: null, price })
  expect(await desk.models()).toEqual([])
  await desk.close?.()
})

describe('images and speech of a local server', () => {
  const variables = (url: string, priced: string | undefined) =>
    readEnv({ OPENAI_COMPATIBLE: `desk=${url},k-1`, OLLAMA_URL: 'off', ...(priced !== undefined && { OPENAI_COMPATIBLE_PRICE: priced }) })
  const speech = { generationId: 'g', model: 'desk/kokoro', prompt: 'a lake', options: { format: 'wav' }, inputs: [], operation: null }
  const hooks = {
    signal: new AbortController().signal,
    onProgress: () => {},
    onPreview: () => {},
    onText: () => {},
    handOver: async () => {},
    saveOperation: async () => {},
  }
  async function openDesk(priced?: string) {
    const picture = await makePicture()
    const desk = await startMediaServer(({ path }): MediaAnswer | undefined => {
      if (path === '/v1/models') return { json: { data: [{ id: 'flux-schnell' }, { id: 'kokoro' }] } }
      if (path === '/v1/images/generations') return { json: { created: 1, data: [{ b64_json: picture.toString('base64') }] } }
      if (path === '/v1/audio/speech') return { bytes: makeSound() }
      return undefined
    })
    const scratchDir = await mkdtemp(join(tmpdir(), 'desk-'))
    onTestFinished(async () => {
      await desk[Symbol.asyncDispose]()
      await rm(scratchDir, { recursive: true })
    })
    const [provider] = openConnected({ env: variables(desk.url, priced), openers, modelsFile: noModelsFile, scratchDir })
    if (!provider) throw new Error('nothing is connected')
    const run = (model: string, options: OptionValues) => provider.run({ ...speech, model, options }, hooks)
    return { desk, provider, run }
  }

  test('images and speech of a compatible server are requested at its usual paths, with its key and options', async () => {
    const { desk, run } = await openDesk('2')
    expect((await run('desk/flux-schnell', { aspect: '3:2', count: 1 })).files).toMatchObject([{ mediaType: 'image/png', width: 64 }])
    expect((await run('desk/kokoro', { voice: 'af_bella', format: 'wav' })).files).toMatchObject([
      { mediaType: 'audio/wav', durationMs: 500 },
    ])
    const asked = desk.calls.slice(-2)
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer k-1', 'Bearer k-1'])
    expect(asked.map(({ body }) => JSON.parse(body))).toMatchObject([
      { model: 'flux-schnell', size: '1536x1024', n: 1 },
      { model: 'kokoro', voice: 'af_bella', response_format: 'wav', input: 'a lake' },
    ])
  })

  test('the next key of a server takes over if the server refuses the first, also for the list of its models', async () => {
    const desk = await startMediaServer(({ path, headers }): MediaAnswer | undefined => {
      if (headers.authorization !== 'Bearer k-2') return { status: 401, json: { error: { message: 'no such key' } } }
      if (path === '/v1/models') return { json: { data: [{ id: 'kokoro' }] } }
      return path === '/v1/audio/speech' ? { bytes: makeSound() } : undefined
    })
    const scratchDir = await mkdtemp(join(tmpdir(), 'desk-'))
    onTestFinished(async () => {
      await desk[Symbol.asyncDispose]()
      await rm(scratchDir, { recursive: true })
    })
    const keysOf = () => ['k-1', 'k-2'].map((key, index) => ({ ref: key, key, priority: index + 1, weight: 1, enabled: true }))
    const [provider] = openConnected({ env: variables(desk.url, '2'), openers, modelsFile: noModelsFile, scratchDir, keysOf })
    expect((await provider?.models())?.map(({ id }) => id)).toEqual(['desk/kokoro'])
    const { files } = (await provider?.run(speech, hooks)) ?? {}
    expect(files).toMatchObject([{ mediaType: 'audio/wav' }])
    expect(desk.calls.slice(-2).map(({ headers }) => headers.authorization)).toEqual(['Bearer k-1', 'Bearer k-2'])
  })

  test('images and speech cost the price of a run for each image and each reading; a price by model tokens is none for them', async () => {
    const byRun = await (await openDesk('2')).provider.models()
    expect(byRun.map(({ price: rule, unavailable }) => [rule, unavailable])).toEqual([
      [{ base: 0, per: { measure: 'count', every: 1, tokens: 2 } }, null],
      [{ base: 2, per: null }, null],
    ])
    const byPieces = await (await openDesk('0.1/0.4')).provider.models()
    expect(byPieces.map(({ unavailable }) => unavailable?.text.id)).toEqual(['model.no_price', 'model.no_price'])
  })

  test('images and speech of a local server are free until the operator sets a price', async () => {
    const { provider } = await openDesk()
    const [picture, speech] = await provider.models()
    for (const model of [picture, speech]) expect(model).toMatchObject({ price: { base: 0 }, unavailable: null })
    if (!picture) throw new Error('nothing is listed')
    expect(openProviders([provider]).isUnbilled(picture)).toBe(true)
    const { provider: sold } = await openDesk('2')
    expect(openProviders([sold]).isUnbilled(picture)).toBe(false)
  })
})
