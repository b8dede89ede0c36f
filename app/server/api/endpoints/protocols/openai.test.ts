import { and, eq } from 'drizzle-orm'
import OpenAI, { APIError } from 'openai'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ApiKeyScope } from '#app/contract/account/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { fileContent, makesAFile, type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { serveOnLoopback } from '#tests/fixtures/serve-on-loopback.ts'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import { revokeApiKey } from '#app/server/core/identity/api-keys/revoke-api-key.ts'
import { openReaders } from '#app/server/core/library/events/readers.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { isUnused } from '#app/server/core/making/uploads/is-unused.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { type Provider, ProviderError, type ProviderModel, type RunRequest } from '#app/server/providers/provider.ts'
import { assumedAbilities } from '#app/server/providers/connected/text/abilities.ts'
import { createOpenai } from '../../openai.ts'

/** Tests with the official client, unchanged, over HTTP. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (given: Pick<ProviderModel, 'id' | 'type' | 'options'> & Partial<ProviderModel>): ProviderModel => ({
  provider: 'scripted',
  name: words(given.id),
  description: words('scripted'),
  price: { base: 5, per: null },
  inputs: [],
  prompt: { placeholder: words('Words'), maxLength: 1_000, examples: [] },
  unavailable: null,
  ...given,
})
const choice = (values: string[]) => ({ type: 'string' as const, title: words('Choice'), enum: values, default: values[0] ?? '' })

const scripted = scriptedProvider()
const provider: Provider = {
  ...scripted,
  models: async () => [
    model({
      id: 'chat/large',
      type: 'text',
      history: true,
      inputs: [{ role: 'reference', types: ['image', 'document', 'audio'], max: 2 }],
      options: {
        system: { type: 'string', title: words('Who'), maxLength: 100, default: '', 'x-control': 'text' },
        max_output_tokens: { type: 'integer', title: words('Longest'), minimum: 256, maximum: 4096, multipleOf: 256, default: 1024 },
        temperature: { type: 'number', title: words('Freely'), minimum: 0, maximum: 1, multipleOf: 0.1, default: 1 },
      },
      can: assumedAbilities,
      contextTokens: 8_192,
    }),
    model({
      id: 'chat/metered',
      type: 'text',
      options: {},
      maxOutputTokens: 20,
      can: assumedAbilities,
      price: { base: 0, per: { measure: 'model_tokens', every: 10, input: 1, output: 2 } },
    }),
    model({ id: 'poet', type: 'text', options: {} }),
    model({
      id: 'picture',
      type: 'image',
      options: {
        aspect: choice(['1:1', '3:2', '2:3', '16:9']),
        size: choice(['512', '1024', '2048']),
        count: { type: 'integer', title: words('Count'), minimum: 1, maximum: 2, default: 1 },
        format: choice(['webp', 'png']),
      },
    }),
    model({ id: 'voice', type: 'audio', options: { voice: choice(['emma', 'ivan']), format: choice(['opus', 'mp3', 'wav']) } }),
    ...['timed', 'timeless'].map((id) =>
      model({
        id,
        type: 'audio',
        task: 'transcribe',
        price: { base: 0, per: { measure: 'input_duration', every: 1, tokens: 4 } },
        options: { language: choice(['auto', 'en']), speakers: { type: 'boolean', title: words('Speakers'), default: false } },
        inputs: [{ role: 'source', types: ['audio', 'video'], max: 1, required: true }],
        prompt: { placeholder: words('A recording'), maxLength: 0, examples: [] },
        ...(id === 'timeless' && { timeless: true }),
      }),
    ),
    model({ id: 'gone', type: 'text', options: {}, unavailable: { text: words('Not today'), values: {} } }),
  ],
}

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let server: Awaited<ReturnType<typeof serveOnLoopback>>
let origin: string
const asked: RunRequest[] = []

beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  const openai = createOpenai(runtime)
  server = await serveOnLoopback((request) => openai.fetch(request, { clientAddress: '127.0.0.1' }))
  origin = server.url
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await runtime[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked.length = 0
})

/** Records the executed requests. */
const runs = (script: Script) => {
  scripted.script = (request, context) => {
    asked.push(request)
    return script(request, context)
  }
}

/** Makes the model write "Once" and wait; the returned function lets it write the rest. */
function runsInTwoPieces(more: { cut?: boolean } = {}): () => void {
  const gate = Promise.withResolvers<void>()
  runs(async (_request, { onText }) => {
    onText('Once')
    await gate.promise
    onText(' upon a time')
    return { text: 'Once upon a time', files: [], ...more }
  })
  return gate.resolve
}
const writes =
  (...pieces: string[]): Script =>
  async (_request, { onText }) => {
    for (const piece of pieces) onText(piece)
    return { text: pieces.join(''), files: [], usage: { inputTokens: 12, outputTokens: 34 } }
  }

