import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { openCompatible } from './open-compatible.ts'
import { openOllama } from './open-ollama.ts'

let server: Awaited<ReturnType<typeof openOpenaiServer>>
beforeEach(async () => {
  server = await openOpenaiServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const price = { base: 2, per: null }

test('a server lists its language models with defaults for what it does not say, and nothing else', async () => {
  server.list([
    { id: 'Qwen/Qwen3-8B-Instruct', object: 'model', max_model_len: 4_096 },
    { id: 'llama-3.2', object: 'model' },
    { id: 'llama-3.2', object: 'model' },
    { id: 'pixtral', capabilities: { vision: true } },
    { id: 'router/sees', architecture: { input_modalities: ['text', 'image'] } },
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
  expect(models.map(({ id }) => id)).toEqual(['desk/llama-3.2', 'desk/pixtral', 'desk/Qwen-Qwen3-8B-Instruct', 'desk/router-sees'])
  expect(models.map(({ inputs }) => inputs.length)).toEqual([0, 1, 0, 1])
  expect(models.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([4_096, 4_096, 2_048, 4_096])
  expect(models.every((model) => model.price === price && model.history)).toBe(true)
  expect(server.seen).toMatchObject([{ path: '/v1/models', authorization: 'Bearer k-1' }])
  await desk.close?.()
})

test('a server that is named by its machine alone is asked at the usual path, and a model without a price has none', async () => {
  const desk = openCompatible({ name: 'desk', url: server.url, key: null, price: null })
  expect(await desk.models()).toMatchObject([{ id: 'desk/llama', price: null }])
  expect(server.seen).toMatchObject([{ path: '/v1/models', authorization: undefined }])
  await desk.close?.()
})

test('Ollama lists what answers in words, knows what sees, and asks about each model once', async () => {
  server.list([
    { name: 'llama3.2:3b', digest: 'a' },
    { name: 'llava:7b', digest: 'b' },
    { name: 'embedder:latest', digest: 'c' },
    { name: 'mystery:1b', digest: 'd' },
  ])
  const ollama = openOllama({ name: 'ollama', url: server.url, key: null, price })
  const models = await ollama.models()
  expect(models.map(({ id, inputs, maxOutputTokens }) => [id, inputs.length, maxOutputTokens])).toEqual([
    ['ollama/llama3.2:3b', 0, 2_048],
    ['ollama/llava:7b', 1, 2_048],
    ['ollama/mystery:1b', 0, 4_096],
  ])
  await ollama.models()
  expect(server.seen.filter(({ path }) => path === '/api/show')).toHaveLength(4)
  const [llama] = models
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

test('where nothing answers there is nothing, without a word and without waiting', async () => {
  const ollama = openOllama({ name: 'ollama', url: 'http://127.0.0.1:9', key: null, price })
  expect(await ollama.models()).toEqual([])
  await ollama.close?.()
  server.setDown(true)
  const desk = openCompatible({ name: 'desk', url: server.url, key: null, price })
  expect(await desk.models()).toEqual([])
  await desk.close?.()
})
