import { generateText, jsonSchema, Output, stepCountIs, streamText } from 'ai'
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import { expect } from 'vitest'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import type { Outcome, Row } from './row.ts'
import { aiWeather, city, retried } from './weather.ts'
import type { World } from './world.ts'

/** Chat completions: `POST /openai/v1/chat/completions`. */

const call = 'chat/completions'
const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content })
type Asking = Partial<ChatCompletionCreateParamsNonStreaming>
const ask = ({ openai }: World, more: Asking = {}) =>
  openai.chat.completions.create({ model: 'desk/able', messages: [user('Hi')], ...more })

const weather: ChatCompletionTool = {
  type: 'function',
  function: { name: 'get_weather', description: 'The weather of a city', parameters: city },
}
const langchainWeather = {
  type: 'function' as const,
  function: { name: 'get_weather', description: 'The weather of a city', parameters: city },
}
const model = ({ ai }: World) => ai.compatible('desk/able')
const picture = async () => (await makePicture()).toString('base64')

const lastSent = ({ upstream }: World) => upstream.seen.at(-1)

/** A row for a parameter that reaches the model as it was sent. */
const passed = (shows: string, sent: Asking, seen: object = sent): Row => ({
  call,
  shows,
  outcome: 'works',
  tries: {
    async openai(world) {
      await ask(world, sent)
      expect(lastSent(world)).toMatchObject(seen)
    },
  },
})
const settled = (outcome: Outcome, shows: string, sent: object): Row => ({
  call,
  shows,
  outcome,
  tries: { openai: ({ openai }) => openai.post('/chat/completions', { body: { model: 'desk/able', messages: [user('Hi')], ...sent } }) },
})

