import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FunctionTool, ResponseCreateParamsNonStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ResponseEvent, responseEvents } from '#app/contract/protocols/response-events.ts'
import { responseSchema } from '#app/contract/protocols/responses.ts'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { type ChatPiece, openChatServer } from '#tests/fakes/providers/chat-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { sweepUnstored } from '#app/server/core/library/works/purge-unstored.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { compatibleText } from '#app/server/providers/compatible/compatible-text.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import { assumedAbilities } from '#app/server/providers/connected/text/abilities.ts'
import { ProviderError } from '#app/server/providers/provider.ts'

/** Open Responses with the official client and the AI SDK, over HTTP, with a real adapter and a model server that keeps what it is sent. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (name: string, given: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id: `desk/${name}`,
  model: name,
  via: 'text',
  type: 'text',
  name: words(name),
  description: words('A model'),
  price: { base: 0, per: null },
  options: {
    max_output_tokens: { type: 'integer', title: words('Longest'), minimum: 256, maximum: 4_096, multipleOf: 256, default: 1_024 },
  },
  inputs: [{ role: 'reference', types: ['image', 'text'], max: 4 }],
  prompt: { placeholder: words('Words'), maxLength: 10_000, examples: [] },
  maxOutputTokens: 500,
  history: true,
  can: assumedAbilities,
  ...given,
})

let upstream: Awaited<ReturnType<typeof openChatServer>>
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let server: Awaited<ReturnType<typeof openOpenaiServer>>
let origin: string

beforeAll(async () => {
  upstream = await openChatServer()
  const provider = connectedProvider({
    id: 'desk',
    name: 'Desk',
    models: [
      model('free'),
      model('plain', { can: { settings: [] } }),
      model('searches', { options: { search: { type: 'boolean', title: words('Search'), default: false } } }),
      model('metered', { price: { base: 0, per: { measure: 'model_tokens', every: 1_000, input: 1, output: 10 } } }),
    ],
    open: () => compatibleText({ name: 'desk', baseUrl: upstream.url, key: 'a-key' }),
    receive: () => Promise.reject(new ProviderError('internal', 'nothing to receive')),
    scratchDir: '/nowhere',
  })
  server = await openOpenaiServer({ provider })
  runtime = server.runtime
  origin = new URL(server.baseURL).origin
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const client = ({ tokens = 1_000 } = {}) => server.client({ tokens, scopes: ['read', 'generate', 'library'] })
const rowsOf = (user: { id: string }) =>
  runtime.db.select().from(generations).where(eq(generations.userId, user.id)).orderBy(generations.id)
const ask = (more: Partial<ResponseCreateParamsNonStreaming> = {}): ResponseCreateParamsNonStreaming => ({
  model: 'desk/free',
  input: 'Hi',
  ...more,
})
const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: null,
}
const sentWeather = {
  type: 'function',
  function: { name: weather.name, description: weather.description, parameters: weather.parameters },
}
const calls = (id: string, ...written: string[]): ChatPiece[] => [
  { call: { index: 0, id, name: 'get_weather', arguments: '' } },
  ...written.map((piece): ChatPiece => ({ call: { index: 0, arguments: piece } })),
]
const pictureUrl = async () => `data:image/png;base64,${(await makePicture()).toString('base64')}`

/** Reads a stream, each of whose events must follow its schema and the number before it. */
async function readEvents(stream: AsyncIterable<unknown>): Promise<ResponseEvent[]> {
  const read: ResponseEvent[] = []
  for await (const event of stream) {
    const parsed = v.parse(v.union(Object.values(responseEvents)), event)
    expect(parsed).toEqual(event)
    expect(parsed.sequence_number).toBe(read.length)
    read.push(parsed)
  }
  return read
}

