import type { FunctionTool, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { expect } from 'vitest'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import type { Row } from './row.ts'
import { city } from './weather.ts'
import type { World } from './world.ts'

/** Open Responses: `POST /openai/v1/responses`. */

const call = 'responses'
type Asking = Partial<ResponseCreateParamsNonStreaming>
const ask = ({ openai }: World, more: Asking = {}) => openai.responses.create({ model: 'desk/able', input: 'Hi', ...more })
const post = ({ openai }: World, more: object) => openai.post('/responses', { body: { model: 'desk/able', input: 'Hi', ...more } })
const lastSent = ({ upstream }: World) => upstream.seen.at(-1)
const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: city,
  strict: null,
}
const placed = { type: 'json_schema' as const, name: 'place', schema: city, strict: true }
const parts = (...content: object[]): { input: [{ role: 'user'; content: object[] }] } => ({ input: [{ role: 'user', content }] })

const works = (shows: string, openai: (world: World) => Promise<unknown>): Row => ({ call, shows, outcome: 'works', tries: { openai } })
/** A row for a parameter that reaches the model as it was sent. */
const passed = (shows: string, sent: Asking, seen: object = sent): Row =>
  works(shows, async (world) => {
    await ask(world, sent)
    expect(lastSent(world)).toMatchObject(seen)
  })
const ignored = (name: string, value: unknown): Row => ({
  call,
  shows: `\`${name}\``,
  outcome: { ignores: name },
  tries: { openai: (world) => post(world, { [name]: value }) },
})
const refused = (shows: string, name: string, sent: object): Row => ({
  call,
  shows,
  outcome: { refuses: name },
  tries: { openai: (world) => post(world, sent) },
})

