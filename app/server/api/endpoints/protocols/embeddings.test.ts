import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { openEmbeddingServer, vectorOf } from '#tests/fakes/providers/embedding-server.ts'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { summarizeLibrary } from '#app/server/core/library/works/summarize-library.ts'
import { sweepEmbeddings } from '#app/server/core/library/works/purge-generations.ts'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { listEntries } from '#app/server/core/money/tokens/list-entries.ts'
import { embeddings } from '#app/server/db/schema/embeddings.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { openCompatible } from '#app/server/providers/compatible/open-compatible.ts'
import { listedModel } from '#app/server/providers/compatible/listed-model.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import { readEnv } from '#app/server/env.ts'
import { localProvider } from '#app/server/providers/local/local-provider.ts'
import { ProviderError } from '#app/server/providers/provider.ts'

/** Embeddings with the official client, over HTTP, with the real adapter of a server that keeps what it is sent. */

const perCharacter = { base: 0, per: { measure: 'model_tokens' as const, every: 10, input: 1, output: 0 } }

function modelOf(model: string, { dimensions = true } = {}) {
  const listed = listedModel({ server: 'desk', model, price: perCharacter, reads: [], contextLength: 2_048 })
  if (!listed) throw new Error('the model is not listed')
  return dimensions ? listed : { ...listed, options: {} }
}

let upstream: Awaited<ReturnType<typeof openEmbeddingServer>>
let server: Awaited<ReturnType<typeof openOpenaiServer>>
let runtime: typeof server.runtime

beforeAll(async () => {
  upstream = await openEmbeddingServer()
  const desk = openCompatible({ name: 'desk', url: upstream.url, key: 'a-key', price: perCharacter })
  const provider = connectedProvider({
    id: 'desk',
    name: 'Desk',
    models: [
      modelOf('nomic-embed-text'),
      modelOf('fixed-embed', { dimensions: false }),
      { ...modelOf('flat-embed'), price: { base: 5, per: null } },
      modelOf('writer'),
    ],
    open: (model) => desk.open(model),
    receive: () => Promise.reject(new ProviderError('internal', 'nothing to receive')),
    scratchDir: '/nowhere',
  })
  server = await openOpenaiServer({ provider })
  runtime = server.runtime
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})
beforeEach(() => {
  upstream.calls.length = 0
  upstream.refuses(undefined)
})

const client = (given: Parameters<typeof server.client>[0] = {}) => server.client({ tokens: 1_000, ...given })
const rowsOf = (user: { id: string }) =>
  runtime.db.select().from(generations).where(eq(generations.userId, user.id)).orderBy(asc(generations.id))
/** The numbers of works that a person's lists and sums have. */
async function listed({ id: userId }: { id: string }) {
  const view = { locale: 'en' as const, keys: runtime.keys, providers: runtime.providers }
  const [library, trash] = [
    await listGenerations(runtime.db, { userId, query: { trash: false }, ...view }),
    await listGenerations(runtime.db, { userId, query: { trash: true }, ...view }),
  ]
  const { total } = await summarizeLibrary(runtime.db, { userId, ...view })
  return { library: library.items.length, trash: trash.items.length, total }
}
const model = 'desk/nomic-embed-text'
const toFloats = (vector: number[]) => [...new Float32Array(vector)]

test('the official client gets the vectors of its texts in their order, in both encodings', async () => {
  const { openai } = await client()
  const input = ['heron', 'egret and stork', 'цапля']
  // Without an encoding, the client asks for Base64 and decodes it.
  const decoded = await openai.embeddings.create({ model, input })
  expect(decoded.data.map(({ embedding }) => embedding)).toEqual(input.map((text) => toFloats(vectorOf(text))))
  expect(decoded).toMatchObject({ object: 'list', model, usage: { prompt_tokens: 25, total_tokens: 25 } })
  const floats = await openai.embeddings.create({ model, input, encoding_format: 'float' })
  expect(floats.data.map(({ index, embedding }) => [index, embedding])).toEqual(
    input.map((text, index) => [index, toFloats(vectorOf(text))]),
  )
  const { data, response } = await openai.embeddings.create({ model, input: 'heron', dimensions: 2, user: 'me' }).withResponse()
  expect(data.data[0]?.embedding).toHaveLength(2)
  expect(response.headers.get('x-ignored-parameters')).toBe('user')
  expect(JSON.parse(upstream.calls.at(-1)?.body ?? '')).toEqual({
    model: 'nomic-embed-text',
    input: ['heron'],
    dimensions: 2,
    encoding_format: 'float',
  })
})