describe('the public compliance suite', () => {
  // The cases of openresponses/openresponses, src/lib/compliance-tests.ts, read on 2026-11-29.
  const user = (content: string) => ({ type: 'message' as const, role: 'user' as const, content })
  const weatherOf = { type: 'object', properties: { location: { type: 'string', description: 'The city' } }, required: ['location'] }
  const tools = [{ type: 'function' as const, name: 'get_weather', description: 'Get the weather', parameters: weatherOf, strict: null }]
  const cases: [string, { input: ResponseInputItem[]; tools?: FunctionTool[] }, string][] = [
    ['basic-response', { input: [user('Say hello in exactly 3 words.')] }, 'message'],
    ['system-prompt', { input: [{ type: 'message', role: 'system', content: 'You are a pirate.' }, user('Say hello.')] }, 'message'],
    ['tool-calling', { input: [user('What’s the weather in San Francisco?')], tools }, 'function_call'],
    [
      'multi-turn',
      { input: [user('My name is Alice.'), { role: 'assistant', content: 'Hello Alice!' }, user('What is my name?')] },
      'message',
    ],
  ]

  test.each(cases)('the case %s passes, also as a stream', async (_id, request, type) => {
    upstream.answers(({ tools: given }) => ({ pieces: given ? calls('c', '{"location":"SF"}') : [{ text: 'Hello you there' }] }))
    const { openai } = await client()
    const answer = await openai.post('/responses', { body: { model: 'desk/free', ...request } })
    const response = v.parse(responseSchema, answer)
    expect(response).toMatchObject({ status: 'completed', error: null, output: [{ type }] })
    const streamed = await openai.responses.create({ model: 'desk/free', ...request, stream: true })
    const events = await readEvents(streamed)
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [{ type }] } })
    if (type === 'function_call')
      expect(events.map((event) => event.type)).toEqual([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.function_call_arguments.delta',
        'response.function_call_arguments.done',
        'response.output_item.done',
        'response.completed',
      ])
  })

  test('the case image-input passes', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'A lake' }] }))
    const { openai } = await client()
    const content = [
      { type: 'input_text' as const, text: 'What do you see?' },
      { type: 'input_image' as const, image_url: await pictureUrl(), detail: 'auto' as const },
    ]
    const response = await openai.responses.create(ask({ input: [{ type: 'message', role: 'user', content }] }))
    expect(response).toMatchObject({ status: 'completed', output_text: 'A lake' })
    expect(upstream.seen[0]?.messages).toMatchObject([{ role: 'user', content: [{ type: 'image_url' }, { type: 'text' }] }])
  })
})