export const chatRows: readonly Row[] = [
  {
    call,
    shows: 'a text',
    outcome: 'works',
    isUsual: true,
    tries: {
      openai: async (world) => expect((await ask(world)).choices[0]?.message.content).toBe('Hello there'),
      ai: async (world) => {
        const answer = await generateText({ model: model(world), prompt: 'Hi', ...retried })
        expect(answer.text).toBe('Hello there')
        expect(answer.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 })
        expect((await generateText({ model: world.ai.openai.chat('desk/able'), prompt: 'Hi', ...retried })).text).toBe('Hello there')
      },
      langchain: async ({ langchain }) => expect((await langchain.chat().invoke('Hi')).text).toBe('Hello there'),
      async agents({ agents: { Agent, run, model: own } }) {
        const agent = new Agent({ name: 'Helper', instructions: 'You help', model: own() })
        expect((await run(agent, 'Hi')).finalOutput).toBe('Hello there')
      },
    },
  },
  {
    call,
    shows: 'a stream',
    outcome: 'works',
    isUsual: true,
    tries: {
      async openai({ openai }) {
        let text = ''
        const stream = await openai.chat.completions.create({ model: 'desk/able', messages: [user('Hi')], stream: true })
        for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
        expect(text).toBe('Hello there')
      },
      async ai(world) {
        expect(await streamText({ model: model(world), prompt: 'Hi', ...retried }).text).toBe('Hello there')
      },
      async langchain({ langchain }) {
        let text = ''
        for await (const chunk of await langchain.chat().stream('Hi')) text += chunk.text
        expect(text).toBe('Hello there')
      },
      async agents({ agents: { Agent, run, model: own } }) {
        const result = await run(new Agent({ name: 'Helper', instructions: 'You help', model: own() }), 'Hi', { stream: true })
        let text = ''
        for await (const piece of result.toTextStream()) text += piece
        expect(text).toBe('Hello there')
      },
    },
  },
  {
    call,
    shows: 'usage in a stream',
    outcome: 'works',
    tries: {
      async openai({ openai }) {
        const stream = openai.chat.completions.stream({
          model: 'desk/able',
          messages: [user('Hi')],
          stream_options: { include_usage: true },
        })
        expect((await stream.finalChatCompletion()).usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 })
      },
      ai: async (world) =>
        expect(await streamText({ model: model(world), prompt: 'Hi', ...retried }).usage).toMatchObject({
          inputTokens: 10,
          outputTokens: 5,
        }),
      async langchain({ langchain }) {
        const used = []
        for await (const { usage_metadata: usage } of await langchain.chat().stream('Hi')) if (usage) used.push(usage)
        expect(used.at(-1)).toMatchObject({ input_tokens: 10, output_tokens: 5 })
      },
    },
  },
  {
    call,
    shows: 'a system message in the middle',
    outcome: 'works',
    tries: {
      async openai(world) {
        const messages: ChatCompletionMessageParam[] = [
          user('One'),
          { role: 'assistant', content: 'Two' },
          { role: 'system', content: 'Be brief' },
          user('Three'),
        ]
        await ask(world, { messages })
        expect(lastSent(world)?.messages).toEqual(messages)
      },
      async langchain(world) {
        await world.langchain.chat().invoke([
          ['user', 'One'],
          ['assistant', 'Two'],
          ['system', 'Be brief'],
          ['user', 'Three'],
        ])
        expect(lastSent(world)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'system', 'user'])
      },
    },
  },
  {
    call,
    shows: 'two messages of the user in a row',
    outcome: 'works',
    tries: {
      async openai(world) {
        await ask(world, { messages: [user('One'), user('Two')] })
        expect(lastSent(world)?.messages).toEqual([user('One'), user('Two')])
      },
      async ai(world) {
        await generateText({
          model: model(world),
          messages: [
            { role: 'user', content: 'One' },
            { role: 'user', content: 'Two' },
          ],
          ...retried,
        })
        expect(lastSent(world)?.messages).toHaveLength(2)
      },
    },
  },
  {
    call,
    shows: 'an assistant’s message with `content: null`, and one with a refusal',
    outcome: 'works',
    tries: {
      async openai(world) {
        await ask(world, { messages: [user('Hi'), { role: 'assistant', content: null, refusal: 'I won’t' }, user('Why?')] })
        expect(lastSent(world)?.messages[1]).toEqual({ role: 'assistant', content: 'I won’t' })
      },
    },
  },
  {
    call,
    shows: 'an assistant’s message last, which is continued',
    outcome: 'works',
    tries: {
      async openai(world) {
        await ask(world, { messages: [user('Hi'), { role: 'assistant', content: 'Once upon' }] })
        expect(lastSent(world)?.messages.at(-1)).toEqual({ role: 'assistant', content: 'Once upon' })
      },
    },
  },
  {
    call,
    shows: 'an image',
    outcome: 'works',
    tries: {
      async openai(world) {
        const url = `data:image/png;base64,${await picture()}`
        await ask(world, {
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'What is it?' },
                { type: 'image_url', image_url: { url } },
              ],
            },
          ],
        })
        expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
      },
      async ai(world) {
        await generateText({
          model: model(world),
          messages: [{ role: 'user', content: [{ type: 'file', data: await makePicture(), mediaType: 'image/png' }] }],
          ...retried,
        })
        expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
      },
      async langchain(world) {
        const url = `data:image/png;base64,${await picture()}`
        await world.langchain.chat().invoke([{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }])
        expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
      },
    },
  },
  {
    call,
    shows: 'a PDF, and a sound',
    outcome: 'works',
    tries: {
      async openai(world) {
        const pdf = `data:application/pdf;base64,${makeDocument({ texts: ['A quiet room'] }).toString('base64')}`
        const content: ChatCompletionContentPart[] = [
          { type: 'text', text: 'What is it?' },
          { type: 'file', file: { filename: 'room.pdf', file_data: pdf } },
          { type: 'input_audio', input_audio: { data: makeSound().toString('base64'), format: 'wav' } },
        ]
        await ask(world, { messages: [{ role: 'user', content }] })
        const sent = JSON.stringify(lastSent(world))
        expect(sent).toMatch(/quiet room|application\/pdf/)
        expect(sent).toContain('input_audio')
      },
    },
  },
  {
    call,
    shows: 'a system message of 100,000 characters, and 501 messages',
    outcome: 'works',
    tries: {
      async openai(world) {
        const turns = Array.from({ length: 250 }, (_, index): ChatCompletionMessageParam[] => [
          user(`Question ${index}`),
          { role: 'assistant', content: `Answer ${index}` },
        ])
        const messages = [{ role: 'system' as const, content: 'word '.repeat(20_000) }, ...turns.flat(), user('And now?')]
        await ask(world, { messages })
        expect(lastSent(world)?.messages).toEqual(messages)
      },
    },
  },
  {
    call,
    shows: 'an image in the result of a tool',
    outcome: 'works',
    tries: {
      async openai(world) {
        const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${await picture()}` } }
        const called = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
        const messages = [
          user('Hi'),
          { role: 'assistant', content: null, tool_calls: [called] },
          { role: 'tool', tool_call_id: 'call_1', content: [part] },
        ]
        await world.openai.post('/chat/completions', { body: { model: 'desk/able', messages, tools: [weather] } })
        expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
      },
    },
  },
  {
    call,
    shows: 'an image at another address',
    outcome: { refuses: 'messages' },
    tries: {
      openai: (world) =>
        ask(world, { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }] }),
    },
  },
  {
    call,
    shows: 'a tool, its call and its result',
    outcome: 'works',
    isUsual: true,
    tries: {
      async openai(world) {
        const first = await ask(world, { tools: [weather] })
        const message = first.choices[0]?.message
        const [called] = message?.tool_calls ?? []
        if (!message || called?.type !== 'function') throw new Error('no call')
        expect(called.function).toEqual({ name: 'get_weather', arguments: '{"city":"Oslo"}' })
        const result = { role: 'tool' as const, tool_call_id: called.id, content: 'Rain' }
        const second = await ask(world, { tools: [weather], messages: [user('Hi'), message, result] })
        expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Hello there' } })
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
      async langchain({ langchain }) {
        const chat = langchain.chat().bindTools([langchainWeather])
        const first = await chat.invoke('Hi')
        expect(first.tool_calls).toMatchObject([{ name: 'get_weather', args: { city: 'Oslo' } }])
        const second = await chat.invoke([
          ['user', 'Hi'],
          first,
          { role: 'tool', content: 'Rain', tool_call_id: first.tool_calls?.[0]?.id ?? '' },
        ])
        expect(second.text).toBe('Hello there')
      },
      async agents({ agents: { Agent, run, tool: define, model: own } }) {
        const rains = define({
          name: 'get_weather',
          description: 'The weather of a city',
          parameters: { ...city, required: ['city'] },
          strict: true,
          execute: async () => 'Rain',
        })
        const result = await run(new Agent({ name: 'Helper', instructions: 'You help', tools: [rains], model: own() }), 'Hi')
        expect(result.finalOutput).toBe('Hello there')
      },
    },
  },
  {
    call,
    shows: 'a call in a stream',
    outcome: 'works',
    tries: {
      async openai({ openai }) {
        const stream = openai.chat.completions.stream({ model: 'desk/able', messages: [user('Hi')], tools: [weather] })
        expect((await stream.finalChatCompletion()).choices[0]?.message.tool_calls).toMatchObject([
          { function: { arguments: '{"city":"Oslo"}' } },
        ])
      },
      async ai(world) {
        const calls = await streamText({ model: model(world), prompt: 'Hi', tools: { get_weather: aiWeather }, ...retried }).toolCalls
        expect(calls).toMatchObject([{ toolName: 'get_weather', input: { city: 'Oslo' } }])
      },
      async agents({ agents: { Agent, run, tool: define, model: own } }) {
        const rains = define({
          name: 'get_weather',
          description: 'The weather of a city',
          parameters: { ...city, required: ['city'] },
          strict: true,
          execute: async () => 'Rain',
        })
        const result = await run(new Agent({ name: 'Helper', instructions: 'You help', tools: [rains], model: own() }), 'Hi', {
          stream: true,
        })
        await result.completed
        expect(result.finalOutput).toBe('Hello there')
      },
    },
  },
  {
    call,
    shows: 'two calls at once',
    outcome: 'works',
    tries: {
      async openai(world) {
        const answer = await ask(world, { messages: [user('Two cities')], tools: [weather] })
        expect(answer.choices[0]?.message.tool_calls).toHaveLength(2)
      },
      async ai(world) {
        const answer = await generateText({ model: model(world), prompt: 'Two cities', tools: { get_weather: aiWeather }, ...retried })
        expect(answer.toolCalls).toHaveLength(2)
      },
      async langchain({ langchain }) {
        expect((await langchain.chat().bindTools([langchainWeather]).invoke('Two cities')).tool_calls).toHaveLength(2)
      },
    },
  },
  {
    call,
    shows: '`parallel_tool_calls: false`',
    outcome: 'works',
    tries: {
      async openai(world) {
        const answer = await ask(world, { messages: [user('Two cities')], tools: [weather], parallel_tool_calls: false })
        expect(answer.choices[0]?.message.tool_calls).toHaveLength(1)
      },
    },
  },
  {
    call,
    shows: '`tool_choice`: a name, `required`, `none`',
    outcome: 'works',
    tries: {
      async openai(world) {
        const named = { type: 'function' as const, function: { name: 'get_weather' } }
        for (const choice of [named, 'required', 'none'] as const) {
          await ask(world, { tools: [weather], tool_choice: choice })
          expect(lastSent(world)?.['tool_choice']).toEqual(choice)
        }
      },
      async ai(world) {
        await generateText({
          model: model(world),
          prompt: 'Hi',
          tools: { get_weather: aiWeather },
          toolChoice: { type: 'tool', toolName: 'get_weather' },
          ...retried,
        })
        expect(lastSent(world)?.['tool_choice']).toMatchObject({ function: { name: 'get_weather' } })
      },
      async langchain(world) {
        await world.langchain.chat().bindTools([langchainWeather], { tool_choice: 'get_weather' }).invoke('Hi')
        expect(lastSent(world)?.['tool_choice']).toMatchObject({ function: { name: 'get_weather' } })
      },
    },
  },
  {
    call,
    shows: 'a tool for a model without tools',
    outcome: { refuses: 'tools' },
    tries: { openai: (world) => ask(world, { model: 'desk/plain', tools: [weather] }) },
  },
  {
    call,
    shows: '`response_format: json_object`',
    outcome: 'works',
    tries: {
      async openai(world) {
        const answer = await ask(world, { response_format: { type: 'json_object' } })
        expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ city: 'Oslo' })
      },
    },
  },
  {
    call,
    shows: '`response_format: json_schema`, strict',
    outcome: 'works',
    tries: {
      async openai(world) {
        const format = { type: 'json_schema' as const, json_schema: { name: 'place', schema: city, strict: true } }
        const parsed = await world.openai.chat.completions.parse({ model: 'desk/able', messages: [user('Hi')], response_format: format })
        expect(JSON.parse(parsed.choices[0]?.message.content ?? '')).toEqual({ city: 'Oslo' })
        expect(lastSent(world)?.['response_format']).toMatchObject({ type: 'json_schema', json_schema: { schema: city } })
      },
      async ai(world) {
        const { output } = await generateText({
          model: model(world),
          prompt: 'Hi',
          output: Output.object({ schema: jsonSchema<{ city: string }>(city) }),
          ...retried,
        })
        expect(output).toEqual({ city: 'Oslo' })
      },
      async langchain({ langchain }) {
        const structured = langchain.chat().withStructuredOutput(city, { method: 'jsonSchema', name: 'place' })
        expect(await structured.invoke('Hi')).toEqual({ city: 'Oslo' })
      },
    },
  },
  passed('`max_completion_tokens`, `max_tokens`', { max_completion_tokens: 1 }, { max_tokens: 1 }),
  passed('`temperature`, `top_p`', { temperature: 0.25, top_p: 0.9 }),
  passed('`presence_penalty`, `frequency_penalty`', { presence_penalty: 0.5, frequency_penalty: -0.5 }),
  passed('`seed`', { seed: 7 }),
  passed('`stop`', { stop: ['END', 'a\nb'] }),
  passed('`logit_bias`', { logit_bias: { '50256': -100 } }),
  passed('`reasoning_effort`, `verbosity`', { reasoning_effort: 'low', verbosity: 'low' }),
  ...['user', 'metadata', 'store', 'service_tier', 'prompt_cache_key', 'safety_identifier', 'prediction'].map((name) =>
    settled({ ignores: name }, `\`${name}\``, {
      [name]:
        name === 'store' ? true : name === 'metadata' ? { a: 'b' } : name === 'prediction' ? { type: 'content', content: 'x' } : 'auto',
    }),
  ),
  settled({ refuses: 'n' }, '`n` above 1', { n: 2 }),
  settled({ refuses: 'logprobs' }, '`logprobs`', { logprobs: true }),
  settled({ refuses: 'modalities.1' }, '`modalities` with audio', { modalities: ['text', 'audio'] }),
  settled({ refuses: 'audio' }, '`audio`', { audio: { voice: 'alloy', format: 'mp3' } }),
  settled({ refuses: 'web_search_options' }, '`web_search_options`', { web_search_options: {} }),
  settled({ refuses: 'functions' }, '`functions`, `function_call`', { functions: [{ name: 'f' }] }),
  settled({ refuses: 'stop' }, '`stop` for a model without it', { model: 'desk/plain', stop: ['END'] }),
  settled({ ignores: 'temperature' }, '`temperature` for a model without it', { model: 'desk/plain', temperature: 0.5 }),
  {
    call,
    shows: 'an unknown model is the client’s `NotFoundError`',
    outcome: { refuses: 'model' },
    isUsual: true,
    tries: {
      openai: (world) => ask(world, { model: 'nobody' }),
      ai: ({ ai }) => generateText({ model: ai.compatible('nobody'), prompt: 'Hi', ...retried }),
      langchain: ({ langchain }) => langchain.chat({ model: 'nobody' }).invoke('Hi'),
    },
  },
  {
    call,
    shows: 'the id of the request (`request_id`)',
    outcome: 'works',
    tries: { openai: async (world) => expect((await ask(world).withResponse()).request_id).toMatch(/^[\da-f-]{36}$/) },
  },
  {
    call,
    shows: 'a retry with `Idempotency-Key` reads the same answer',
    outcome: 'works',
    tries: {
      async openai(world) {
        const body = { model: 'desk/able', messages: [user('Hi')] }
        const keyed = { headers: { 'Idempotency-Key': 'one' } }
        const first = await world.openai.chat.completions.create(body, keyed)
        expect((await world.openai.chat.completions.create(body, keyed)).id).toBe(first.id)
        expect(world.upstream.seen).toHaveLength(1)
      },
    },
  },
]
