import Anthropic from '@anthropic-ai/sdk'
import type { MessageCreateParamsNonStreaming, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import { generateText, jsonSchema, Output, stepCountIs, streamText } from 'ai'
import { expect } from 'vitest'
import { makePicture } from '#tests/fixtures/make-media.ts'
import type { Outcome, Row } from './row.ts'
import { aiWeather, city, retried } from './weather.ts'
import type { World } from './world.ts'

/** Anthropic's protocol, below `/anthropic/v1`. */

const call = 'anthropic: messages'
const user = (content: MessageParam['content']): MessageParam => ({ role: 'user', content })
type Asking = Partial<MessageCreateParamsNonStreaming>
const base = { model: 'desk/able', max_tokens: 1_024, messages: [user('Hi')] }
const ask = ({ anthropic }: World, more: Asking = {}) => anthropic.messages.create({ ...base, ...more })
const post = ({ anthropic }: World, more: object) => anthropic.post('/v1/messages', { body: { ...base, ...more } })

const weather: Tool = { name: 'get_weather', description: 'The weather of a city', input_schema: city }
const model = ({ ai }: World) => ai.anthropic('desk/able')
const lastSent = ({ upstream }: World) => upstream.seen.at(-1)
const picture = async () => ({
  type: 'base64' as const,
  media_type: 'image/png' as const,
  data: (await makePicture()).toString('base64'),
})

const passed = (shows: string, sent: object, seen: object): Row => ({
  call,
  shows,
  outcome: 'works',
  tries: {
    async anthropic(world) {
      await post(world, sent)
      expect(lastSent(world)).toMatchObject(seen)
    },
  },
})
const settled = (outcome: Outcome, shows: string, sent: object): Row => ({
  call,
  shows,
  outcome,
  tries: { anthropic: (world) => post(world, sent) },
})

export const messageRows: readonly Row[] = [
  {
    call,
    shows: 'a text',
    outcome: 'works',
    isUsual: true,
    tries: {
      async anthropic(world) {
        const answer = await ask(world, { system: 'You help' })
        expect(answer).toMatchObject({
          type: 'message',
          content: [{ type: 'text', text: 'Hello there' }],
          stop_reason: 'end_turn',
          usage: { input_tokens: 10, output_tokens: 5 },
        })
        expect(lastSent(world)?.messages).toEqual([
          { role: 'system', content: 'You help' },
          { role: 'user', content: 'Hi' },
        ])
      },
      async ai(world) {
        const answer = await generateText({ model: model(world), prompt: 'Hi', ...retried })
        expect(answer.text).toBe('Hello there')
        expect(answer.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 })
      },
    },
  },
  {
    call,
    shows: 'a stream',
    outcome: 'works',
    isUsual: true,
    tries: {
      async anthropic({ anthropic }) {
        const stream = anthropic.messages.stream(base)
        let text = ''
        stream.on('text', (delta) => void (text += delta))
        const final = await stream.finalMessage()
        expect(text).toBe('Hello there')
        expect(final).toMatchObject({ stop_reason: 'end_turn', usage: { input_tokens: 10, output_tokens: 5 } })
      },
      async ai(world) {
        const answer = streamText({ model: model(world), prompt: 'Hi', ...retried })
        expect(await answer.text).toBe('Hello there')
        expect(await answer.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 })
      },
    },
  },
  {
    call,
    shows: 'a key as a bearer (`authToken`), as Claude Code sends it',
    outcome: 'works',
    tries: {
      async anthropic({ apiKey, origin }) {
        const bearer = new Anthropic({ baseURL: `${origin}/anthropic`, apiKey: null, authToken: apiKey, maxRetries: 0 })
        expect((await bearer.messages.create(base)).content).toMatchObject([{ text: 'Hello there' }])
      },
    },
  },
  {
    call,
    shows: 'blocks of text with `cache_control`, a system message in the middle, two messages in a row',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        const cached = { cache_control: { type: 'ephemeral' as const } }
        await ask(world, {
          system: [{ type: 'text', text: 'You help', ...cached }],
          messages: [
            user([{ type: 'text', text: 'One', ...cached }]),
            user('Two'),
            { role: 'assistant', content: [{ type: 'text', text: 'Three' }] },
            { role: 'system', content: 'Be brief' },
            user('Four'),
          ],
        })
        expect(lastSent(world)?.messages.map(({ role, content }) => [role, content])).toEqual([
          ['system', 'You help'],
          ['user', 'One'],
          ['user', 'Two'],
          ['assistant', 'Three'],
          ['system', 'Be brief'],
          ['user', 'Four'],
        ])
      },
    },
  },
  {
    call,
    shows: 'the beginning of the answer (prefill), which is continued',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        await ask(world, { messages: [user('Hi'), { role: 'assistant', content: 'Once upon' }] })
        expect(lastSent(world)?.messages.at(-1)).toEqual({ role: 'assistant', content: 'Once upon' })
      },
    },
  },
  {
    call,
    shows: 'an image (`base64`)',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        await ask(world, {
          messages: [
            user([
              { type: 'image', source: await picture() },
              { type: 'text', text: 'What is it?' },
            ]),
          ],
        })
        expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
      },
      async ai(world) {
        const content = [{ type: 'file' as const, data: await makePicture(), mediaType: 'image/png' }]
        await generateText({ model: model(world), messages: [{ role: 'user', content }], ...retried })
        expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
      },
    },
  },
  {
    call,
    shows: 'an image at another address (`url`)',
    outcome: { refuses: 'messages' },
    tries: {
      anthropic: (world) =>
        ask(world, { messages: [user([{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }])] }),
    },
  },
  {
    call,
    shows: 'a document: text, blocks, a search result',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        await ask(world, {
          messages: [
            user([
              { type: 'document', title: 'Rules', source: { type: 'text', media_type: 'text/plain', data: 'Be kind' } },
              { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'A block' }] } },
              { type: 'search_result', title: 'Found', source: 'https://example.com', content: [{ type: 'text', text: 'A page' }] },
              { type: 'text', text: 'Well?' },
            ]),
          ],
        })
        const sent = JSON.stringify(lastSent(world)?.messages)
        for (const text of ['Rules', 'Be kind', 'A block', 'Found', 'A page', 'Well?']) expect(sent).toContain(text)
      },
    },
  },
  {
    call,
    shows: 'citations of a document',
    outcome: { refuses: 'citations' },
    tries: {
      anthropic: (world) =>
        ask(world, {
          messages: [
            user([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Be kind' }, citations: { enabled: true } }]),
          ],
        }),
    },
  },
  {
    call,
    shows: 'a tool, its call and its result',
    outcome: 'works',
    isUsual: true,
    tries: {
      async anthropic(world) {
        const first = await ask(world, { tools: [weather] })
        expect(first).toMatchObject({
          stop_reason: 'tool_use',
          content: [{ type: 'tool_use', name: 'get_weather', input: { city: 'Oslo' } }],
        })
        const [used] = first.content
        if (used?.type !== 'tool_use') throw new Error('no call')
        const result = user([{ type: 'tool_result', tool_use_id: used.id, content: 'Rain' }])
        const second = await ask(world, {
          tools: [weather],
          messages: [
            user('Hi'),
            { role: 'assistant', content: [{ type: 'tool_use', id: used.id, name: used.name, input: used.input }] },
            result,
          ],
        })
        expect(second).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'Hello there' }] })
      },
      async ai(world) {
        const answer = await generateText({
          model: model(world),
          prompt: 'Hi',
          tools: { get_weather: aiWeather },
          stopWhen: stepCountIs(3),
          ...retried,
        })
        expect(answer.text).toBe('Hello there')
        expect(answer.steps).toHaveLength(2)
      },
    },
  },
  {
    call,
    shows: 'a call in a stream (`input_json_delta`), two calls at once',
    outcome: 'works',
    tries: {
      async anthropic({ anthropic }) {
        const final = await anthropic.messages.stream({ ...base, messages: [user('Two cities')], tools: [weather] }).finalMessage()
        expect(final.content).toMatchObject([
          { type: 'tool_use', input: { city: 'Oslo' } },
          { type: 'tool_use', input: { city: 'Rome' } },
        ])
        expect(final.stop_reason).toBe('tool_use')
      },
      async ai(world) {
        const answer = streamText({ model: model(world), prompt: 'Two cities', tools: { get_weather: aiWeather }, ...retried })
        expect((await answer.toolCalls).map(({ input }) => input)).toEqual([{ city: 'Oslo' }, { city: 'Rome' }])
      },
    },
  },
  {
    call,
    shows: 'a tool’s loop of the client (`toolRunner`)',
    outcome: 'works',
    tries: {
      async anthropic({ anthropic }) {
        const run = async () => 'Rain'
        const parse = (input: unknown) => input
        const final = await anthropic.beta.messages.toolRunner({ ...base, tools: [{ ...weather, type: 'custom', run, parse }] })
        expect(final.content).toMatchObject([{ text: 'Hello there' }])
      },
    },
  },
  {
    call,
    shows: 'results with an image and `is_error`',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        const uses = ['a', 'b'].map((id) => ({ type: 'tool_use' as const, id, name: 'get_weather', input: {} }))
        await ask(world, {
          tools: [weather],
          messages: [
            user('Hi'),
            { role: 'assistant', content: uses },
            user([
              { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source: await picture() }] },
              { type: 'tool_result', tool_use_id: 'b', content: 'No network', is_error: true },
            ]),
          ],
        })
        const sent = JSON.stringify(lastSent(world)?.messages)
        expect(sent).toContain('data:image/jpeg;base64')
        expect(sent).toContain('No network')
      },
    },
  },
  ...(
    [
      [{ type: 'any' }, 'required'],
      [
        { type: 'tool', name: 'get_weather' },
        { type: 'function', function: { name: 'get_weather' } },
      ],
      [{ type: 'none' }, 'none'],
    ] as const
  ).map(([choice, seen]) => passed(`\`tool_choice: ${choice.type}\``, { tools: [weather], tool_choice: choice }, { tool_choice: seen })),
  {
    call,
    shows: '`tool_choice: auto`',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        const answer = await ask(world, { tools: [weather], tool_choice: { type: 'auto' } })
        expect(answer.stop_reason).toBe('tool_use')
        // The model's own choice is what happens anyway, and some services refuse even that.
        expect(lastSent(world)).not.toHaveProperty('tool_choice')
      },
    },
  },
  {
    call,
    shows: '`disable_parallel_tool_use`',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        const choice = { type: 'auto' as const, disable_parallel_tool_use: true }
        const answer = await ask(world, { messages: [user('Two cities')], tools: [weather], tool_choice: choice })
        expect(answer.content).toHaveLength(1)
      },
    },
  },
  {
    call,
    shows: 'thinking in a stream, with its signature',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        world.upstream.answers(() => ({ pieces: [{ thought: 'Let me ' }, { thought: 'see' }, { text: 'Hello there' }] }))
        const final = await world.anthropic.messages.stream({ ...base, thinking: { type: 'adaptive' } }).finalMessage()
        expect(final.content).toMatchObject([
          { type: 'thinking', thinking: 'Let me see', signature: expect.stringMatching(/./) },
          { type: 'text', text: 'Hello there' },
        ])
      },
    },
  },
  {
    call,
    shows: '`output_config.format`: a JSON Schema',
    outcome: 'works',
    tries: {
      async anthropic(world) {
        const answer = await ask(world, { output_config: { format: { type: 'json_schema', schema: city } } })
        expect(answer.content).toMatchObject([{ text: '{"city":"Oslo"}' }])
        expect(lastSent(world)?.['response_format']).toMatchObject({ type: 'json_schema', json_schema: { schema: city } })
      },
      async ai(world) {
        const { output } = await generateText({
          model: model(world),
          prompt: 'Hi',
          output: Output.object({ schema: jsonSchema<{ city: string }>(city) }),
          providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
          ...retried,
        })
        expect(output).toEqual({ city: 'Oslo' })
      },
    },
  },
  passed('`max_tokens`, `stop_sequences`', { max_tokens: 1, stop_sequences: ['END'] }, { max_tokens: 1, stop: ['END'] }),
  passed('`temperature`, `top_p`', { temperature: 0.25, top_p: 0.9 }, { temperature: 0.25, top_p: 0.9 }),
  passed('`output_config.effort`', { output_config: { effort: 'low' } }, { reasoning_effort: 'low' }),
  passed(
    '`thinking.budget_tokens`, as an effort',
    { max_tokens: 9_000, thinking: { type: 'enabled', budget_tokens: 8_000 } },
    { reasoning_effort: 'medium' },
  ),
  ...(
    [
      ['top_k', 5],
      ['metadata', { user_id: 'me' }],
      ['service_tier', 'auto'],
      ['cache_control', { type: 'ephemeral' }],
      ['context_management', { edits: [] }],
    ] as const
  ).map(([name, value]) => settled({ ignores: name }, `\`${name}\``, { [name]: value })),
  settled({ refuses: 'tools.0.type' }, 'a tool of Anthropic’s servers', { tools: [{ type: 'web_search_20260318', name: 'web_search' }] }),
  settled({ refuses: 'thread' }, '`thread`; clients send the whole conversation then', { thread: { type: 'create' } }),
  settled({ refuses: 'mcp_servers' }, '`mcp_servers`', { mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'a' }] }),
  settled({ refuses: 'container' }, '`container`', { container: 'a' }),
  settled({ refuses: 'tools' }, 'a tool for a model without tools', { model: 'desk/plain', tools: [weather] }),
  settled({ refuses: 'max_tokens' }, 'no `max_tokens`', { max_tokens: undefined }),
  {
    call,
    shows: 'an unknown model is the client’s `NotFoundError`',
    outcome: { refuses: 'model' },
    isUsual: true,
    tries: {
      async anthropic(world) {
        const failed = await ask(world, { model: 'nobody' }).catch((error: unknown) => error)
        expect(failed).toBeInstanceOf(Anthropic.NotFoundError)
        expect(failed).toMatchObject({ type: 'not_found_error', requestID: expect.stringMatching(/^[\da-f-]{36}$/) })
        throw failed
      },
      ai: ({ ai }) => generateText({ model: ai.anthropic('nobody'), prompt: 'Hi', ...retried }),
    },
  },
  {
    call: 'anthropic: count_tokens',
    shows: 'an estimate',
    outcome: 'works',
    isUsual: true,
    tries: {
      async anthropic({ anthropic }) {
        const count = async (messages: MessageParam[], tools: Tool[] = []) =>
          (await anthropic.messages.countTokens({ model: 'desk/able', messages, tools })).input_tokens
        const few = await count([user('Hi')])
        expect(few).toBeGreaterThan(0)
        expect(await count([user('Hi '.repeat(100))])).toBeGreaterThan(few)
        expect(await count([user('Hi')], [weather])).toBeGreaterThan(few)
      },
    },
  },
  {
    call: 'anthropic: models',
    shows: 'the list by pages, and one model',
    outcome: 'works',
    isUsual: true,
    tries: {
      async anthropic({ anthropic }) {
        const listed: string[] = []
        for await (const { id } of anthropic.models.list({ limit: 1 })) listed.push(id)
        expect(listed.toSorted()).toEqual(['desk/able', 'desk/dear', 'desk/plain', 'poet'])
        expect(await anthropic.models.retrieve('desk/able')).toMatchObject({ type: 'model', display_name: 'able' })
      },
    },
  },
  {
    call: 'anthropic: batches',
    shows: 'a batch; the refusal names `messages`',
    outcome: { refuses: 'requests' },
    isUsual: true,
    tries: { anthropic: ({ anthropic }) => anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params: base }] }) },
  },
]