describe('requests', () => {
  test('settings reach the server as they were sent, nothing else does, and the response states them', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai } = await client()
    await openai.responses.create(ask())
    expect(upstream.seen[0]).toEqual({
      model: 'free',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
    })
    const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'], additionalProperties: false }
    const sent = ask({
      instructions: 'You help',
      max_output_tokens: 17,
      temperature: 0.25,
      top_p: 0.9,
      reasoning: { effort: 'low', summary: 'auto' },
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'person', schema, strict: true } },
      tools: [weather],
      tool_choice: { type: 'function', name: 'get_weather' },
      parallel_tool_calls: false,
      metadata: { job: '7' },
    })
    const { data, response } = await openai.responses
      .create({ ...sent, user: 'me', service_tier: 'flex', truncation: 'auto', include: ['web_search_call.action.sources'] })
      .withResponse()
    expect(response.headers.get('x-ignored-parameters')).toBe('user, service_tier, include, truncation')
    expect(upstream.seen[1]).toMatchObject({
      messages: [
        { role: 'system', content: 'You help' },
        { role: 'user', content: 'Hi' },
      ],
      max_tokens: 17,
      temperature: 0.25,
      top_p: 0.9,
      reasoning_effort: 'low',
      verbosity: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'person', schema, strict: true } },
      tools: [sentWeather],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
      parallel_tool_calls: false,
    })
    const { input: _input, ...stated } = sent
    expect(data).toMatchObject({ ...stated, usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } })
    const again = await openai.responses.retrieve(data.id)
    expect(again).toEqual(data)
  })

  test.each([
    ['background', { background: true }],
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['top_logprobs', { top_logprobs: 2 }],
    ['max_tool_calls', { max_tool_calls: 2 }],
    ['include', { include: ['message.output_text.logprobs'] }],
    ['tools', { tools: [{ type: 'web_search' }] }],
    ['tools', { tools: [{ type: 'file_search', vector_store_ids: ['v'] }] }],
    ['tools', { tools: [{ type: 'custom', name: 'x' }] }],
    ['tool_choice', { tools: [weather], tool_choice: { type: 'function', name: 'other' } }],
    ['tool_choice', { tool_choice: { type: 'web_search' } }],
    ['text.format', { model: 'desk/plain', text: { format: { type: 'json_object' } } }],
    ['text.verbosity', { model: 'desk/plain', text: { verbosity: 'low' } }],
    ['presence_penalty', { model: 'desk/plain', presence_penalty: 1 }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])) }],
    ['input', { input: '' }],
    ['input', { input: [] }],
    ['input', { input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] }],
    ['input', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://example.com/a.png' }] }] }],
    ['model', { model: 'nowhere' }],
  ])('a request that cannot be done is refused at %s', async (param, more) => {
    const { openai, user } = await client()
    const refused = await refusal(openai.post('/responses', { body: { ...ask(), ...more } }))
    expect(refused?.status).toBe(param === 'model' ? 404 : 400)
    expect(refused?.param?.split('.', 2).slice(0, param.split('.').length).join('.')).toBe(param)
    expect(await rowsOf(user)).toEqual([])
  })

  test('a schema of 200 kB or with 100 levels is refused', async () => {
    const { openai } = await client()
    const deep = v.parse(v.looseObject({}), JSON.parse('{"a":'.repeat(100) + '1' + '}'.repeat(100)))
    for (const parameters of [
      { type: 'object', description: 'x'.repeat(200_000) },
      { type: 'object', ...deep },
    ])
      for (const body of [
        ask({ tools: [{ ...weather, parameters }] }),
        ask({ text: { format: { type: 'json_schema', name: 'x', schema: parameters } } }),
      ])
        expect(await refusal(openai.responses.create(body))).toMatchObject({ status: 400, param: expect.stringMatching(/^(tools|text)/) })
  })

  test('a tool of the service is the model’s option', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Found' }] }))
    const { openai, user } = await client()
    const tools = [{ type: 'web_search' as const, search_context_size: 'low' as const }]
    const { data, response } = await openai.responses.create(ask({ model: 'desk/searches', tools })).withResponse()
    expect(data.tools).toEqual([{ type: 'web_search' }])
    expect(response.headers.get('x-ignored-parameters')).toBe('tools.search_context_size')
    expect(await rowsOf(user)).toMatchObject([{ options: { search: true } }])
    const filtered = [{ type: 'web_search' as const, filters: { allowed_domains: ['example.com'] } }]
    expect(await refusal(openai.responses.create(ask({ model: 'desk/searches', tools: filtered })))).toMatchObject({ param: 'tools' })
  })
})

describe('items', () => {
  test('answers, calls, results and reasoning that are sent again reach the model in their order', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Done' }] }))
    const { openai } = await client()
    const image_url = await pictureUrl()
    await openai.responses.create(
      ask({
        input: [
          { role: 'developer', content: 'Be brief' },
          { role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
          { type: 'reasoning', id: 'rs_1', summary: [] },
          {
            type: 'message',
            id: 'msg_1',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'Let me see', annotations: [] }],
          },
          { type: 'function_call', call_id: 'a', name: 'shot', arguments: '{}' },
          { type: 'function_call', call_id: 'b', name: 'get_weather', arguments: '{"city":"Oslo"}' },
          {
            type: 'function_call_output',
            call_id: 'a',
            output: [
              { type: 'input_text', text: 'Taken' },
              { type: 'input_image', image_url, detail: 'auto' },
            ],
          },
          { type: 'function_call_output', call_id: 'b', output: 'Rain' },
        ],
      }),
    )
    expect(upstream.seen[0]?.messages).toMatchObject([
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: 'Let me see', tool_calls: [{ id: 'a' }, { id: 'b', function: { arguments: '{"city":"Oslo"}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'Taken' },
      { role: 'tool', tool_call_id: 'b', content: 'Rain' },
      { role: 'user', content: [{ type: 'text', text: '[Files of the results:]' }, { type: 'image_url' }] },
    ])
  })

  test('a text file and a refusal reach the model', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Read' }] }))
    const { openai } = await client()
    const file_data = `data:text/plain;base64,${Buffer.from('Once upon a time').toString('base64')}`
    await openai.responses.create(
      ask({
        input: [
          { role: 'user', content: 'No' },
          { type: 'message', id: 'm', status: 'completed', role: 'assistant', content: [{ type: 'refusal', refusal: 'I won’t' }] },
          { role: 'user', content: [{ type: 'input_file', filename: 'tale.txt', file_data }] },
        ],
      }),
    )
    expect(JSON.stringify(upstream.seen[0]?.messages)).toContain('Once upon a time')
    expect(upstream.seen[0]?.messages[1]).toEqual({ role: 'assistant', content: 'I won’t' })
  })

  test('items of earlier answers may be named, but not those of another person', async () => {
    upstream.answers(({ messages }) => ({ pieces: messages.length === 1 ? calls('call_1', '{}') : [{ text: 'Rain' }] }))
    const [{ openai, user }, other] = [await client(), await client()]
    const first = await openai.responses.create(ask({ tools: [weather] }))
    const input: ResponseInputItem[] = [
      { role: 'user', content: 'Hi' },
      { type: 'item_reference', id: first.output[0]?.id ?? '' },
      { type: 'function_call_output', call_id: 'call_1', output: 'Wet' },
    ]
    const second = await openai.responses.create(ask({ tools: [weather], input }))
    expect(second).toMatchObject({ output_text: 'Rain', previous_response_id: first.id })
    expect(await rowsOf(user)).toMatchObject([{}, { said: [{ role: 'tool', text: 'Wet' }], asked: null }])
    expect(await refusal(other.openai.responses.create(ask({ tools: [weather], input })))).toMatchObject({
      status: 404,
      param: 'input',
      code: 'item_not_found',
    })
  })
})

