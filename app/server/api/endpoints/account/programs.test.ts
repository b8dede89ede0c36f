import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import OpenAI, { APIError } from 'openai'
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { type ChatPiece, openChatServer } from '#tests/fakes/providers/chat-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { sharedResultSchema } from '#app/contract/library/shares.ts'
import { toolResultSchema, toolResultsSchema } from '#app/contract/runs/generations.ts'
import { shareGeneration } from '#app/server/core/library/shares/share-generation.ts'
import { listThreads } from '#app/server/core/library/threads/list-threads.ts'
import { summarizeLibrary } from '#app/server/core/library/works/summarize-library.ts'
import { readToolResults } from '#app/server/core/making/generations/read-tool-results.ts'
import { retryGeneration } from '#app/server/core/making/generations/retry-generation.ts'
import { listGenerations } from '#app/server/core/making/generations/list-generations.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { compatibleText } from '#app/server/providers/compatible/compatible-text.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import { assumedAbilities } from '#app/server/providers/connected/text/abilities.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { sdkMajor } from '#app/server/providers/sdk-major.ts'
import { createApi } from '../../api.ts'

/** Programs with the official client, over HTTP, with a real adapter and a model server that keeps what it is sent. */

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
    system: { type: 'string', title: words('Who'), maxLength: 4_000, default: '', 'x-control': 'text' },
    max_output_tokens: { type: 'integer', title: words('Longest'), minimum: 256, maximum: 4_096, multipleOf: 256, default: 1_024 },
    temperature: { type: 'number', title: words('Freely'), minimum: 0, maximum: 1, multipleOf: 0.1, default: 1 },
  },
  inputs: [{ role: 'reference', types: ['image'], max: 4 }],
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
      model('writes', { can: { ...assumedAbilities, json: 'object' } }),
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

const client = ({ tokens = 1_000 } = {}) => server.client({ tokens })
const rowsOf = (user: { id: string }) =>
  runtime.db.select().from(generations).where(eq(generations.userId, user.id)).orderBy(generations.id)
const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content })
const ask = (more: Partial<ChatCompletionCreateParamsNonStreaming> = {}): ChatCompletionCreateParamsNonStreaming => ({
  model: 'desk/free',
  messages: [user('Hi')],
  ...more,
})
const weather: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const calls = (id: string, ...written: string[]): ChatPiece[] => [
  { call: { index: 0, id, name: 'get_weather', arguments: '' } },
  ...written.map((piece): ChatPiece => ({ call: { index: 0, arguments: piece } })),
]

describe('settings', () => {
  test('a program’s settings reach the server as they were sent, and nothing else does', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai } = await client()
    await openai.chat.completions.create(ask())
    expect(upstream.seen[0]).toEqual({
      model: 'free',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
    })

    const sent = {
      max_completion_tokens: 1,
      temperature: 0.25,
      top_p: 0.9,
      seed: 7,
      stop: ['END', 'a\nb'],
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      logit_bias: { '50256': -100 },
      verbosity: 'low' as const,
      reasoning_effort: 'low' as const,
    }
    const { data, response } = await openai.chat.completions.create(ask({ ...sent, user: 'me', store: true })).withResponse()
    expect(data.choices[0]?.message.content).toBe('Hello')
    expect(response.headers.get('x-ignored-parameters')).toBe('user, store')
    const { max_completion_tokens, ...others } = sent
    expect(upstream.seen[1]).toMatchObject({ ...others, max_tokens: max_completion_tokens })
    expect(upstream.seen[1]).not.toHaveProperty('user')
  })

  test('requests that differ in one parameter conflict under one idempotency key', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai } = await client()
    const keyed = { headers: { 'Idempotency-Key': 'one' } }
    await openai.chat.completions.create(ask({ tools: [weather] }), keyed)
    await openai.chat.completions.create(ask({ tools: [weather] }), keyed)
    for (const other of [{ seed: 1 }, { top_p: 0.5 }, { tools: [weather], tool_choice: 'required' as const }, { messages: [user('Ho')] }])
      expect(await refusal(openai.chat.completions.create(ask({ tools: [weather], ...other }), keyed))).toMatchObject({ status: 409 })
    expect(upstream.seen).toHaveLength(1)
  })

  test('a system message and a prompt longer than any form’s field are sent whole', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Read' }] }))
    const { openai } = await client()
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: 'r'.repeat(50_000) }, user('p'.repeat(100_000))]
    await openai.chat.completions.create(ask({ messages }))
    expect(upstream.seen[0]?.messages).toEqual(messages)
  })
})