test('a call is charged exactly for the tokens that the service counts, and its receipt stays', async () => {
  const { user, openai } = await client({ tokens: 100 })
  await openai.embeddings.create({ model, input: ['x'.repeat(120), 'y'.repeat(7)] })
  expect(await getBalance(runtime.db, user.id)).toMatchObject({ available: 87, held: 0, change_milli: 300 })
  const { items } = await listEntries(runtime.db, user.id, {})
  expect(
    items
      .filter(({ generation }) => generation)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['hold', 'release', 'settle'])
  expect(items.find(({ kind }) => kind === 'settle')).toMatchObject({ milli: 12_700 })
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('nothing of a call is in the library, and its texts and vectors are deleted with the answer', async () => {
  const { user, openai } = await client()
  await openai.embeddings.create({ model, input: 'a secret text' })
  expect(await listed(user)).toEqual({ library: 0, trash: 0, total: 0 })
  const [row] = await rowsOf(user)
  expect(row).toMatchObject({
    status: 'succeeded',
    prompt: '',
    said: null,
    asked: null,
    purgedAt: expect.any(Date),
    usage: { inputTokens: 13 },
  })
  expect(
    await runtime.db
      .select()
      .from(embeddings)
      .where(eq(embeddings.generationId, row?.id ?? '')),
  ).toEqual([])
})

test('a repetition with the same key gets the same vectors for a day and is not charged; another request conflicts', async () => {
  const { user, openai } = await client()
  const keyed = { headers: { 'Idempotency-Key': 'one' } }
  const [first, second] = [
    await openai.embeddings.create({ model, input: 'heron' }, keyed),
    await openai.embeddings.create({ model, input: 'heron' }, keyed),
  ]
  expect(second).toEqual(first)
  expect(upstream.calls).toHaveLength(1)
  expect(await rowsOf(user)).toHaveLength(1)
  for (const other of [{ input: 'egret' }, { input: 'heron', dimensions: 2 }, { input: ['heron', 'egret'] }])
    expect(await refusal(openai.embeddings.create({ model, ...other }, keyed))).toMatchObject({ status: 409 })
  expect(await listed(user)).toEqual({ library: 0, trash: 0, total: 0 })
  expect(await sweepEmbeddings(runtime.db, runtime)).toBe(0)
  await runtime.db.update(embeddings).set({ createdAt: new Date(Date.now() - 25 * 60 * 60_000) })
  await sweepEmbeddings(runtime.db, runtime)
  expect(await rowsOf(user)).toMatchObject([{ said: null, purgedAt: expect.any(Date) }])
  expect(await refusal(openai.embeddings.create({ model, input: 'heron' }, keyed))).toMatchObject({ status: 404 })
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('an account with a balance for three of eight parallel calls is charged for exactly three', async () => {
  const { user, openai } = await client({ tokens: 15 })
  const calls = Array.from({ length: 8 }, (_, index) =>
    refusal(openai.embeddings.create({ model: 'desk/flat-embed', input: `text ${index}` })),
  )
  const refused = (await Promise.all(calls)).filter((one) => one !== undefined)
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'insufficient_quota'))
  expect(upstream.calls).toHaveLength(3)
  expect(await getBalance(runtime.db, user.id)).toMatchObject({ available: 0, held: 0 })
  expect((await rowsOf(user)).map(({ charged }) => charged)).toEqual([5, 5, 5])
  expect(await auditLedger(runtime.db)).toEqual([])
})

test.each([
  ['token numbers', { input: [1, 2, 3] }, { status: 400, param: 'input' }, /token numbers/],
  ['lists of token numbers', { input: [[1, 2], [3]] }, { status: 400, param: 'input' }, /token numbers/],
  ['no text', { input: [] }, { status: 400, param: 'input' }, /input/],
  ['an empty text', { input: ['heron', ''] }, { status: 400 }, /input/],
  ['2,049 texts', { input: Array.from({ length: 2_049 }, () => 'x') }, { status: 400, param: 'input' }, /input/],
  ['an unknown encoding', { input: 'x', encoding_format: 'int8' }, { status: 400, param: 'encoding_format' }, /encoding_format/],
  ['a fraction of a dimension', { input: 'x', dimensions: 1.5 }, { status: 400, param: 'dimensions' }, /dimensions/],
  ['more dimensions than any model has', { input: 'x', dimensions: 9_000 }, { status: 400 }, /dimensions/],
  [
    'dimensions of a model with fixed ones',
    { model: 'desk/fixed-embed', input: 'x', dimensions: 2 },
    { status: 400, param: 'dimensions', code: 'unsupported_parameter' },
    /dimensions/,
  ],
  ['a model that writes', { model: 'desk/writer', input: 'x' }, { status: 400, param: 'model' }, /model/],
  ['a model that does not exist', { model: 'desk/nobody', input: 'x' }, { status: 404, param: 'model' }, /model/i],
] as const)('%s is refused by name', async (_what, body, expected, message) => {
  const { user, openai } = await client()
  const refused = await refusal(openai.post('/embeddings', { body: { model, ...body } }))
  expect(refused).toMatchObject(expected)
  expect(refused?.message).toMatch(message)
  expect(upstream.calls).toEqual([])
  expect(await rowsOf(user)).toEqual([])
})

test('a service that refuses is free, and its sentence reaches the program', async () => {
  const { user, openai } = await client()
  upstream.refuses({
    status: 400,
    json: { error: { message: 'dimensions must be 768', type: 'invalid_request_error', param: 'dimensions' } },
  })
  expect(await refusal(openai.embeddings.create({ model, input: 'heron', dimensions: 5 }))).toMatchObject({
    status: 400,
    param: 'dimensions',
  })
  expect(await getBalance(runtime.db, user.id)).toMatchObject({ available: 1_000, held: 0 })
  expect(await rowsOf(user)).toMatchObject([{ status: 'failed', said: null }])
})

test('an embedding model neither chats nor runs in a studio, and is listed with its kind', async () => {
  const { user, openai } = await client()
  expect(await refusal(openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }] }))).toMatchObject({
    status: 400,
    param: 'model',
  })
  const input = { model, prompt: 'Hi', options: {}, inputs: [] }
  await expect(createGeneration(runtime.db, { ...runtime, userId: user.id, input })).rejects.toMatchObject({
    fields: { model: 'model_of_another_kind' },
  })
  expect(await openai.models.retrieve(model)).toMatchObject({
    kind: 'embedding',
    context_length: 2_048,
    supported_parameters: ['dimensions', 'encoding_format'],
  })
})