describe('a stream', () => {
  test('reasoning, text and calls come as they are written, and the last event has the response as it is stored', async () => {
    upstream.answers(() => ({
      pieces: [
        { thought: 'Hmm, ' },
        { thought: 'rain' },
        { text: 'Let me' },
        { text: ' see' },
        ...calls('call_1', '{"city": ', '"Oslo"}'),
        { call: { index: 1, id: 'call_2', name: 'get_weather', arguments: '{}' } },
      ],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 50,
        prompt_tokens_details: { cached_tokens: 64 },
        completion_tokens_details: { reasoning_tokens: 20 },
      },
    }))
    const { openai } = await client()
    const asked = ask({ tools: [weather], reasoning: { summary: 'auto' } })
    const events = await readEvents(await openai.responses.create({ ...asked, stream: true }))
    const joined = (type: string) => events.flatMap((event) => (event.type === type && 'delta' in event ? event.delta : [])).join('')
    expect(joined('response.reasoning_summary_text.delta')).toBe('Hmm, rain')
    expect(joined('response.output_text.delta')).toBe('Let me see')
    expect(joined('response.function_call_arguments.delta')).toBe('{"city": "Oslo"}{}')
    const last = events.at(-1)
    if (last?.type !== 'response.completed') throw new Error('not completed')
    expect(last.response).toMatchObject({
      output: [
        { type: 'reasoning', summary: [{ text: 'Hmm, rain' }] },
        { type: 'message', status: 'completed', content: [{ text: 'Let me see' }] },
        { type: 'function_call', call_id: 'call_1', arguments: '{"city": "Oslo"}' },
        { type: 'function_call', call_id: 'call_2', arguments: '{}' },
      ],
      usage: { input_tokens_details: { cached_tokens: 64 }, output_tokens_details: { reasoning_tokens: 20 }, total_tokens: 150 },
    })
    expect(await openai.get(`/responses/${last.response.id}`)).toEqual(last.response)
    const done = events.filter(({ type }) => type === 'response.output_item.done')
    expect(done).toHaveLength(4)
  })

  test('pieces come while the model writes', async () => {
    const gate = Promise.withResolvers<void>()
    upstream.answers(() => ({ pieces: [{ text: 'One' }, { wait: gate.promise }, { text: ' two' }] }))
    const { openai } = await client()
    const deltas: string[] = []
    for await (const event of await openai.responses.create({ ...ask(), stream: true })) {
      if (event.type !== 'response.output_text.delta') continue
      deltas.push(event.delta)
      gate.resolve()
    }
    expect(deltas).toEqual(['One', ' two'])
  })

  test('an answer that was cut is incomplete', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Once' }], finish: 'length' }))
    const { openai } = await client()
    const events = await readEvents(await openai.responses.create({ ...ask({ max_output_tokens: 1 }), stream: true }))
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [{ status: 'incomplete' }] },
    })
  })

  test('a failure at once is a status, and a later one the last event', async () => {
    upstream.answers(() => ({ status: 400, error: { message: 'Bad tool', type: 'invalid_request_error', param: 'tools' } }))
    const { openai, user } = await client()
    expect(await refusal(openai.responses.create({ ...ask(), stream: true }))).toMatchObject({ status: 400, param: 'tools' })

    const gate = Promise.withResolvers<void>()
    upstream.answers(() => ({ pieces: [{ text: 'One' }, { wait: gate.promise }] }))
    const stream = await openai.responses.create({ ...ask(), stream: true })
    const types: string[] = []
    for await (const event of stream) {
      types.push(event.type)
      if (event.type === 'response.output_text.delta') await openai.delete(`/responses/resp_${(await rowsOf(user)).at(-1)?.id}`)
      if (event.type === 'response.failed') expect(event.response).toMatchObject({ status: 'failed', error: { code: 'canceled' } })
    }
    gate.resolve()
    expect(types.at(-1)).toBe('response.failed')
  })
})