const makesSound: Script = async (request, context) => {
  const { files } = await makesAFile(runtime.scratchDir)(request, context)
  const mediaType = request.options.format === 'wav' ? 'audio/wav' : 'audio/mpeg'
  return { text: null, files: files.map((file) => ({ ...file, mediaType, poster: null })) }
}

async function client({ tokens = 100, scopes = ['read', 'generate'] }: { tokens?: number; scopes?: ApiKeyScope[] } = {}) {
  const user = await createUser(runtime, { tokens })
  const { created } = await createApiKey(runtime.db, runtime.mailer, {
    userId: user.id,
    siteUrl: 'http://localhost',
    input: { name: 'A program', scopes },
  })
  return { user, openai: new OpenAI({ baseURL: `${origin}/openai/v1`, apiKey: created.key, maxRetries: 0 }), keyId: created.api_key.id }
}
const available = async (user: { id: string }) => {
  const { available: free, held } = await getBalance(runtime.db, user.id)
  return { free, held }
}
async function runOf(user: { id: string }) {
  const [row, ...more] = await runtime.db.select().from(generations).where(eq(generations.userId, user.id))
  if (!row || more.length > 0) throw new Error(`${more.length + (row ? 1 : 0)} runs instead of one`)
  return row
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof APIError)) throw error
      return { status: error.status, code: error.code, param: error.param }
    },
  )
const say = (content: string) => ({ model: 'chat/large', messages: [{ role: 'user' as const, content }] })

describe('models', () => {
  test('available models are listed, and one is found by its name', async () => {
    const { openai } = await client()
    expect((await openai.models.list()).data.map(({ id }) => id)).toEqual([
      'chat/large',
      'chat/metered',
      'poet',
      'picture',
      'voice',
      'timed',
      'timeless',
    ])
    expect(await openai.models.retrieve('chat/large')).toMatchObject({
      id: 'chat/large',
      object: 'model',
      owned_by: 'scripted',
      kind: 'text',
      context_length: 8_192,
      pricing: { base: 5, per: null },
    })
    const able = v.object({ created: v.number(), supported_parameters: v.array(v.string()) })
    const [large, poet] = await Promise.all(['chat/large', 'poet'].map(async (id) => v.parse(able, await openai.models.retrieve(id))))
    expect(large?.supported_parameters).toEqual(
      expect.arrayContaining(['tools', 'tool_choice', 'temperature', 'max_tokens', 'response_format']),
    )
    expect(large?.created).toBeGreaterThan(1_700_000_000)
    expect(poet?.supported_parameters).toEqual([])
    expect(await refusal(openai.models.retrieve('nobody'))).toEqual({ status: 404, code: 'model_not_found', param: 'model' })
  })
})