test('cached and reasoning tokens that the service reports are in the answer and with the run', async () => {
  const usage = {
    prompt_tokens: 90,
    completion_tokens: 40,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 30 },
  }
  upstream.answers(() => ({ pieces: [{ text: 'Hello' }], usage }))
  const { openai, user: person } = await client()
  expect((await openai.chat.completions.create(ask())).usage).toEqual({ ...usage, total_tokens: 130 })
  const [row] = await rowsOf(person)
  expect(row?.usage).toMatchObject({ inputTokens: 90, outputTokens: 40, cachedTokens: 64, reasoningTokens: 30 })
  upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
  expect((await openai.chat.completions.create(ask({ messages: [user('Ho')] }))).usage).toEqual({
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
  })
})

describe('messages', () => {
  test('messages arrive in their order and as they were sent', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Done' }] }))
    const { openai } = await client()
    await openai.chat.completions.create(
      ask({
        messages: [
          { role: 'assistant', content: 'Welcome' },
          user('One'),
          user('Two'),
          { role: 'system', content: 'Be brief' },
          { role: 'assistant', content: null, refusal: 'I won’t' },
          user('cafe\u0301'),
          { role: 'assistant', content: 'Once upon' },
        ],
      }),
    )
    expect(upstream.seen[0]?.messages).toEqual([
      { role: 'assistant', content: 'Welcome' },
      { role: 'user', content: 'One' },
      { role: 'user', content: 'Two' },
      { role: 'system', content: 'Be brief' },
      { role: 'assistant', content: 'I won’t' },
      { role: 'user', content: 'cafe\u0301' },
      { role: 'assistant', content: 'Once upon' },
    ])
  })

  test('an image without a text is sent without one', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'A lake' }] }))
    const { openai, user: person } = await client()
    const url = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    await openai.chat.completions.create(ask({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] }))
    expect(upstream.seen[0]?.messages).toMatchObject([{ role: 'user', content: [{ type: 'image_url' }] }])
    expect(await rowsOf(person)).toMatchObject([{ prompt: '[Attached files]' }])
  })

  test.each([
    ['a result without a call', [user('Hi'), { role: 'tool' as const, content: 'x', tool_call_id: 'c' }], /answers no call/],
    [
      'a call without a result',
      [
        user('Hi'),
        { role: 'assistant' as const, tool_calls: [{ id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }] },
        user('And?'),
      ],
      /has no result/,
    ],
  ])('%s is refused', async (_what, messages, message) => {
    const { openai } = await client()
    const refused = await refusal(openai.chat.completions.create(ask({ messages, tools: [weather] })))
    expect(refused).toMatchObject({ status: 400, param: 'messages' })
    expect(refused?.message).toMatch(message)
  })
})