describe('a conversation', () => {
  test('30 steps by previous_response_id are stored once', async () => {
    upstream.answers(({ messages }) => ({ pieces: calls(`call_${messages.length}`, `{"city":"${'x'.repeat(200)}"}`) }))
    const { openai, user } = await client()
    const instructions = 's'.repeat(4_000)
    let answer = await openai.responses.create(ask({ input: 'Go', instructions, tools: [weather] }))
    let characters = 4_002
    for (let step = 0; step < 29; step += 1) {
      const [call] = answer.output
      if (call?.type !== 'function_call') throw new Error('no call')
      const output = `${step} ${'y'.repeat(8_000)}`
      const input: ResponseInputItem[] = [{ type: 'function_call_output', call_id: call.call_id, output }]
      answer = await openai.responses.create(ask({ input, instructions, tools: [weather], previous_response_id: answer.id }))
      characters += output.length + 220
    }
    expect(upstream.seen.at(-1)?.messages).toHaveLength(2 + 29 * 2)
    const { rows } = await runtime.db.execute<{ stored: number; threads: number }>(sql`
      select sum(length(coalesce(said::text, '')) + length(prompt) + length(coalesce(text, '')) + length(coalesce(calls::text, ''))
        + length(coalesce(asked::text, '')) + length(coalesce(replay::text, '')))::int as stored, count(distinct thread_id)::int as threads
      from generations where user_id = ${user.id}`)
    expect(rows[0]?.threads).toBe(1)
    expect((rows[0]?.stored ?? 0) / characters).toBeLessThan(1.2)
    const { keys, providers } = runtime
    const shown = await listGenerations(runtime.db, { userId: user.id, query: {}, keys, providers, locale: 'en' })
    expect(shown.items.map(({ prompt }) => prompt)).toEqual(['Go'])
  })

  test('instructions are those of the request, not those before it', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai } = await client()
    const first = await openai.responses.create(ask({ instructions: 'Be brief' }))
    const second = await openai.responses.create(ask({ input: 'And?', instructions: 'Be long', previous_response_id: first.id }))
    const third = await openai.responses.create(ask({ input: 'So?', previous_response_id: second.id }))
    expect(upstream.seen.map(({ messages: [one] }) => one?.role === 'system' && one['content'])).toEqual(['Be brief', 'Be long', false])
    expect(third).toMatchObject({ instructions: null, previous_response_id: second.id })
    expect((await openai.responses.retrieve(second.id)).instructions).toBe('Be long')
  })

  test('a conversation that is sent whole is found, and goes on', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai } = await client()
    const first = await openai.responses.create(ask())
    const input = [{ role: 'user', content: 'Hi' }, ...first.output, { role: 'user', content: 'And?' }]
    const second = v.parse(responseSchema, await openai.post('/responses', { body: { model: 'desk/free', input } }))
    expect(second.previous_response_id).toBe(first.id)
    const items = await openai.responses.inputItems.list(second.id, { order: 'asc' })
    expect(items.data).toMatchObject([
      { role: 'user', content: [{ text: 'Hi' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
      { role: 'user', content: [{ text: 'And?' }] },
    ])
    const pages: unknown[] = []
    for await (const item of openai.responses.inputItems.list(second.id, { limit: 2 })) pages.push(item)
    expect(pages).toEqual(items.data.toReversed())
  })

  test('an unknown response, a deleted one, and another person’s are not found', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const [{ openai }, other] = [await client(), await client()]
    const theirs = await other.openai.responses.create(ask())
    const mine = await openai.responses.create(ask())
    await openai.responses.delete(mine.id)
    for (const id of [theirs.id, mine.id, 'resp_00000000-0000-4000-8000-000000000000', 'resp_x', 'x']) {
      const unknown = { status: 404, param: 'previous_response_id', code: 'previous_response_not_found' }
      expect(await refusal(openai.responses.create(ask({ previous_response_id: id })))).toMatchObject(unknown)
      expect(await refusal(openai.responses.retrieve(id))).toMatchObject({ status: 404 })
      expect(await refusal(openai.responses.inputItems.list(id))).toMatchObject({ status: 404 })
      expect(await refusal(openai.responses.delete(id))).toMatchObject({ status: 404 })
    }
    expect((await other.openai.responses.retrieve(theirs.id)).output_text).toBe('Hello')
  })

  test('calls of the response before need their results', async () => {
    upstream.answers(() => ({ pieces: calls('call_1', '{}') }))
    const { openai } = await client()
    const { id } = await openai.responses.create(ask({ tools: [weather] }))
    const refused = await refusal(openai.responses.create(ask({ input: 'And?', previous_response_id: id })))
    expect(refused).toMatchObject({ status: 400, param: 'input' })
    expect(refused?.message).toContain('has no result')
  })
})