describe('chat', () => {
  test('an answer comes with its usage, is charged like any run, and is marked with the key', async () => {
    runs(writes('Hello', ' there'))
    const { openai, user, keyId } = await client()
    const answer = await openai.chat.completions.create(say('Hi'))

    expect(answer.choices).toMatchObject([{ message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }])
    expect(answer.usage).toEqual({ prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 })
    expect(await available(user)).toEqual({ free: 95, held: 0 })
    const [row] = await runtime.db.select().from(generations).where(eq(generations.userId, user.id))
    expect(row).toMatchObject({ apiKeyId: keyId, prompt: 'Hi', status: 'succeeded', charged: 5 })
  })

  test('a stream delivers the same text in pieces, then the finish reason and the usage', async () => {
    const resume = runsInTwoPieces({ cut: true })
    const { openai, user } = await client()
    const stream = await openai.chat.completions.create({ ...say('A story'), stream: true, stream_options: { include_usage: true } })
    const pieces: string[] = []
    let finish: string | null = null
    let total = 0
    for await (const chunk of stream) {
      const [first] = chunk.choices
      if (first?.delta.content) pieces.push(first.delta.content)
      if (pieces.length === 1) resume()
      finish = first?.finish_reason ?? finish
      total = chunk.usage?.total_tokens ?? total
    }
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe('Once upon a time')
    expect(finish).toBe('length')
    expect(total).toBeGreaterThan(0)
    expect(await available(user)).toEqual({ free: 95, held: 0 })
  })

  test('reasoning precedes the text in a stream, and accompanies the message without one', async () => {
    runs(async (_request, { onText, onThinking }) => {
      onThinking?.('I look ', {})
      onThinking?.('it up.', {})
      onText('A heron')
      return { text: 'A heron', thinking: 'I look it up.', files: [] }
    })
    const thoughts = v.looseObject({ reasoning_content: v.optional(v.string(), ''), reasoning: v.optional(v.string(), '') })
    const { openai } = await client()
    const read = { thought: '', text: '' }
    for await (const { choices } of await openai.chat.completions.create({ ...say('A bird'), stream: true })) {
      const { reasoning_content: piece, reasoning } = v.parse(thoughts, choices[0]?.delta ?? {})
      expect(reasoning).toBe(piece)
      if (piece) expect(read.text).toBe('')
      read.thought += piece
      read.text += choices[0]?.delta.content ?? ''
    }
    expect(read).toEqual({ thought: 'I look it up.', text: 'A heron' })
    const whole = await openai.chat.completions.create(say('A bird'))
    expect(whole.choices[0]?.message).toMatchObject({ content: 'A heron', reasoning_content: 'I look it up.', reasoning: 'I look it up.' })
  })

  test('a revoked key reads no further, with or without a stream; its runs continue and are charged', async () => {
    for (const stream of [true, false]) {
      const resume = runsInTwoPieces()
      const { openai, user, keyId } = await client()
      const revoke = () => revokeApiKey(runtime.db, { userId: user.id, id: keyId })
      let read = ''
      async function readStream() {
        for await (const { choices } of await openai.chat.completions.create({ ...say('A story'), stream: true })) {
          read += choices[0]?.delta.content ?? ''
          if (read === 'Once') await revoke()
        }
      }
      const answer = stream ? readStream() : openai.chat.completions.create(say('A story'))
      const refused = refusal(answer)
      if (!stream) {
        await expect.poll(async () => (await runtime.db.$count(generations, eq(generations.userId, user.id))) > 0).toBe(true)
        await expect.poll(async () => (await runOf(user)).text).toBe('Once')
        await revoke()
      }
      expect(await refused).toMatchObject({ code: 'invalid_api_key' })
      expect(read).toBe(stream ? 'Once' : '')
      resume()
      await expect.poll(async () => (await runOf(user)).status).toBe('succeeded')
      expect(await available(user)).toEqual({ free: 95, held: 0 })
    }
  })

  test('the model receives the system prompt and the history', async () => {
    runs(writes('Green'))
    const { openai } = await client()
    await openai.chat.completions.create({
      model: 'chat/large',
      max_completion_tokens: 300,
      temperature: 1.7,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'A colour?' },
        { role: 'assistant', content: 'Blue' },
        { role: 'user', content: [{ type: 'text', text: 'Another' }] },
      ],
    })
    expect(asked).toMatchObject([
      {
        prompt: 'Another',
        options: {},
        program: {
          turns: [
            { role: 'system', text: 'Be brief' },
            { role: 'user', text: 'A colour?' },
            { role: 'assistant', text: 'Blue' },
            { role: 'user', text: 'Another' },
          ],
          asked: { settings: { maxOutputTokens: 300, temperature: 1.7 } },
          longest: 300,
        },
      },
    ])
  })

  const sees = (url: string) => [
    { type: 'text' as const, text: 'What is this?' },
    { type: 'image_url' as const, image_url: { url, detail: 'low' as const } },
  ]

  test('an image in a message is kept as an upload of the key’s owner once, and reaches the model with its turn', async () => {
    runs(writes('A lake'))
    const { openai, user } = await client()
    const image = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    const ask = () =>
      openai.chat.completions.create(
        {
          model: 'chat/large',
          messages: [
            { role: 'user', content: sees(image) },
            { role: 'assistant', content: 'A lake' },
            { role: 'user', content: sees(image) },
          ],
        },
        { headers: { 'Idempotency-Key': 'seen' } },
      )
    expect((await ask()).choices[0]?.message.content).toBe('A lake')
    const picture = { role: 'reference', mediaType: 'image/png' }
    expect(asked).toMatchObject([
      {
        program: {
          turns: [
            { role: 'user', text: 'What is this?', files: [picture] },
            { role: 'assistant', text: 'A lake', files: [] },
            { role: 'user', text: 'What is this?', files: [picture] },
          ],
        },
      },
    ])
    const kept = await runtime.db.select().from(uploads).where(eq(uploads.userId, user.id))
    expect(kept).toHaveLength(1)
    const given = [{ upload_id: kept[0]?.id, role: 'reference' }]
    expect(await runOf(user)).toMatchObject({ inputs: given, context: null, said: [{ inputs: given }, {}, { role: 'prompt' }] })
    await ask()
    expect(asked).toHaveLength(1)
  })

  test('a PDF and a sound in a message reach the model', async () => {
    runs(writes('A song'))
    const { openai } = await client()
    await openai.chat.completions.create({
      model: 'chat/large',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${makeDocument().toString('base64')}` } },
            { type: 'input_audio', input_audio: { data: makeSound().toString('base64'), format: 'wav' } },
          ],
        },
      ],
    })
    const files = [{ mediaType: 'application/pdf', name: 'a.pdf' }, { mediaType: 'audio/wav' }]
    expect(asked).toMatchObject([{ program: { turns: [{ files }] } }])
  })

  test('an image of an earlier message alone keeps its upload in use', async () => {
    runs(writes('A lake'))
    const { openai, user } = await client()
    const image = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    await openai.chat.completions.create({
      model: 'chat/large',
      messages: [
        { role: 'user', content: sees(image) },
        { role: 'assistant', content: 'Hm' },
        { role: 'user', content: 'And now?' },
      ],
    })
    expect(await runtime.db.$count(uploads, and(eq(uploads.userId, user.id), isUnused()))).toBe(0)
    expect(await runtime.db.$count(uploads, eq(uploads.userId, user.id))).toBe(1)
  })

  test.each([
    ['an address of another site', 'https://example.com/a.png', 'chat/large'],
    ['an upload of another person', '019600aa-0000-7000-8000-000000000000', 'chat/large'],
    ['a file that is no image', `data:image/png;base64,${Buffer.from('just words').toString('base64')}`, 'chat/large'],
    ['broken Base64', 'data:image/png;base64,!!', 'chat/large'],
    ['an image for a model without eyes', 'data:image/png;base64,AAAA', 'chat/metered'],
  ])('%s in a message is refused, and costs nothing', async (_what, url, name) => {
    const { openai, user } = await client()
    expect(await refusal(openai.chat.completions.create({ model: name, messages: [{ role: 'user', content: sees(url) }] }))).toEqual({
      status: 400,
      code: 'invalid_value',
      param: 'messages',
    })
    expect(await available(user)).toEqual({ free: 100, held: 0 })
    expect(asked).toHaveLength(0)
  })

  for (const stream of [false, true]) {
    test(`a client that hangs up ${stream ? 'on a stream' : 'while waiting'} cancels the run and pays for the text so far`, async () => {
      const started = Promise.withResolvers<void>()
      const stopped = Promise.withResolvers<void>()
      runs(
        (_request, { signal, onText }) =>
          new Promise((_resolve, reject) => {
            onText('Half', { inputTokens: 10, outputTokens: 5 })
            started.resolve()
            signal.addEventListener('abort', () => {
              stopped.resolve()
              reject(signal.reason)
            })
          }),
      )
      const { openai, user } = await client()
      const leaving = new AbortController()
      const asking = openai.chat.completions.create({ ...say('Something long'), model: 'chat/metered', stream }, { signal: leaving.signal })
      asking.catch(() => undefined)
      if (stream) await asking
      await started.promise
      await expect.poll(async () => (await runOf(user)).text).toBe('Half')
      leaving.abort()
      await stopped.promise
      await expect.poll(() => available(user)).toEqual({ free: 98, held: 0 })
      expect(await runOf(user)).toMatchObject({ status: 'canceled', text: 'Half', charged: 2 })
      expect(await auditLedger(runtime.db)).toEqual([])
    })
  }

  const hi = { role: 'user', content: 'hi' }
  test.each([
    ['an answer whose content is null', [hi, { role: 'assistant', content: null }, hi], 'hi'],
    ['an answer without content', [hi, { role: 'assistant' }, hi], 'hi'],
    ['an image alone', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: '@png' } }] }], '[Attached files]'],
    [
      'Base64 in lines',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: '@png-wrapped' } },
          ],
        },
      ],
      'see',
    ],
  ])('a conversation with %s is answered', async (_what, messages, prompt) => {
    runs(writes('A lake'))
    const { openai } = await client()
    const encoded = (await makePicture()).toString('base64')
    const wrapped = encoded.replaceAll(/.{76}/g, '$&\\n')
    const body = JSON.stringify({ model: 'chat/large', messages })
      .replace('@png-wrapped', `data:image/png;base64,${wrapped}`)
      .replace('@png', `data:image/png;base64,${encoded}`)
    const headers = { authorization: `Bearer ${openai.apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${origin}/openai/v1/chat/completions`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    expect(asked).toMatchObject([{ prompt }])
  })

  test('halves of an emoji arrive whole in a stream', async () => {
    const gate = Promise.withResolvers<void>()
    runs(async (_request, { onText }) => {
      onText('Hi \uD83D')
      await gate.promise
      onText('\uDE00!')
      return { text: 'Hi 😀!', files: [] }
    })
    const { openai } = await client()
    const pieces: string[] = []
    for await (const { choices } of await openai.chat.completions.create({ ...say('Hi'), stream: true })) {
      const piece = choices[0]?.delta.content
      if (piece) pieces.push(piece)
      if (piece) gate.resolve()
    }
    expect(pieces.every((piece) => !piece.includes('\uFFFD') && piece.isWellFormed())).toBe(true)
    expect(pieces.join('')).toBe('Hi 😀!')
  })

  test('reasoning that was taken for text does not break a stream: the answer follows it', async () => {
    const gate = Promise.withResolvers<void>()
    runs(async (_request, { onText, onTextWasThinking }) => {
      onText('Let me see')
      await gate.promise
      onTextWasThinking?.('Let me see', {})
      onText('A heron')
      return { text: 'A heron', thinking: 'Let me see', files: [] }
    })
    const { openai } = await client()
    const pieces: string[] = []
    for await (const { choices } of await openai.chat.completions.create({ ...say('A bird'), stream: true })) {
      const piece = choices[0]?.delta.content
      if (piece) pieces.push(piece)
      if (piece) gate.resolve()
    }
    expect(pieces.join('|')).toBe('Let me see|A heron')
  })

  test('a failure is reported in the format of the protocol, with and without a stream', async () => {
    runs(() => Promise.reject(new ProviderError('refused', 'not allowed')))
    const { openai, user } = await client()
    expect(await refusal(openai.chat.completions.create(say('Hi')))).toEqual({ status: 400, code: 'content_policy_violation', param: null })
    // Within the first seconds, a stream has not started and fails with its status too.
    const streamed = openai.chat.completions.create({ ...say('Hi'), stream: true })
    expect(await refusal(streamed)).toEqual({ status: 400, code: 'content_policy_violation', param: null })
    expect(await available(user)).toEqual({ free: 100, held: 0 })
  })

  test.each([
    ['a model nobody has', { model: 'nobody' }, { status: 404, code: 'model_not_found', param: 'model' }],
    ['a model that makes something else', { model: 'picture' }, { status: 400, code: 'invalid_value', param: 'model' }],
    ['a model that is not available', { model: 'gone' }, { status: 503, code: 'model_unavailable', param: null }],
    ['no messages', { messages: [] }, { status: 400, code: 'invalid_value', param: 'messages' }],
    [
      'an answer to nothing',
      { messages: [{ role: 'assistant' as const, content: 'Hi' }] },
      { status: 400, code: 'invalid_value', param: 'messages' },
    ],
    ['several answers', { n: 2 }, { status: 400, code: 'unsupported_parameter', param: 'n' }],
    [
      'a tool for a model that only takes prompts',
      { model: 'poet', tools: [{ type: 'function' as const, function: { name: 'f' } }] },
      { status: 400, code: 'unsupported_parameter', param: 'tools' },
    ],
    [
      'a prompt that is too long for a model that only takes prompts',
      { model: 'poet', messages: [{ role: 'user' as const, content: 'x'.repeat(1_001) }] },
      { status: 400, code: 'context_length_exceeded', param: 'prompt' },
    ],
  ])('a request with %s is refused, and costs nothing', async (_what, wrong, expected) => {
    const { openai, user } = await client()
    expect(await refusal(openai.chat.completions.create({ ...say('Hi'), ...wrong }))).toEqual(expected)
    expect(await available(user)).toEqual({ free: 100, held: 0 })
  })
})

describe('an idempotency key', () => {
  const keyed = (key = 'key-1') => ({ headers: { 'Idempotency-Key': key } })

  test('an idempotency key makes one run and one charge of the same request, however often it is sent', async () => {
    runs(writes('Hello', ' there'))
    const { openai, user } = await client()
    const ask = () => openai.chat.completions.create(say('Hi'), keyed())
    const answers = [await ask(), await ask(), await ask()]
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(new Set(answers.map(({ choices }) => choices[0]?.message.content))).toEqual(new Set(['Hello there']))
    expect(asked).toHaveLength(1)
    expect(await available(user)).toEqual({ free: 95, held: 0 })
  })

  test('an idempotency key makes one run of simultaneous requests', async () => {
    runs(writes('Hello', ' there'))
    const { openai, user } = await client()
    const answers = await Promise.all(Array.from({ length: 10 }, () => openai.chat.completions.create(say('Hi'), keyed())))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await available(user)).toEqual({ free: 95, held: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('an idempotency key replays a stream from its start, while it is written and afterwards', async () => {
    const resume = runsInTwoPieces()
    const { openai, user } = await client()
    const open = () => openai.chat.completions.create({ ...say('A story'), stream: true }, keyed())
    async function read(stream: Awaited<ReturnType<typeof open>>, onPiece: () => void = () => undefined) {
      let text = ''
      for await (const { choices } of stream) {
        text += choices[0]?.delta.content ?? ''
        if (text !== '') onPiece()
      }
      return text
    }
    const first = await open()
    const second = read(await open(), resume)
    expect(await Promise.all([read(first), second])).toEqual(['Once upon a time', 'Once upon a time'])
    expect(await read(await open())).toBe('Once upon a time')
    expect(asked).toHaveLength(1)
    expect(await available(user)).toEqual({ free: 95, held: 0 })
  })

  test('an idempotency key of another request or of the wrong form is refused', async () => {
    runs(writes('Hello'))
    const { openai, user } = await client()
    await openai.chat.completions.create(say('Hi'), keyed())
    const others = [
      say('Something else'),
      { ...say('Hi'), messages: [{ role: 'system' as const, content: 'Be brief' }, ...say('Hi').messages] },
    ]
    const before = { ...say('Hi'), messages: [...say('Hi').messages, { role: 'assistant' as const, content: 'x' }, ...say('Hi').messages] }
    for (const other of [...others, before])
      expect(await refusal(openai.chat.completions.create(other, keyed()))).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    expect(await refusal(openai.images.generate({ model: 'picture', prompt: 'Hi' }, keyed()))).toMatchObject({ status: 409 })
    expect(await refusal(openai.chat.completions.create(say('Hi'), keyed('with a space')))).toMatchObject({
      status: 400,
      param: 'Idempotency-Key',
    })
    expect(await available(user)).toEqual({ free: 95, held: 0 })
  })

  test('an idempotency key is answered with the same images and the same sound', async () => {
    runs(makesAFile(runtime.scratchDir))
    const { openai, user } = await client()
    const draw = () => openai.images.generate({ model: 'picture', prompt: 'a lake' }, keyed())
    const pictures = await Promise.all([draw(), draw(), draw()])
    for (const { data } of pictures) expect(data).toHaveLength(1)
    runs(makesSound)
    const speak = () => openai.audio.speech.create({ model: 'voice', input: 'Hi', voice: 'ivan' }, keyed('key-2'))
    for (const sound of await Promise.all([speak(), speak(), speak()])) expect(await sound.text()).toBe(fileContent)
    expect(asked.map(({ model }) => model)).toEqual(['picture', 'voice'])
    expect(await available(user)).toEqual({ free: 90, held: 0 })
  })

  test.each([false, true])(
    'an idempotency key lets the official client retry a dropped connection without a second charge (stream: %s)',
    async (stream) => {
      const started = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      runs(async (_request, { onText }) => {
        started.resolve()
        await gate.promise
        onText('Hello')
        return { text: 'Hello', files: [] }
      })
      const { openai, user } = await client()
      let calls = 0
      const dropsOnce: typeof fetch = async (url, init) => {
        calls += 1
        if (calls > 1) return (gate.resolve(), fetch(url, init))
        const drop = new AbortController()
        const sent = fetch(url, { ...init, signal: drop.signal })
        await started.promise
        drop.abort()
        await sent.then((response) => response.text())
        throw new Error('the connection was not dropped')
      }
      const answer = openai.withOptions({ fetch: dropsOnce, maxRetries: 2 }).chat.completions.create({ ...say('Hi'), stream }, keyed())
      const got = await answer
      let text = ''
      if ('choices' in got) text = got.choices[0]?.message.content ?? ''
      else for await (const { choices } of got) text += choices[0]?.delta.content ?? ''
      expect(text).toBe('Hello')
      expect(calls).toBe(2)
      expect(asked).toHaveLength(1)
      await expect.poll(() => available(user)).toEqual({ free: 95, held: 0 })
      expect((await runOf(user)).status).toBe('succeeded')
    },
  )

  describe('a client that hangs up', () => {
    /** The same server with a short grace period for runs without a reader. */
    async function impatient(graceMs = 100) {
      const readers = openReaders(runtime.db, { providers: runtime.providers, graceMs })
      onTestFinished(() => readers.close())
      let attached = 0
      const attach: typeof readers.attach = async (...given) => {
        const reader = await readers.attach(...given)
        attached += 1
        return reader
      }
      const app = createOpenai({ ...runtime, readers: { ...readers, attach } })
      const { openai, user } = await client()
      const started = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      runs((_request, { onText, signal }) => {
        onText('Half', { inputTokens: 10, outputTokens: 5 })
        started.resolve()
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          void gate.promise.then(() => resolve({ text: 'Half', files: [], usage: { inputTokens: 10, outputTokens: 5 } }))
        })
      })
      const ask = (signal = new AbortController().signal) =>
        app.fetch(
          new Request('http://localhost/openai/v1/chat/completions', {
            method: 'POST',
            headers: { authorization: `Bearer ${openai.apiKey}`, 'content-type': 'application/json', 'idempotency-key': 'key-1' },
            body: JSON.stringify({ ...say('Hi'), model: 'chat/metered' }),
            signal,
          }),
          { clientAddress: '127.0.0.1' },
        )
      return { ask, user, started: started.promise, finish: gate.resolve, attached: () => attached }
    }

    test('a client that hangs up keeps its run for the grace period, then cancels it and pays for the text so far', async () => {
      const { ask, user, started } = await impatient()
      const leaving = new AbortController()
      const asking = ask(leaving.signal)
      await started
      await expect.poll(async () => (await runOf(user)).text).toBe('Half')
      leaving.abort()
      await asking
      await expect.poll(async () => runOf(user)).toMatchObject({ status: 'canceled', charged: 2 })
      expect(await available(user)).toEqual({ free: 98, held: 0 })
    })

    test('a client that hangs up does not cancel a run that another client with the key still reads', async () => {
      // Long enough for a busy machine to renew the lease.
      const graceMs = 1_000
      const { ask, user, started, finish, attached } = await impatient(graceMs)
      const leaving = new AbortController()
      const left = ask(leaving.signal)
      await started
      const staying = ask()
      await expect.poll(attached).toBe(2)
      leaving.abort()
      await left
      const leftAt = Date.now()
      // The remaining reader has renewed its lease later than the other would have canceled.
      await expect.poll(async () => (await runOf(user)).readUntil?.getTime()).toBeGreaterThan(leftAt + 2.5 * graceMs)
      expect((await runOf(user)).status).toBe('running')
      finish()
      expect((await staying).status).toBe(200)
      expect(await runOf(user)).toMatchObject({ status: 'succeeded', charged: 2 })
    })
  })
})

describe('images', () => {
  test('images come as bytes or as links, in the nearest shape the model has', async () => {
    runs(makesAFile(runtime.scratchDir))
    const { openai, user } = await client()
    const inline = await openai.images.generate({ model: 'picture', prompt: 'a lake', n: 2, size: '1536x1024' })
    expect(Buffer.from(inline.data?.[0]?.b64_json ?? '', 'base64').toString()).toBe(fileContent)
    expect(asked[0]?.options).toMatchObject({ aspect: '3:2', size: '2048', count: 2, format: 'png' })

    const linked = await openai.images.generate({ model: 'picture', prompt: 'a lake', response_format: 'url' })
    expect(linked.data?.[0]?.url).toMatch(/^http:\/\/localhost:\d+\/api\/v1\/files\/.+signature=/)
    expect(await available(user)).toEqual({ free: 90, held: 0 })
  })

  test('a request for more images than the model makes at a time, or for an invalid size, is refused at the parameter', async () => {
    const { openai } = await client()
    const ask = (wrong: { n?: number; size?: '256x256' | 'auto' }) =>
      refusal(openai.images.generate({ model: 'picture', prompt: 'x', ...wrong }))
    expect(await ask({ n: 3 })).toMatchObject({ status: 400, param: 'n' })
    const size: string = 'huge'
    expect(await refusal(openai.post('/images/generations', { body: { model: 'picture', prompt: 'x', size } }))).toMatchObject({
      status: 400,
      param: 'size',
    })
  })
})

describe('speech', () => {
  test('speech is answered with the sound itself; a voice that only OpenAI has becomes the model’s own', async () => {
    runs(makesSound)
    const { openai, user } = await client()
    const spoken = await openai.audio.speech.create({ model: 'voice', input: 'Good evening', voice: 'alloy' })
    expect(spoken.headers.get('content-type')).toBe('audio/mpeg')
    expect(await spoken.text()).toBe(fileContent)
    await openai.audio.speech.create({ model: 'voice', input: 'Добрый вечер', voice: 'ivan', response_format: 'wav' })
    expect(asked.map(({ options }) => options)).toMatchObject([
      { voice: 'emma', format: 'mp3' },
      { voice: 'ivan', format: 'wav' },
    ])
    expect(await available(user)).toEqual({ free: 90, held: 0 })
  })

  test('a voice that the model does not have, or an unknown format, is refused at the parameter', async () => {
    const { openai } = await client()
    const ask = (wrong: object) => refusal(openai.audio.speech.create({ model: 'voice', input: 'Hi', voice: 'ivan', ...wrong }))
    expect(await ask({ voice: 'stranger' })).toMatchObject({ status: 400, param: 'voice' })
    expect(await ask({ response_format: 'midi' })).toMatchObject({ status: 400, param: 'response_format' })
  })
})

describe('transcripts', () => {
  const recording = () => new File([new Uint8Array(makeSound(1.5))], 'talk.wav')
  const hears = () =>
    runs(async () => ({
      text: 'Hi. Bye.',
      files: [],
      transcript: {
        language: 'en',
        segments: [
          { start_ms: 0, end_ms: 700, text: 'Hi.', speaker: 1 },
          { start_ms: 700, end_ms: 1_500, text: 'Bye.', speaker: 2 },
        ],
      },
    }))

  test('a recording is answered in every format of the protocol, for the price of its length', async () => {
    hears()
    const { openai, user } = await client()
    expect(await openai.audio.transcriptions.create({ model: 'timed', file: recording(), language: 'en' })).toEqual({ text: 'Hi. Bye.' })
    expect(asked[0]).toMatchObject({ prompt: '', options: { language: 'en', speakers: false }, inputs: [{ role: 'source' }] })
    expect(await available(user)).toEqual({ free: 92, held: 0 })
    const formats = ['text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const
    const [plain, srt, vtt, verbose, diarized] = await Promise.all(
      formats.map((response_format) =>
        openai.audio.transcriptions.create({ model: 'timed', file: recording(), response_format }).then((answer: unknown) => answer),
      ),
    )
    expect(plain).toBe('Hi. Bye.\n')
    expect(srt).toBe('1\n00:00:00,000 --> 00:00:00,700\nSpeaker 1: Hi.\n\n2\n00:00:00,700 --> 00:00:01,500\nSpeaker 2: Bye.\n')
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:00\.700\n<v Speaker 1>Hi\.\n/)
    expect(verbose).toMatchObject({ task: 'transcribe', language: 'en', duration: 1.5, segments: [{ end: 0.7 }, { start: 0.7 }] })
    expect(diarized).toMatchObject({ segments: [{ speaker: '1' }, { speaker: '2' }] })
    expect(asked.filter(({ options }) => options.speakers)).toHaveLength(1)
  })

  test('a wrong file, model, language or format is refused at its parameter, before anything runs', async () => {
    hears()
    const { openai, user } = await client()
    const ask = (wrong: object) => refusal(openai.audio.transcriptions.create({ model: 'timed', file: recording(), ...wrong }))
    expect(await ask({ model: 'voice' })).toMatchObject({ status: 400, param: 'model' })
    expect(await ask({ model: 'nowhere' })).toMatchObject({ status: 404, code: 'model_not_found' })
    expect(await ask({ language: 'tlh' })).toMatchObject({ status: 400, param: 'language' })
    expect(await ask({ model: 'timeless', response_format: 'srt' })).toMatchObject({ status: 400, param: 'response_format' })
    expect(await ask({ file: new File(['just words'], 'talk.wav') })).toMatchObject({ status: 400, param: 'file' })
    expect(await refusal(openai.post('/audio/transcriptions', { body: { model: 'timed' } }))).toMatchObject({ status: 415 })
    expect(await refusal(openai.audio.speech.create({ model: 'timed', input: 'Hi', voice: 'ivan' }))).toMatchObject({ param: 'model' })
    expect(asked).toEqual([])
    expect(await available(user)).toEqual({ free: 100, held: 0 })
  })
})

describe('keys', () => {
  test('a missing key, a wrong key and a key without the scope give different errors', async () => {
    const nobody = new OpenAI({ baseURL: `${origin}/openai/v1`, apiKey: 'qk_made-up', maxRetries: 0 })
    expect(await refusal(nobody.models.list())).toMatchObject({ status: 401, code: 'invalid_api_key' })
    const { openai } = await client({ scopes: ['read'] })
    expect(await refusal(openai.chat.completions.create(say('Hi')))).toMatchObject({ status: 403, code: 'insufficient_permissions' })
  })

  test('a run without enough tokens does not start, and the client does not retry by itself', async () => {
    runs(writes('Never'))
    const { openai, user } = await client({ tokens: 4 })
    const answer = await openai.chat.completions.create(say('Hi')).catch((error: unknown) => error)
    expect(answer).toMatchObject({ status: 429, code: 'insufficient_quota' })
    expect(answer instanceof APIError && answer.headers?.get('x-should-retry')).toBe('false')
    expect(asked).toEqual([])
    expect(await available(user)).toEqual({ free: 4, held: 0 })
  })

  test('an unknown address is answered in the protocol’s shape', async () => {
    const { openai } = await client()
    expect(await refusal(openai.post('/nowhere', { body: { model: 'chat/large' } }))).toMatchObject({ status: 404, code: 'not_found' })
    const document = await (await fetch(`${origin}/openai/v1/openapi.json`)).json()
    expect(document).toMatchObject({ servers: [{ url: '/openai' }], paths: { '/v1/chat/completions': { post: {} } } })
  })
})

test('the ledger adds up after all these calls', async () => {
  expect(await auditLedger(runtime.db)).toEqual([])
})