describe('tools', () => {
  const question: ChatCompletionMessageParam[] = [{ role: 'system', content: 'You help' }, user('Weather in Oslo?')]

  test('a call comes back, its result goes in, and both are one conversation that is stored once', async () => {
    upstream.answers(({ messages }) =>
      messages.some(({ role }) => role === 'tool') ? { pieces: [{ text: 'Rain' }] } : { pieces: calls('call_1', '{"city": ', '"Oslo"}') },
    )
    const { openai, user: person } = await client()
    const first = await openai.chat.completions.create(ask({ messages: question, tools: [weather], parallel_tool_calls: false }))
    const [choice] = first.choices
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city": "Oslo"}' } }],
      },
    })
    expect(upstream.seen[0]).toMatchObject({ tools: [weather], parallel_tool_calls: false })
    if (!choice) throw new Error('no answer')
    const result = { role: 'tool' as const, tool_call_id: 'call_1', content: 'It rains' }
    const second = await openai.chat.completions.create(
      ask({ messages: [...question, choice.message, result], tools: [weather], parallel_tool_calls: false }),
    )
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Rain' } })
    expect(upstream.seen[1]?.messages).toEqual([
      ...question,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'It rains' },
    ])
    const [root, step] = await rowsOf(person)
    expect(root).toMatchObject({ prompt: 'Weather in Oslo?', threadId: root?.id, asked: { tools: [{ name: 'get_weather' }] } })
    expect(step).toMatchObject({
      parentId: root?.id,
      threadId: root?.id,
      prompt: '',
      said: [{ role: 'tool', text: 'It rains', answers: { id: 'call_1', name: 'get_weather' } }],
      asked: null,
      text: 'Rain',
    })
  })

  /** Asks about the weather, answers the call of a tool with this result, and returns the ids of both runs. */
  async function answerCall(content: string) {
    upstream.answers(({ messages }) =>
      messages.some(({ role }) => role === 'tool') ? { pieces: [{ text: 'Rain' }] } : { pieces: calls('call_1', '{"city": ', '"Oslo"}') },
    )
    const asked = await client()
    const first = await asked.openai.chat.completions.create(ask({ messages: question, tools: [weather] }))
    const message = first.choices[0]?.message
    if (!message) throw new Error('no answer')
    const result = { role: 'tool' as const, tool_call_id: 'call_1', content }
    await asked.openai.chat.completions.create(ask({ messages: [...question, message, result], tools: [weather] }))
    const [root, step] = await rowsOf(asked.user)
    if (!root || !step) throw new Error('no runs')
    return { ...asked, root, step }
  }
  /** Asks the native API. */
  const native = async (path: string, key = '') => {
    const request = new Request(`http://localhost/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    const answer = await createApi(runtime).fetch(request, { clientAddress: '127.0.0.1' })
    const body: unknown = await answer.json()
    return { status: answer.status, body }
  }
  const results = v.object({ tool_results: v.nullable(v.array(toolResultSchema)) })

  test('a conversation lists the results of tools with the run that answers them, cut, and has them whole on demand', async () => {
    const long = 'It rains. '.repeat(500)
    const { root, step, key } = await answerCall(long)
    const list = v.object({ items: v.array(v.object({ id: v.string(), ...results.entries })) })
    const { items } = v.parse(list, (await native(`/generations?thread=${root.id}`, key)).body)
    const byId = new Map(items.map((item) => [item.id, item.tool_results]))
    expect(byId.get(root.id)).toBeNull()
    const result = { id: 'call_1', name: 'get_weather', input: null, text: long.slice(0, 2_000), length: 5_000, failed: false, inputs: [] }
    expect(byId.get(step.id)).toEqual([result])
    const whole = await native(`/generations/${step.id}/tool-results`, key)
    expect(v.parse(toolResultsSchema, whole.body).items).toEqual([{ ...result, text: long }])
    const other = await client()
    expect((await native(`/generations/${step.id}/tool-results`, other.key)).status).toBe(404)
  })

  test('results of a conversation that began elsewhere come with the arguments of their calls', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Rain' }] }))
    const { openai, user: person } = await client()
    const call = { id: 'c', type: 'function' as const, function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
    const before: ChatCompletionMessageParam[] = [
      ...question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'It snows' },
    ]
    await openai.chat.completions.create(ask({ messages: before, tools: [weather] }))
    const [row] = await rowsOf(person)
    const { items } = await readToolResults(runtime.db, { userId: person.id, id: row?.id ?? '' })
    expect(items).toMatchObject([{ id: 'c', name: 'get_weather', input: '{"city":"Oslo"}', text: 'It snows' }])
  })

  test('a public link shows the steps of tools with the reasoning, and not without', async () => {
    const { user: person, step } = await answerCall('It rains')
    const share = (showThinking: boolean) =>
      shareGeneration(runtime.db, {
        storage: runtime.storage,
        userId: person.id,
        id: step.id,
        input: { show_prompt: false, show_thinking: showThinking, expires_at: null },
      })
    const shown = async (token: string) => v.parse(sharedResultSchema, (await native(`/shares/${token}`)).body).tool_steps
    const { token } = await share(true)
    expect(await shown(token)).toEqual([{ name: 'get_weather', input: '{"city": "Oslo"}', result: { text: 'It rains', failed: false } }])
    await share(false)
    expect(await shown(token)).toEqual([])
  })

  test('arguments are streamed as the model writes them', async () => {
    const gate = Promise.withResolvers<void>()
    upstream.answers(() => ({
      pieces: [
        { text: 'Let me see' },
        ...calls('call_1', '{"city": '),
        { wait: gate.promise },
        { call: { index: 0, arguments: '"Oslo"}' } },
        { call: { index: 1, id: 'call_2', name: 'get_weather', arguments: '{}' } },
      ],
    }))
    const { openai } = await client()
    const stream = await openai.chat.completions.create({ ...ask({ messages: question, tools: [weather] }), stream: true })
    const read: Record<number, { id?: string; name?: string; pieces: string[] }> = {}
    let finish: string | null = null
    let content = ''
    for await (const { choices } of stream) {
      finish = choices[0]?.finish_reason ?? finish
      content += choices[0]?.delta.content ?? ''
      for (const { index, id, function: called } of choices[0]?.delta.tool_calls ?? []) {
        const one = (read[index] ??= { pieces: [] })
        if (id) one.id = id
        if (called?.name) one.name = called.name
        if (called?.arguments) one.pieces.push(called.arguments)
        if (one.pieces.join('') === '{"city": ') gate.resolve()
      }
    }
    expect(content).toBe('Let me see')
    expect(finish).toBe('tool_calls')
    expect(read[0]?.pieces.join('')).toBe('{"city": "Oslo"}')
    expect(read[0]?.pieces.length).toBeGreaterThan(1)
    expect(read).toMatchObject({ 0: { id: 'call_1', name: 'get_weather' }, 1: { id: 'call_2', pieces: ['{}'] } })
  })

  test('without parallel calls only the first one is passed on, whatever the server does', async () => {
    upstream.answers(() => ({
      pieces: [...calls('call_1', '{}'), { call: { index: 1, id: 'call_2', name: 'get_weather', arguments: '{}' } }],
    }))
    const { openai } = await client()
    const answer = await openai.chat.completions.create(ask({ tools: [weather], parallel_tool_calls: false }))
    expect(answer.choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(['call_1'])
  })

  test('choices reach the server, and broken arguments the program', async () => {
    upstream.answers(() => ({ pieces: calls('call_1', '{"city": "Os') }))
    const { openai } = await client()
    for (const choice of ['auto', 'required', { type: 'function' as const, function: { name: 'get_weather' } }] as const) {
      const answer = await openai.chat.completions.create(ask({ tools: [weather], tool_choice: choice }))
      // That of the model itself is what happens anyway.
      expect(upstream.seen.at(-1)?.tool_choice).toEqual(choice === 'auto' ? undefined : choice)
      expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ function: { arguments: '{"city": "Os' } }])
    }
    upstream.answers(() => ({ pieces: [{ text: 'No' }] }))
    await openai.chat.completions.create(ask({ tools: [weather], tool_choice: 'none' }))
    expect(upstream.seen).toMatchObject([{ tools: [weather], tool_choice: 'none' }])
  })

  test('an image in the result of a tool reaches the model after the results', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'A lake' }] }))
    const { openai } = await client()
    const url = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    const call = { id: 'c', type: 'function', function: { name: 'shot', arguments: '{}' } }
    // OpenAI's types have no images here; its clients send what they are given.
    const body = {
      model: 'desk/free',
      messages: [
        user('Look'),
        { role: 'assistant', content: null, tool_calls: [call] },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [
            { type: 'text', text: 'Taken' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    }
    await openai.post('/chat/completions', { body })
    expect(upstream.seen[0]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: 'Taken' },
      { role: 'user', content: [{ type: 'text', text: '[Files of the results:]' }, { type: 'image_url' }] },
    ])
  })
})

describe('JSON', () => {
  const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'], additionalProperties: false }
  const response_format = { type: 'json_schema' as const, json_schema: { name: 'person', schema, strict: true } }

  test('a schema reaches a server that follows it', async () => {
    upstream.answers(() => ({ pieces: [{ text: '{"age":7}' }] }))
    const { openai } = await client()
    const answer = await openai.chat.completions.create(ask({ response_format }))
    expect(answer.choices[0]?.message.content).toBe('{"age":7}')
    expect(upstream.seen[0]).toMatchObject({ response_format })
    await openai.chat.completions.create(ask({ response_format: { type: 'json_object' } }))
    expect(upstream.seen[1]).toMatchObject({ response_format: { type: 'json_object' } })
  })

  test('an answer that does not follow the schema is repaired once, and paid for twice', async () => {
    upstream.answers(() => ({ pieces: [{ text: upstream.seen.length === 1 ? '{"age":"seven"}' : '{"age":7}' }] }))
    const { openai } = await client()
    const answer = await openai.chat.completions.create(ask({ model: 'desk/writes', response_format }))
    expect(answer.choices[0]?.message.content).toBe('{"age":7}')
    expect(answer.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 10 })
    expect(upstream.seen).toHaveLength(2)
    expect(upstream.seen[1]).toMatchObject({ response_format: { type: 'json_object' } })
    expect(JSON.stringify(upstream.seen[1]?.messages)).toContain('/age must be integer')
  })
})

describe('an agent', () => {
  test('stores 30 steps once, and is one conversation', async () => {
    upstream.answers(({ messages }) => ({ pieces: calls(`call_${messages.length}`, `{"city":"${'x'.repeat(200)}"}`) }))
    const { openai, user: person } = await client()
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: 's'.repeat(4_000) }, user('Go')]
    let characters = 4_002
    for (let step = 0; step < 30; step += 1) {
      const answer = await openai.chat.completions.create(ask({ messages, tools: [weather] }))
      const [choice] = answer.choices
      if (!choice) throw new Error('no answer')
      const content = `${step} ${'y'.repeat(8_000)}`
      messages.push(choice.message, { role: 'tool', tool_call_id: choice.message.tool_calls?.[0]?.id ?? '', content })
      characters += content.length + 220
    }
    expect(upstream.seen.at(-1)?.messages).toHaveLength(2 + 29 * 2)
    const { rows } = await runtime.db.execute<{ stored: number; threads: number }>(sql`
      select sum(length(coalesce(said::text, '')) + length(prompt) + length(coalesce(text, '')) + length(coalesce(calls::text, ''))
        + length(coalesce(asked::text, '')) + length(coalesce(replay::text, '')))::int as stored, count(distinct thread_id)::int as threads
      from generations where user_id = ${person.id}`)
    expect(rows[0]?.threads).toBe(1)
    const shown = await listGenerations(runtime.db, {
      userId: person.id,
      query: {},
      keys: runtime.keys,
      providers: runtime.providers,
      locale: 'en',
    })
    expect(shown.items.map(({ prompt }) => prompt)).toEqual(['Go'])
    const summary = await summarizeLibrary(runtime.db, { userId: person.id, providers: runtime.providers, locale: 'en' })
    expect(summary.total).toBe(1)
    expect(await listThreads(runtime.db, { userId: person.id, query: {} })).toMatchObject({ items: [{ first_prompt: 'Go', turns: 1 }] })
    expect((rows[0]?.stored ?? 0) / characters).toBeLessThan(1.2)
  })

  test('the reasoning that goes back to the service is held, too', async () => {
    const { openai, user: person } = await client()
    const held = async (replayed: number) => {
      upstream.answers(() => ({ pieces: calls('call_1', '{"city":"Rome"}') }))
      const messages: ChatCompletionMessageParam[] = [user(`Go ${replayed}`)]
      const body = { model: 'desk/metered', tools: [weather], max_completion_tokens: 10 }
      const first = await openai.chat.completions.create(ask({ ...body, messages }))
      const parts = replayed === 0 ? [] : [{ type: 'reasoning', text: 'x'.repeat(replayed) }]
      await runtime.db
        .update(generations)
        .set({ replay: { sdk: sdkMajor, model: 'desk/metered', parts } })
        .where(and(eq(generations.userId, person.id), isNull(generations.parentId)))
      const [choice] = first.choices
      if (!choice) throw new Error('no answer')
      messages.push(choice.message, { role: 'tool', tool_call_id: 'call_1', content: 'Rain' })
      upstream.answers(() => ({ pieces: [{ text: 'It rains' }] }))
      await openai.chat.completions.create(ask({ ...body, messages }))
      const [last] = await runtime.db.select().from(generations).where(eq(generations.userId, person.id)).orderBy(desc(generations.id))
      return last?.priceMilli ?? 0
    }
    // A thousandth of a token for each byte.
    const plain = await held(0)
    expect((await held(40_000)) - plain).toBeGreaterThanOrEqual(40_000)
  })

  test('a prompt of an image alone is a work, and only the answer to a tool is a step', async () => {
    const { openai, user: person } = await client()
    upstream.answers(() => ({ pieces: calls('call_1', '{"city":"Rome"}') }))
    const url = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]
    const first = await openai.chat.completions.create(ask({ messages, tools: [weather] }))
    const [choice] = first.choices
    if (!choice) throw new Error('no answer')
    upstream.answers(() => ({ pieces: [{ text: 'It rains' }] }))
    const results: ChatCompletionMessageParam = { role: 'tool', tool_call_id: 'call_1', content: 'Rain' }
    await openai.chat.completions.create(ask({ messages: [...messages, choice.message, results], tools: [weather] }))
    const view = { userId: person.id, keys: runtime.keys, providers: runtime.providers, locale: 'en' as const }
    const works = await listGenerations(runtime.db, { ...view, query: {} })
    const [{ thread_id: thread = null } = {}] = works.items
    expect(works.items.map(({ step }) => step)).toEqual([false])
    const all = await listGenerations(runtime.db, { ...view, query: thread === null ? {} : { thread } })
    expect(all.items.map(({ step }) => step).toSorted()).toEqual([false, true])
  })

  test('an edited conversation is a new one', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai, user: person } = await client()
    await openai.chat.completions.create(ask())
    await openai.chat.completions.create(ask({ messages: [user('Hi'), { role: 'assistant', content: 'Changed' }, user('And?')] }))
    expect((await rowsOf(person)).map(({ parentId, threadId }) => [parentId, threadId])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('a conversation stored by the release before runs again with its earlier turns', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const { openai, user: person } = await client()
    await openai.chat.completions.create(ask({ messages: [user('And?')] }))
    const [row] = await rowsOf(person)
    if (!row) throw new Error('no run')
    const context = [
      { role: 'user' as const, text: 'Hi' },
      { role: 'assistant' as const, text: 'Yes' },
    ]
    await runtime.db.update(generations).set({ context, said: null, asked: null, head: null }).where(eq(generations.id, row.id))
    const again = await retryGeneration(runtime.db, { ...runtime, userId: person.id, id: row.id })
    await expect.poll(async () => (await rowsOf(person)).find(({ id }) => id === again.id)?.status).toBe('succeeded')
    expect(upstream.seen.at(-1)?.messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes' },
      { role: 'user', content: 'And?' },
    ])
  })

  test('a conversation of another person is never continued', async () => {
    upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))
    const [one, other] = [await client(), await client()]
    await one.openai.chat.completions.create(ask())
    await other.openai.chat.completions.create(ask({ messages: [user('Hi'), { role: 'assistant', content: 'Hello' }, user('And?')] }))
    expect(await rowsOf(other.user)).toMatchObject([{ parentId: null, said: [{ role: 'user', text: 'Hi' }, {}, { role: 'prompt' }] }])
  })
})

describe('money', () => {
  test('tools count in what is held, and the server’s usage decides what is charged', async () => {
    upstream.answers(() => ({ pieces: calls('c', '{}'), usage: { prompt_tokens: 1_000, completion_tokens: 100 } }))
    const { openai, user: person } = await client()
    const held = async (tools: ChatCompletionTool[]) => {
      await openai.chat.completions.create(ask({ model: 'desk/metered', max_tokens: 200, tools }))
      return (await rowsOf(person)).at(-1)?.priceMilli ?? 0
    }
    const long = { ...weather, function: { ...weather.function, description: 'd'.repeat(10_000) } }
    const small = await held([weather])
    const large = await held([long])
    expect(large - small).toBeGreaterThanOrEqual(9_000)
    expect(await rowsOf(person)).toMatchObject([{ chargedMilli: 2_000 }, { chargedMilli: 2_000 }])
  })

  test('eight agents with a balance for three: three answers, five refusals, and the ledger adds up', async () => {
    const gate = Promise.withResolvers<void>()
    upstream.answers(() => ({ pieces: [...calls('c', '{}'), { wait: gate.promise }] }))
    // A run holds 1 token for each 1,000 bytes in, and 10 for its 1,000 tokens out: 11 or 12 in all.
    const { openai, user: person } = await client({ tokens: 36 })
    let refused = 0
    const asking = Array.from({ length: 8 }, async (_, index) => {
      const result = await refusal(
        openai.chat.completions.create(
          ask({ model: 'desk/metered', max_tokens: 1_000, tools: [weather], messages: [user(`Agent ${index}`)] }),
        ),
      )
      if (result) refused += 1
      return result
    })
    // Answers give back what they have not used, so none may end before everyone has asked.
    await expect
      .poll(async () => [
        await runtime.db.$count(generations, and(eq(generations.userId, person.id), eq(generations.status, 'running'))),
        refused,
      ])
      .toEqual([3, 5])
    gate.resolve()
    const results = await Promise.all(asking)
    expect(results.filter((result) => result === undefined)).toHaveLength(3)
    expect(results.filter((result) => result?.code === 'insufficient_quota')).toHaveLength(5)
    expect(await auditLedger(runtime.db)).toEqual([])
    expect((await getBalance(runtime.db, person.id)).held).toBe(0)
  })
})

describe('failures', () => {
  test('a busy service is asked twice at most', async () => {
    upstream.answers(() => ({ status: 429, error: { message: 'Slow down', type: 'rate_limit_error', code: 'rate_limit_exceeded' } }))
    const { openai } = await client()
    expect(await refusal(openai.chat.completions.create(ask()))).toMatchObject({ status: 503 })
    expect(upstream.seen).toHaveLength(2)
  })

  test('a service’s wait is passed on', async () => {
    upstream.answers(() => ({ status: 429, headers: { 'retry-after': '2' }, error: { message: 'Slow down', type: 'rate_limit_error' } }))
    const { openai } = await client()
    const failed = await openai.chat.completions.create(ask()).catch((error: unknown) => error)
    if (!(failed instanceof APIError)) throw failed
    expect(failed.status).toBe(503)
    expect(Number(failed.headers?.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a refused parameter has its name and the service’s sentence', async () => {
    const message = 'max_tokens is too large: 9000. This model supports at most 4096 completion tokens.'
    upstream.answers(() => ({ status: 400, error: { message, type: 'invalid_request_error', param: 'max_tokens', code: 'invalid_value' } }))
    const { openai } = await client()
    const refused = await refusal(openai.chat.completions.create(ask({ max_tokens: 9_000 })))
    expect(refused).toMatchObject({ status: 400, param: 'max_tokens' })
    expect(refused?.message).toContain('This model supports at most')
  })

  test('a wrong key and a missing parameter have the protocol’s words', async () => {
    const stranger = new OpenAI({ baseURL: `${origin}/openai/v1`, apiKey: 'sk-wrong', maxRetries: 0 })
    const refused = await refusal(stranger.chat.completions.create(ask()))
    expect(refused).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(refused?.message).toContain('Incorrect API key')
    const { openai } = await client()
    const missing = await refusal(openai.post('/chat/completions', { body: { messages: [user('Hi')] } }))
    expect(missing).toMatchObject({ status: 400, param: 'model' })
    expect(missing?.message).toContain('missing')
  })
})

describe('generated requests', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 0, 1e300, '', '\0', '\uD800', [], {}, [null], { type: 'function' }),
  )
  const message = fc.record(
    {
      role: fc.oneof(fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool'), value),
      content: fc.oneof(
        fc.string(),
        value,
        fc.array(fc.record({ type: fc.constantFrom('text', 'image_url', 'refusal', 'file'), text: value, image_url: value })),
      ),
      tool_calls: fc.oneof(
        value,
        fc.array(
          fc.record({
            id: fc.constantFrom('a', 'b'),
            type: fc.constant('function'),
            function: fc.record({ name: fc.string(), arguments: fc.string() }),
          }),
        ),
      ),
      tool_call_id: fc.oneof(fc.constantFrom('a', 'b'), value),
    },
    { requiredKeys: ['role', 'content'] },
  )
  const parameters = [
    'temperature',
    'top_p',
    'n',
    'stop',
    'seed',
    'max_tokens',
    'tools',
    'tool_choice',
    'response_format',
    'logit_bias',
    'stream_options',
    'user',
    'options',
    'reasoning_effort',
    'modalities',
    '__proto__',
  ]
  const tools = fc.array(
    fc.record({
      type: fc.constant('function'),
      function: fc.record({
        name: fc.oneof(fc.constantFrom('f', 'g.h/i:j', '__proto__', 'constructor'), fc.string()),
        parameters: fc.oneof(value, fc.dictionary(fc.string(), value)),
      }),
    }),
  )
  const body = fc.record(
    {
      model: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom('desk/free', 'desk/writes', 'desk/metered') },
        { weight: 1, arbitrary: value },
      ),
      messages: fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength: 1 }).map((content) => [{ role: 'user', content }]) },
        { weight: 3, arbitrary: fc.array(message, { maxLength: 2 }).map((some) => [...some, { role: 'user', content: 'Hi' }]) },
        { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }) },
        { weight: 1, arbitrary: value },
      ),
      more: fc.dictionary(fc.constantFrom(...parameters), value, { maxKeys: 1 }),
      tools: fc.option(tools, { nil: undefined }),
    },
    { requiredKeys: ['model', 'messages', 'more'] },
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
        const response = await fetch(`${origin}/openai/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${current.openai.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...more, ...rest }),
        })
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        const answer = v.parse(
          v.looseObject({ error: v.optional(v.looseObject({ param: v.nullable(v.string()) })) }),
          await response.json(),
        )
        expect(response.status).toBeLessThan(500)
        if (response.status === 400) expect(answer.error?.param).toEqual(expect.any(String))
      }),
      { numRuns: isFull ? 3_000 : 60 },
    )
    expect(seen.get(200) ?? 0, JSON.stringify([...seen])).toBeGreaterThan(0)
  })
})