describe('store: false', () => {
  test.each([false, true])('nothing is kept of a run after its answer (stream: %s)', async (stream) => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai, user } = await client()
    const asked = ask({ model: 'desk/metered', store: false, instructions: 'secret', input: 'secret' })
    if (stream) {
      const events = await readEvents(await openai.responses.create({ ...asked, stream }))
      expect(events.at(-1)).toMatchObject({ response: { store: false, output: [{ content: [{ text: 'Hello' }] }] } })
    } else expect(await openai.responses.create(asked)).toMatchObject({ store: false, output_text: 'Hello' })
    await expect.poll(async () => (await rowsOf(user))[0]?.purgedAt).toBeInstanceOf(Date)
    const [row] = await rowsOf(user)
    expect(row).toMatchObject({ prompt: '', said: null, asked: null, text: null, status: 'succeeded' })
    expect(row?.chargedMilli).toBeGreaterThan(0)
    expect(await refusal(openai.responses.retrieve(`resp_${row?.id}`))).toMatchObject({ status: 404 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a run whose client did not wait is erased later', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai, user } = await client()
    const kept = await openai.responses.create(ask())
    const other = await openai.responses.create(ask({ input: 'Other' }))
    const unstored = await rowsOf(user)
    await runtime.db
      .update(generations)
      .set({ asked: { noted: { store: false } } })
      .where(eq(generations.id, unstored[1]?.id ?? ''))
    expect(await sweepUnstored(runtime.db, { queue: runtime.queue })).toBe(0)
    expect(await sweepUnstored(runtime.db, { queue: runtime.queue, now: Date.now() + 120_000 })).toBe(1)
    expect(await refusal(openai.responses.retrieve(other.id))).toMatchObject({ status: 404 })
    expect((await openai.responses.retrieve(kept.id)).output_text).toBe('Hello')
  })
})

