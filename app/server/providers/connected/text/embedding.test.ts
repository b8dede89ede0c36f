import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServiceId } from '#app/server/env.ts'
import { openEmbeddingServer, vectorOf } from '#tests/fakes/providers/embedding-server.ts'
import { compatibleEmbedding } from '../../compatible/compatible-embedding.ts'
import type { EmbeddingModel } from '../../kinds.ts'
import { packVectors } from '../pack-vectors.ts'
import { openEmbedding } from './open-embedding.ts'

let server: Awaited<ReturnType<typeof openEmbeddingServer>>
beforeAll(async () => {
  server = await openEmbeddingServer()
})
beforeEach(() => {
  server.calls.length = 0
  server.refuses(undefined)
})
afterAll(() => server[Symbol.asyncDispose]())

const open = (service: ServiceId) => openEmbedding({ service, apiKey: 'a-key', baseUrl: server.url })
const embed = (model: EmbeddingModel, texts: string[], options = {}) =>
  model.embed({ model: 'vectors', texts, options, signal: new AbortController().signal, idempotencyKey: 'g-1' })
const many = (count: number) => Array.from({ length: count }, (_, index) => 'x'.repeat((index % 7) + 1))
const characters = (texts: readonly string[]) => texts.join('').length

test.each([
  ['openai', 2_049, 2],
  ['google', 101, 2],
  ['mistral', 70, 3],
] as const)('%s gets %i texts in %i requests, and the vectors are joined in their order', async (service, count, requests) => {
  const texts = many(count)
  const { vectors } = await embed(await open(service), texts)
  expect(vectors).toEqual(texts.map((text) => vectorOf(text)))
  expect(server.calls).toHaveLength(requests)
})

test('a server with OpenAI’s protocol gets texts, dimensions and its key', async () => {
  const model = compatibleEmbedding({ name: 'desk', baseUrl: `${server.url}/v1`, key: 'k-1' })
  const { vectors, usage } = await embed(model, ['herons', 'цапли'], { dimensions: 2 })
  expect(vectors).toEqual([vectorOf('herons', 2), vectorOf('цапли', 2)])
  expect(usage).toEqual({ inputTokens: 11, outputTokens: 0 })
  expect(server.calls[0]).toMatchObject({ path: '/v1/embeddings', headers: { authorization: 'Bearer k-1' } })
})

test.each(['openai', 'mistral'] as const)('the usage of %s is that of all requests', async (service) => {
  const texts = many(2_100)
  expect((await embed(await open(service), texts)).usage.inputTokens).toBe(characters(texts))
})

test('texts whose service reports no usage are counted by their length', async () => {
  expect((await embed(await open('google'), ['abcdef', 'ab'])).usage.inputTokens).toBe(3)
})

test.each([
  ['a wrong key', { status: 401, json: { error: { message: 'Incorrect API key provided: a-key' } } }, 'provider_auth'],
  ['too many requests', { status: 429, json: { error: { message: 'slow' } } }, 'rate_limited'],
  [
    'texts that are too long',
    { status: 400, json: { error: { message: "This model's maximum context length is 8192 tokens" } } },
    'too_long',
  ],
  ['a service that fails', { status: 500, json: { error: { message: 'sorry' } } }, 'temporary'],
] as const)('%s has its own code', async (_what, answer, code) => {
  server.refuses(answer)
  await expect(embed(await open('openai'), ['herons'])).rejects.toMatchObject({ name: 'ProviderError', code })
  expect(server.calls).toHaveLength(1)
})

test('a service without embedding models refuses by its name', async () => {
  await expect(open('deepseek')).rejects.toThrow('deepseek: has no embedding models')
})

test('vectors that do not fit their texts are not stored', () => {
  const of = { model: 'm', texts: 2 }
  expect([
    ...packVectors(
      [
        [1, 2],
        [3, 4],
      ],
      of,
    ),
  ]).toHaveLength(16)
  for (const wrong of [
    [],
    [[1, 2]],
    [[1, 2], [3]],
    [[], []],
    [
      [1, 2],
      [3, Number.NaN],
    ],
  ])
    expect(() => packVectors(wrong, of)).toThrow(/vectors of/)
})