export const responseRows: readonly Row[] = [
  { ...works('a text', async (world) => expect((await ask(world)).output_text).toBe('Hello there')), isUsual: true },
  works('a stream', async ({ openai }) => {
    const stream = openai.responses.stream({ model: 'desk/able', input: 'Hi' })
    let text = ''
    for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta
    expect([text, (await stream.finalResponse()).status]).toEqual(['Hello there', 'completed'])
  }),
  works('the usage', async (world) =>
    expect((await ask(world)).usage).toMatchObject({ input_tokens: 10, output_tokens: 5, total_tokens: 15 }),
  ),
  works('`instructions`', async (world) => {
    await ask(world, { instructions: 'Be brief' })
    expect(lastSent(world)?.messages).toEqual([
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Hi' },
    ])
  }),
  works('messages, one of the system in the middle', async (world) => {
    const input = [
      { role: 'user' as const, content: 'One' },
      { role: 'assistant' as const, content: 'Two' },
      { role: 'system' as const, content: 'Be brief' },
      { role: 'user' as const, content: 'Three' },
    ]
    await ask(world, { input })
    expect(lastSent(world)?.messages).toEqual(input)
  }),
  works('`previous_response_id`', async (world) => {
    const { id } = await ask(world)
    expect((await ask(world, { input: 'And now?', previous_response_id: id })).previous_response_id).toBe(id)
    expect(lastSent(world)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  }),
  works('the conversation with the output, sent whole', async (world) => {
    const first = await ask(world)
    const user = (content: string) => ({ role: 'user', content })
    const second = post(world, { input: [user('Hi'), ...first.output, user('And now?')] })
    expect(await second).toMatchObject({ previous_response_id: first.id })
  }),
  works('a response, read again', async (world) => {
    const { id } = await ask(world)
    expect((await world.openai.responses.retrieve(id)).output_text).toBe('Hello there')
  }),
  works('the input of a response', async (world) => {
    const { id } = await ask(world)
    const items = []
    for await (const item of world.openai.responses.inputItems.list(id)) items.push(item)
    expect(items).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }])
  }),
  works('a response, deleted', async (world) => {
    const { id } = await ask(world)
    await world.openai.responses.delete(id)
    await expect(world.openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
    // The refusal was the last answer.
    await ask(world)
  }),
  {
    ...works('a tool, its call and its result', async (world) => {
      const first = await ask(world, { tools: [weather] })
      const [called] = first.output
      if (called?.type !== 'function_call') throw new Error('no call')
      expect(called).toMatchObject({ name: 'get_weather', arguments: '{"city":"Oslo"}' })
      const result = { type: 'function_call_output' as const, call_id: called.call_id, output: 'Rain' }
      const second = await ask(world, { tools: [weather], input: [result], previous_response_id: first.id })
      expect(second.output_text).toBe('Hello there')
    }),
    isUsual: true,
  },
  works('a call in a stream', async ({ openai }) => {
    const stream = openai.responses.stream({ model: 'desk/able', input: 'Hi', tools: [weather] })
    let written = ''
    for await (const event of stream) if (event.type === 'response.function_call_arguments.delta') written += event.delta
    expect(written).toBe('{"city":"Oslo"}')
    expect((await stream.finalResponse()).output).toMatchObject([{ type: 'function_call', arguments: written }])
  }),
  works('two calls at once', async (world) => expect((await ask(world, { input: 'Two cities', tools: [weather] })).output).toHaveLength(2)),
  works('`parallel_tool_calls: false`', async (world) => {
    const answer = await ask(world, { input: 'Two cities', tools: [weather], parallel_tool_calls: false })
    expect(answer.output).toHaveLength(1)
  }),
  works('`tool_choice`: a name, `required`, `none`', async (world) => {
    const named = { type: 'function' as const, name: 'get_weather' }
    for (const choice of [named, 'required', 'none'] as const) {
      await ask(world, { tools: [weather], tool_choice: choice })
      const sent = typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
      expect(lastSent(world)?.['tool_choice']).toEqual(sent)
    }
  }),
  works('`tool_choice: allowed_tools`', async (world) => {
    const tools = [weather, { ...weather, name: 'get_time' }]
    const allowed = [{ type: 'function', name: 'get_weather' }]
    await ask(world, { tools, tool_choice: { type: 'allowed_tools', mode: 'required', tools: allowed } })
    expect(JSON.stringify(lastSent(world)?.['tools'])).not.toContain('get_time')
  }),
  works('`text.format: json_object`', async (world) => {
    const { output_text: text } = await ask(world, { text: { format: { type: 'json_object' } } })
    expect(JSON.parse(text)).toEqual({ city: 'Oslo' })
  }),
  works('`text.format: json_schema`, strict', async (world) => {
    const { output_text: text } = await world.openai.responses.parse({ model: 'desk/able', input: 'Hi', text: { format: placed } })
    expect(JSON.parse(text)).toEqual({ city: 'Oslo' })
    expect(lastSent(world)?.['response_format']).toMatchObject({ type: 'json_schema', json_schema: { schema: city } })
  }),
  works('an image', async (world) => {
    const url = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    await post(world, parts({ type: 'input_image', image_url: url, detail: 'auto' }))
    expect(JSON.stringify(lastSent(world))).toContain('data:image/jpeg;base64')
  }),
  works('a PDF', async (world) => {
    const data = `data:application/pdf;base64,${makeDocument({ texts: ['A quiet room'] }).toString('base64')}`
    await post(world, parts({ type: 'input_text', text: 'Read it' }, { type: 'input_file', filename: 'room.pdf', file_data: data }))
    expect(JSON.stringify(lastSent(world))).toMatch(/quiet room|application\/pdf/)
  }),
  passed('`max_output_tokens`', { max_output_tokens: 17 }, { max_tokens: 17 }),
  passed('`temperature`, `top_p`', { temperature: 0.25, top_p: 0.9 }),
  passed(
    '`reasoning.effort`, `text.verbosity`',
    { reasoning: { effort: 'low' }, text: { verbosity: 'low' } },
    {
      reasoning_effort: 'low',
      verbosity: 'low',
    },
  ),
  works('`metadata`', async (world) => expect((await ask(world, { metadata: { song: '7' } })).metadata).toEqual({ song: '7' })),
  works('`store: false` keeps nothing', async (world) => {
    const { id, output_text: text } = await ask(world, { store: false })
    expect(text).toBe('Hello there')
    await expect(world.openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
    // The refusal was the last answer.
    await ask(world)
  }),
  ignored('user', 'a-person'),
  ignored('service_tier', 'flex'),
  ignored('safety_identifier', 'a-person'),
  ignored('prompt_cache_key', 'a-key'),
  ignored('truncation', 'auto'),
  refused('`background`', 'background', { background: true }),
  refused('`conversation`', 'conversation', { conversation: 'conv_1' }),
  refused('`prompt`, a stored one', 'prompt', { prompt: { id: 'pmpt_1' } }),
  refused('`max_tool_calls`', 'max_tool_calls', { max_tool_calls: 1 }),
  refused('a tool of OpenAI’s alone', 'tools.0', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }),
  refused('an unknown `previous_response_id`', 'previous_response_id', { previous_response_id: 'resp_1' }),
]
