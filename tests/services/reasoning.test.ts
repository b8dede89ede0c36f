import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'
import { eq } from 'drizzle-orm'
import type OpenAI from 'openai'
import type { Response, ResponseCreateParamsNonStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealReasoning } from '#app/server/api/protocols/sealed-reasoning.ts'
import { generations } from '#app/server/db/schema/generations.ts'
// The world is on a database.
import '#tests/fixtures/runtime.ts'
import { refusal } from '#tests/fixtures/openai-server.ts'
import { serviceOf } from '#tests/fakes/providers/tool-services.ts'
import { openServices } from './world.ts'

/** Programs that want nothing stored, and keep the reasoning of a model themselves, with models whose services refuse to go on without it. */

let world: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world[Symbol.asyncDispose]())

const parameters = { type: 'object' as const, properties: { city: { type: 'string' as const } }, required: ['city'] }
const tools = [{ type: 'function' as const, name: 'get_weather', parameters, strict: null }]
const user: ResponseInputItem = { type: 'message', role: 'user', content: 'How is it?' }
const result: ResponseInputItem = { type: 'function_call_output', call_id: 'call_0_0123456789abcdef', output: 'Rain' }
const services = ['openai', 'anthropic', 'google', 'deepseek', 'openrouter'] as const
type Name = (typeof services)[number]

const bodyOf = (name: Name, input: ResponseInputItem[]): ResponseCreateParamsNonStreaming => {
  const asked = { model: `desk/${name}`, input, tools, store: false, include: ['reasoning.encrypted_content' as const] }
  return name === 'deepseek' || name === 'openrouter' ? asked : Object.assign(asked, { options: { thinking: true } })
}

async function ask(openai: OpenAI, body: ResponseCreateParamsNonStreaming, stream: boolean): Promise<Response> {
  if (!stream) return openai.responses.create(body)
  let ended: Response | undefined
  const done: unknown[] = []
  for await (const event of await openai.responses.create({ ...body, stream })) {
    if (event.type === 'response.output_item.done') done[event.output_index] = event.item
    if (event.type === 'response.completed') ended = event.response
  }
  expect(done).toEqual(ended?.output)
  if (!ended) throw new Error('the stream has no end')
  return { ...ended, output_text: '' }
}

const rowsOf = (user: { id: string }) => world.runtime.db.select().from(generations).where(eq(generations.userId, user.id))
const itemsOf = ({ output }: Response): ResponseInputItem[] =>
  output.flatMap((item) => (item.type === 'reasoning' || item.type === 'function_call' ? item : []))

describe.each(services)('%s', (name) => {
  test.each([false, true])('the reasoning comes back from the program, and nothing is stored (stream: %s)', async (stream) => {
    const { openai, user: person } = await world.client()
    const first = await ask(openai, bodyOf(name, [user]), stream)
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
    expect(JSON.stringify(first)).not.toContain(serviceOf(name).token)
    await expect.poll(async () => (await rowsOf(person))[0]?.purgedAt).toBeInstanceOf(Date)
    const second = await ask(openai, bodyOf(name, [user, ...itemsOf(first), result]), stream)
    // OpenAI names its messages, which go back the same way.
    expect(second.output.find(({ type }) => type === 'message')).toMatchObject({ content: [{ text: 'It rains' }] })
    expect(world.seen(name).at(-1)?.body).toContain(serviceOf(name).token)
    await expect.poll(async () => (await rowsOf(person)).every(({ purgedAt }) => purgedAt !== null)).toBe(true)
    expect((await rowsOf(person)).map(({ parentId, said, replay }) => [parentId, said, replay])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })
})

test('without the parameter no reasoning leaves, and what is stored comes back by itself', async () => {
  const { openai } = await world.client()
  const { include: _include, store: _store, ...asked } = bodyOf('openai', [user])
  const first = await openai.responses.create(asked)
  expect(first.output[0]).not.toHaveProperty('encrypted_content')
  const second = await openai.responses.create({ ...asked, input: [result], previous_response_id: first.id })
  expect(second.output_text).toBe('It rains')
})

describe('reasoning that is refused', () => {
  const month = 30 * 86_400_000
  const replay = { sdk: 1, model: 'desk/openai', parts: [] }
  type Place = { userId: string; model: string }
  const seals: [string, (own: Place) => string, string][] = [
    ['of another account', (own) => sealReasoning({ ...own, keys: world.runtime.keys, userId: 'somebody' }, replay), 'another account'],
    ['of another model', (own) => sealReasoning({ ...own, keys: world.runtime.keys, model: 'desk/xai' }, replay), 'another model'],
    ['that was changed', (own) => sealReasoning({ ...own, keys: world.runtime.keys }, replay).replace(/.{4}$/, 'AAAA'), 'changed'],
    ['of another server', (own) => sealReasoning({ ...own, keys: { reasoning: new Uint8Array(32) } }, replay), 'changed'],
    ['that is no seal', () => 'gAAAAABo', 'changed'],
    ['that is empty', () => '', 'changed'],
    ['that is old', (own) => sealReasoning({ ...own, keys: world.runtime.keys }, replay, Date.now() - month - 1_000), '30 days'],
  ]

  test.each(seals)('%s is a 400 at its place', async (_which, seal, words) => {
    const { openai, user: person } = await world.client()
    const own = { userId: person.id, model: 'desk/openai' }
    const item: ResponseInputItem = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal(own) }
    const call: ResponseInputItem = { type: 'function_call', call_id: 'call_0_0123456789abcdef', name: 'get_weather', arguments: '{}' }
    const refused = await refusal(openai.responses.create(bodyOf('openai', [user, item, call, result])))
    expect(refused).toMatchObject({ status: 400, param: 'input.1.encrypted_content' })
    expect(refused?.message).toContain(words)
    expect(await rowsOf(person)).toEqual([])
  })
})

test('an agent of the AI SDK that stores nothing goes on with the reasoning', async () => {
  const { key } = await world.client()
  const provider = createOpenAI({ baseURL: world.baseURL, apiKey: key })
  const { text, steps } = await generateText({
    model: provider.responses('desk/openai'),
    prompt: 'How is it?',
    tools: {
      get_weather: tool({ inputSchema: jsonSchema<{ city: string }>(parameters), execute: () => 'Rain' }),
    },
    stopWhen: stepCountIs(3),
    providerOptions: { openai: { store: false, forceReasoning: true } },
  })
  expect(text).toBe('It rains')
  expect(steps).toHaveLength(2)
  expect(world.seen('openai').at(-1)?.body).toContain('sealed-by-openai')
})
