import type Anthropic from '@anthropic-ai/sdk'
import type { MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anthropicErrorSchema } from '#app/contract/protocols/messages.ts'
import { type OpenWorld, openWorld } from '#tests/clients/world.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import type { TestRuntime } from '#tests/fixtures/runtime.ts'
import { listThreads } from '#app/server/core/library/threads/list-threads.ts'
import { summarizeLibrary } from '#app/server/core/library/works/summarize-library.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { ProviderError } from '#app/server/providers/provider.ts'

/** Anthropic's protocol beyond what `tests/clients` shows with its client. */

let world: OpenWorld
let runtime: TestRuntime
beforeAll(async () => {
  world = await openWorld()
  runtime = world.runtime
})
afterAll(() => world[Symbol.asyncDispose]())

const user = (content: MessageParam['content']): MessageParam => ({ role: 'user', content })
const body = (more: object = {}) => ({ model: 'desk/able', max_tokens: 100, messages: [user('Hi')], ...more })
const weather: Tool = { name: 'get_weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }
const saysHello = () => world.upstream.answers(() => ({ pieces: [{ text: 'Hello' }] }))

const post = (given: object | string, headers: Record<string, string>, path = '/messages') =>
  fetch(`${world.origin}/anthropic/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers },
    body: typeof given === 'string' ? given : JSON.stringify(given),
  })
const errorOf = async (response: Response) => {
  const { error } = v.parse(anthropicErrorSchema, await response.json())
  return { status: response.status, type: error.type, param: error.param, message: error.message }
}
const rowsOf = ({ id }: { id: string }) => runtime.db.select().from(generations).where(eq(generations.userId, id)).orderBy(generations.id)

describe('streams', () => {
  test('thinking, text and calls are blocks that follow one another, with the protocol’s events', async () => {
    world.upstream.answers(() => ({
      pieces: [
        { thought: 'Hm' },
        { text: 'Let me see' },
        { call: { index: 0, id: 'a', name: 'get_weather', arguments: '{"city":' } },
        { call: { index: 0, arguments: '"Oslo"}' } },
        { call: { index: 1, id: 'b', name: 'get_weather', arguments: '{}' } },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 34 },
    }))
    const { apiKey } = await world.clients()
    const response = await post(body({ stream: true, thinking: { type: 'adaptive' }, tools: [weather] }), { 'x-api-key': apiKey })
    expect(response.headers.get('content-type')).toMatch('text/event-stream')
    const eventSchema = v.looseObject({ type: v.string() })
    const events = (await response.text())
      .split('\n\n')
      .filter((block) => block.startsWith('event: '))
      .map((block) => {
        const [name, data = ''] = block.split('\n')
        const event = v.parse(eventSchema, JSON.parse(data.slice('data: '.length)))
        expect(name).toBe(`event: ${event.type}`)
        return event
      })
    const starts = events.filter(({ type }) => type === 'content_block_start')
    expect(starts).toMatchObject([
      { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { index: 1, content_block: { type: 'text', text: '' } },
      { index: 2, content_block: { type: 'tool_use', id: 'a', name: 'get_weather', input: {} } },
      { index: 3, content_block: { type: 'tool_use', id: 'b' } },
    ])
    expect(events.filter(({ type }) => type === 'content_block_stop').map(({ index }) => index)).toEqual([0, 1, 2, 3])
    const written = events.flatMap(({ type, delta }) => (type === 'content_block_delta' ? [delta] : []))
    expect(written).toEqual(
      expect.arrayContaining([
        { type: 'thinking_delta', thinking: 'Hm' },
        { type: 'signature_delta', signature: expect.any(String) },
        { type: 'text_delta', text: 'Let me see' },
      ]),
    )
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['message_start', 'ping'])
    expect(events.slice(-2)).toMatchObject([
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { input_tokens: 12, output_tokens: 34 } },
      { type: 'message_stop' },
    ])
  })

  test('reasoning is only in an answer to a program that asked for it', async () => {
    world.upstream.answers(() => ({ pieces: [{ thought: 'Hm' }, { text: 'Hello' }] }))
    const { anthropic } = await world.clients()
    const omitted = { thinking: { type: 'adaptive' as const, display: 'omitted' as const } }
    for (const more of [{}, omitted]) {
      expect((await anthropic.messages.create({ ...body(), ...more })).content).toMatchObject([{ type: 'text', text: 'Hello' }])
      const streamed = await anthropic.messages.stream({ ...body(), ...more }).finalMessage()
      expect(streamed.content).toMatchObject([{ type: 'text', text: 'Hello' }])
    }
    const shown = await anthropic.messages.create({ ...body(), thinking: { type: 'adaptive' } })
    expect(shown.content).toMatchObject([{ type: 'thinking', thinking: 'Hm' }, { type: 'text' }])
  })

  test('a failure before the first piece is a status, and a later one is the last event', async () => {
    const { apiKey } = await world.clients()
    world.upstream.answers(() => ({ status: 400, error: { message: 'max_tokens is too large', param: 'max_tokens' } }))
    const early = await post(body({ stream: true }), { 'x-api-key': apiKey })
    expect(await errorOf(early)).toMatchObject({ status: 400, type: 'invalid_request_error', param: 'max_tokens' })

    const gate = Promise.withResolvers<void>()
    world.poet.script = async (_request, { onText }) => {
      onText('Once')
      await gate.promise
      throw new ProviderError('refused', 'no')
    }
    const response = await post(body({ model: 'poet', stream: true }), { 'x-api-key': apiKey })
    let late = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      late += piece
      if (late.includes('"text_delta","text":"Once"')) gate.resolve()
    }
    expect(late.trim().split('\n\n').at(-1)).toMatch(/^event: error\ndata: \{"type":"error","error":\{"type":"invalid_request_error"/)
  })
})

describe('conversations', () => {
  test('thirty steps of an agent are one conversation that is stored once', async () => {
    world.upstream.answers(({ messages }) => ({
      pieces: [
        { thought: 'Hm' },
        { text: 'Looking. ' },
        { call: { index: 0, id: `call_${messages.length}`, name: 'get_weather', arguments: '{"city": "Oslo"}' } },
      ],
    }))
    const { person, anthropic } = await world.clients()
    const asked = { ...body({ thinking: { type: 'adaptive' }, tools: [weather] }), system: 'You help' }
    let messages: MessageParam[] = [user('Weather in Oslo?')]
    let bytes = 0
    for (let step = 0; step < 30; step += 1) {
      const answer: Anthropic.Message = await anthropic.messages.create({ ...asked, messages })
      const [called] = answer.content.filter((block) => block.type === 'tool_use')
      if (!called) throw new Error('no call')
      const result = `${step} `.repeat(2_000)
      bytes += result.length
      // Clients send the blocks back as they came, with their own marks.
      const results = user([{ type: 'tool_result', tool_use_id: called.id, content: result, cache_control: { type: 'ephemeral' } }])
      messages = [...messages, { role: 'assistant', content: answer.content }, results]
    }
    const rows = await rowsOf(person)
    expect(rows).toHaveLength(30)
    expect(new Set(rows.map(({ threadId }) => threadId)).size).toBe(1)
    expect(rows.filter(({ asked: own }) => own !== null)).toHaveLength(1)
    const [stored] = await runtime.db
      .select({ bytes: sql`sum(length(said::text))`.mapWith(Number) })
      .from(generations)
      .where(eq(generations.userId, person.id))
    expect(stored?.bytes).toBeLessThan(bytes * 1.2)
    expect((await listThreads(runtime.db, { userId: person.id, query: {} })).items).toHaveLength(1)
    expect((await summarizeLibrary(runtime.db, { userId: person.id, providers: runtime.providers, locale: 'en' })).total).toBe(1)
  })

  test('the failure of a tool is stored with its result', async () => {
    saysHello()
    const { person, anthropic } = await world.clients()
    const uses = [{ type: 'tool_use' as const, id: 'a', name: 'get_weather', input: {} }]
    const failed = user([{ type: 'tool_result', tool_use_id: 'a', content: 'No network', is_error: true }])
    await anthropic.messages.create({ ...body({ tools: [weather] }), messages: [user('Hi'), { role: 'assistant', content: uses }, failed] })
    const [row] = await rowsOf(person)
    expect(row?.said?.at(-1)).toMatchObject({ role: 'tool', text: 'No network', failed: true })
  })

  test('a model that only takes prompts gets the last message, and the answer names what it did not hear', async () => {
    const { apiKey } = await world.clients()
    const asked: string[] = []
    world.poet.script = async ({ prompt }) => {
      asked.push(prompt)
      return { text: 'A poem', files: [] }
    }
    const response = await post(body({ model: 'poet', system: 'You help', stream: false }), { 'x-api-key': apiKey })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ignored-parameters')?.split(', ')).toEqual(expect.arrayContaining(['messages', 'max_tokens']))
    expect(asked).toEqual(['Hi'])
  })
})

describe('requests', () => {
  test('a request that is repeated with its key is one run, and another one with it conflicts', async () => {
    saysHello()
    const { person, anthropic } = await world.clients()
    const keyed = { headers: { 'Idempotency-Key': 'one' } }
    const first = await anthropic.messages.create(body(), keyed)
    expect((await anthropic.messages.create(body(), keyed)).id).toBe(first.id)
    const other = await anthropic.messages.create(body({ max_tokens: 5 }), keyed).catch((error: unknown) => error)
    expect(other).toMatchObject({ status: 409 })
    expect(await rowsOf(person)).toHaveLength(1)
  })

  test('a wrong key, an empty account and a missing scope have the protocol’s types', async () => {
    expect(await errorOf(await post(body(), { 'x-api-key': 'sk-wrong' }))).toMatchObject({ status: 401, type: 'authentication_error' })
    expect(await errorOf(await post(body(), {}))).toMatchObject({ status: 401, type: 'authentication_error' })
    const { apiKey } = await world.clients({ tokens: 0 })
    const poor = await post(body({ model: 'desk/dear' }), { 'x-api-key': apiKey })
    expect(poor.headers.get('x-should-retry')).toBe('false')
    expect(await errorOf(poor)).toMatchObject({ status: 402, type: 'billing_error' })
  })

  test('pages of other sites may call with the key in its own header, and read the id of the request', async () => {
    saysHello()
    const { apiKey } = await world.clients()
    const origin = 'https://app.example'
    const preflight = await fetch(`${world.origin}/anthropic/v1/messages`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key, anthropic-version' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/X-Api-Key.*Anthropic-Version/)
    const answer = await post(body(), { origin, 'x-api-key': apiKey })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('request-id')).toBe(answer.headers.get('x-request-id'))
    expect(answer.headers.get('x-ratelimit-remaining-requests')).toMatch(/^\d+$/)
  })

  test('the key’s own header is none elsewhere', async () => {
    const { apiKey } = await world.clients()
    expect((await fetch(`${world.origin}/openai/v1/models`, { headers: { 'x-api-key': apiKey } })).status).toBe(401)
    expect((await fetch(`${world.origin}/anthropic/v1/models`, { headers: { 'x-api-key': apiKey } })).status).toBe(200)
  })
})

describe('generated requests', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 0, 1e300, '', '\0', '\uD800', [], {}, [null], { type: 'text' }),
  )
  const source = fc.record({ type: fc.constantFrom('base64', 'url', 'text', 'content', 'file'), data: value, url: value, content: value })
  const block = fc.record({
    type: fc.constantFrom('text', 'image', 'document', 'search_result', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking'),
    text: fc.oneof(fc.string(), value),
    source: fc.oneof(source, value),
    id: fc.constantFrom('a', 'b'),
    tool_use_id: fc.constantFrom('a', 'b'),
    name: fc.string(),
    title: value,
    input: value,
    content: value,
    citations: value,
  })
  const message = fc.record({
    role: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('user', 'assistant', 'system') }, { weight: 1, arbitrary: value }),
    content: fc.oneof(fc.string(), value, fc.array(block, { maxLength: 3 })),
  })
  const parameters =
    'system thinking temperature top_p top_k stop_sequences tool_choice output_config output_format metadata container mcp_servers'
  const tool = fc.record({
    type: fc.oneof(fc.constant('custom'), value),
    name: fc.oneof(fc.constantFrom('f', 'g', '__proto__', 'constructor'), fc.string()),
    input_schema: fc.oneof(value, fc.dictionary(fc.string(), value)),
  })
  const request = fc.record(
    {
      model: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('desk/able', 'desk/plain', 'poet') }, { weight: 1, arbitrary: value }),
      max_tokens: fc.oneof({ weight: 9, arbitrary: fc.constant(50) }, { weight: 1, arbitrary: value }),
      messages: fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength: 1 }).map((content) => [{ role: 'user', content }]) },
        { weight: 3, arbitrary: fc.array(message, { maxLength: 2 }).map((some) => [...some, { role: 'user', content: 'Hi' }]) },
        { weight: 1, arbitrary: fc.oneof(fc.array(message, { maxLength: 4 }), value) },
      ),
      more: fc.dictionary(fc.constantFrom(...parameters.split(' '), '__proto__'), value, { maxKeys: 1 }),
      tools: fc.option(fc.array(tool), { nil: undefined }),
    },
    { requiredKeys: ['model', 'messages', 'more'] },
  )

  test('none of them is an internal error, and each refusal names a parameter', async () => {
    saysHello()
    // Each person may start so many runs a minute.
    let current = await world.clients()
    let sent = 0
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ more, ...rest }) => {
        sent += 1
        if (sent % 20 === 0) current = await world.clients()
        const path = sent % 5 === 0 ? '/messages/count_tokens' : '/messages'
        const response = await post({ ...more, ...rest }, { 'x-api-key': current.apiKey }, path)
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        expect(response.status).toBeLessThan(500)
        if (response.status !== 400) return void (await response.text())
        const { param, message: sentence } = await errorOf(response)
        expect(param).toEqual(expect.any(String))
        expect(sentence).toContain(':')
      }),
      { numRuns: isFull ? 3_000 : 80 },
    )
    expect(seen.get(200) ?? 0, JSON.stringify([...seen])).toBeGreaterThan(0)
  })

  const nested = (levels: number) => `${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`
  const answered = [
    user('Hi'),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: 'here' }] },
    user([{ type: 'tool_result', tool_use_id: 'a', content: 'x' }]),
  ]

  test('arguments of any depth get an answer, and too deep ones are refused with their place', async () => {
    saysHello()
    const { apiKey } = await world.clients()
    const send = (levels: number) =>
      post(JSON.stringify(body({ messages: answered })).replace('"here"', nested(levels)), { 'x-api-key': apiKey })
    expect((await send(200)).status).toBe(200)
    expect(await errorOf(await send(20_000))).toMatchObject({ status: 400, param: expect.stringMatching(/^messages/) })
  })

  const deep: unknown = JSON.parse(nested(100))
  test.each([
    ['a schema of 200 kB', { tools: [{ name: 'f', input_schema: { description: 'x'.repeat(200_000) } }] }],
    ['a schema of a hundred levels', { tools: [{ name: 'f', input_schema: deep }] }],
  ])('%s: the refusal names its place', async (_what, more) => {
    const { apiKey } = await world.clients()
    const refused = await errorOf(await post(body(more), { 'x-api-key': apiKey }))
    expect(refused).toMatchObject({ status: 400, type: 'invalid_request_error', param: expect.stringMatching(/^(?:messages|tools)/) })
  })
})