describe('the AI SDK', () => {
  const tools = {
    get_weather: tool({
      description: 'The weather',
      inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
      execute: ({ city }) => `Rain in ${city}`,
    }),
  }

  test.each([true, false])('an agent calls its tool and answers (store: %s)', async (store) => {
    upstream.answers(({ messages }) =>
      messages.some(({ role }) => role === 'tool') ? { pieces: [{ text: 'It rains' }] } : { pieces: calls('call_1', '{"city":"Oslo"}') },
    )
    const { key, user } = await client()
    const provider = createOpenAI({ baseURL: `${origin}/openai/v1`, apiKey: key })
    const { text, steps } = await generateText({
      model: provider.responses('desk/free'),
      prompt: 'Weather in Oslo?',
      tools,
      stopWhen: stepCountIs(3),
      providerOptions: { openai: { store } },
    })
    expect(text).toBe('It rains')
    expect(steps).toHaveLength(2)
    expect(JSON.stringify(upstream.seen[1]?.messages)).toContain('Rain in Oslo')
    const rows = await rowsOf(user)
    expect(rows[1]?.parentId).toBe(store ? rows[0]?.id : null)
  })

  test('a stream of text and reasoning is read', async () => {
    upstream.answers(() => ({ pieces: [{ thought: 'Hmm' }, { text: 'Hel' }, { text: 'lo' }] }))
    const { key } = await client()
    const provider = createOpenAI({ baseURL: `${origin}/openai/v1`, apiKey: key })
    const result = streamText({
      model: provider.responses('desk/free'),
      prompt: 'Hi',
      providerOptions: { openai: { reasoningSummary: 'auto', forceReasoning: true } },
    })
    expect(await result.text).toBe('Hello')
    expect(await result.reasoningText).toBe('Hmm')
    expect(await result.finishReason).toBe('stop')
  })
})

describe('generated requests', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 0, 1e300, '', '\0', '\uD800', [], {}, [null], { type: 'function' }),
  )
  const item = fc.record(
    {
      type: fc.oneof(fc.constantFrom('message', 'function_call', 'function_call_output', 'reasoning', 'item_reference'), value),
      role: fc.oneof(fc.constantFrom('system', 'developer', 'user', 'assistant'), value),
      content: fc.oneof(
        fc.string(),
        value,
        fc.array(fc.record({ type: fc.constantFrom('input_text', 'input_image', 'refusal', 'input_file'), text: value, image_url: value })),
      ),
      id: fc.oneof(fc.constantFrom('msg_00000000-0000-4000-8000-000000000000_0', 'a'), value),
      call_id: fc.oneof(fc.constantFrom('a', 'b'), value),
      name: fc.string(),
      arguments: fc.string(),
      output: fc.oneof(fc.string(), value),
    },
    { requiredKeys: [] },
  )
  const parameters = [
    'temperature',
    'top_p',
    'max_output_tokens',
    'tool_choice',
    'text',
    'reasoning',
    'metadata',
    'store',
    'include',
    'truncation',
    'options',
    'instructions',
    'previous_response_id',
    'background',
    'stream_options',
    '__proto__',
  ]
  const tools = fc.array(
    fc.oneof(
      fc.record({
        type: fc.constantFrom('function', 'web_search', 'image_generation', 'mcp'),
        name: fc.oneof(fc.constantFrom('f', 'g.h/i:j', '__proto__', 'constructor'), fc.string()),
        parameters: fc.oneof(value, fc.dictionary(fc.string(), value)),
      }),
      value,
    ),
  )
  const body = fc.record(
    {
      model: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom('desk/free', 'desk/plain', 'desk/searches', 'desk/metered') },
        { weight: 1, arbitrary: value },
      ),
      input: fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength: 1 }) },
        { weight: 3, arbitrary: fc.array(item, { maxLength: 3 }).map((some) => [...some, { role: 'user', content: 'Hi' }]) },
        { weight: 1, arbitrary: value },
      ),
      more: fc.dictionary(fc.constantFrom(...parameters), value, { maxKeys: 1 }),
      tools: fc.option(tools, { nil: undefined }),
    },
    { requiredKeys: ['model', 'input', 'more'] },
  )

  test('none of them is an internal error, and each refusal names a parameter', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    // Each person may start so many runs a minute.
    let current = await client({ tokens: 100_000 })
    let sent = 0
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(body, async ({ more, ...rest }) => {
        sent += 1
        if (sent % 20 === 0) current = await client({ tokens: 100_000 })
        const response = await fetch(`${origin}/openai/v1/responses`, {
          method: 'POST',
          headers: { authorization: `Bearer ${current.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...more, ...rest }),
        })
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        const answer = v.parse(
          v.looseObject({ error: v.optional(v.nullable(v.looseObject({ param: v.nullable(v.string()) }))) }),
          await response.json(),
        )
        expect(response.status).toBeLessThan(500)
        if (response.status === 400 || response.status === 404) expect(answer.error?.param).toEqual(expect.any(String))
      }),
      { numRuns: isFull ? 3_000 : 60 },
    )
    expect(seen.get(200) ?? 0, JSON.stringify([...seen])).toBeGreaterThan(0)
  })
})