test('a model on this machine gives vectors to programs, and nothing of it is in the library', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-embedding-'))
  await mkdir(join(dataDir, 'models'))
  await writeFile(join(dataDir, 'models', 'tiny-embed.gguf'), 'weights')
  await writeLlamaRuntime(join(dataDir, 'runtime'))
  const provider = localProvider({ env: readEnv({ LOCAL_MODELS_THREADS: '1' }), dataDir, runtime: join(dataDir, 'runtime') })
  const local = await openOpenaiServer({ provider })
  onTestFinished(async () => {
    await local[Symbol.asyncDispose]()
    await provider.close()
    await rm(dataDir, { recursive: true })
  })
  const { user, openai } = await local.client({ tokens: 10 })
  const answer = await openai.embeddings.create({
    model: 'local/tiny-embed',
    input: ['heron', 'egret and stork'],
    encoding_format: 'float',
  })
  expect(answer.data.map(({ embedding }) => embedding)).toEqual([1, 2].map(() => toFloats([1 / 3, 2 / 3, 0, 2 / 3])))
  expect(answer.usage).toEqual({ prompt_tokens: 4, total_tokens: 4 })
  expect(await getBalance(local.runtime.db, user.id)).toMatchObject({ available: 10, held: 0 })
  const view = { locale: 'en' as const, keys: local.runtime.keys, providers: local.runtime.providers }
  expect(await listGenerations(local.runtime.db, { userId: user.id, query: {}, ...view })).toMatchObject({ items: [] })
  expect(await refusal(openai.embeddings.create({ model: 'local/tiny-embed', input: 'heron', dimensions: 2 }))).toMatchObject({
    param: 'dimensions',
  })
  expect(
    await refusal(openai.chat.completions.create({ model: 'local/tiny-embed', messages: [{ role: 'user', content: 'heron' }] })),
  ).toMatchObject({ status: 400, param: 'model' })
})
