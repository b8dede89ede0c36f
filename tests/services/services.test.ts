import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { services as table } from '../../scripts/snapshots/services.ts'
import { readPresent } from '../../scripts/snapshots/snapshots.ts'
// The world is on a database.
import '#tests/fixtures/runtime.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { refusal } from '#tests/fixtures/openai-server.ts'
import { serviceOf, type ToolServiceName, toolServiceNames } from '#tests/fakes/providers/tool-services.ts'
import { type Ability, capabilities, type Capability, serviceAbilities } from './abilities.ts'
import { openServices } from './world.ts'

/**
 * Every service with tools and JSON: the official client speaks OpenAI's protocol to this server, and its real adapter that of the service
 * to a server that refuses what the service refuses.
 */

let world: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  world = await openServices()
})
beforeEach(() => Object.assign(world.state, { gate: Promise.resolve(), wrong: 0, fault: undefined }))
afterAll(() => world[Symbol.asyncDispose]())

const toolNamed = (name: string): ChatCompletionTool => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
})
const tools = [toolNamed('get_time'), toolNamed('get_weather')]
const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'], additionalProperties: false }
const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content })

type Asked = Partial<ChatCompletionCreateParamsNonStreaming> & { options?: Record<string, boolean> }

const bodyOf = (name: ToolServiceName, more: Asked): ChatCompletionCreateParamsNonStreaming => ({
  model: `desk/${name}`,
  messages: [user('How is it?')],
  ...more,
})

async function openClient(name: ToolServiceName) {
  const { openai } = await world.client({ tokens: 100 })
  return {
    openai,
    create: (more: Asked) => openai.chat.completions.create(bodyOf(name, more)),
    stream: (more: Asked) => openai.chat.completions.create({ ...bodyOf(name, more), stream: true }),
  }
}
type Client = Awaited<ReturnType<typeof openClient>>

/** The options of a model that shows its reasoning, whose signatures go back. */
const thinks = (name: ToolServiceName): Asked =>
  name === 'openai' || name === 'anthropic' || name === 'google' ? { options: { thinking: true } } : {}

/** Calls a tool and answers the call; returns the text that follows. */
async function takeTwoSteps(client: Client, name: ToolServiceName, result: ChatCompletionMessageParam['content']) {
  const first = await client.create({ tools, ...thinks(name) })
  const message = first.choices[0]?.message
  const id = message?.tool_calls?.[0]?.id ?? ''
  const answered = { role: 'tool', tool_call_id: id, content: result }
  const messages = [user('How is it?'), message, answered]
  return client.openai.post<{ choices: { message: { content: string } }[] }>('/chat/completions', {
    body: { ...bodyOf(name, { tools, ...thinks(name) }), messages },
  })
}

/** Proves an ability; rejects with the client's error of a refused request. */
const proofs: Record<Capability, (client: Client, name: ToolServiceName, ability: Ability) => Promise<void>> = {
  async tools(client, name, ability) {
    const released = Promise.withResolvers<void>()
    // The service writes the rest of the arguments when the program has the beginning.
    if (ability === 'streamed') world.state.gate = released.promise
    let written = ''
    const called: (string | undefined)[] = []
    for await (const { choices } of await client.stream({ tools })) {
      for (const call of choices[0]?.delta.tool_calls ?? []) {
        if (call.function?.name !== undefined) called.push(call.function.name)
        written += call.function?.arguments ?? ''
      }
      if (written !== '') released.resolve()
    }
    expect(called).toEqual(['get_time'])
    expect(JSON.parse(written)).toEqual({ city: 'Oslo 0' })
  },
  async named(client) {
    const { choices } = await client.create({ tools, tool_choice: { type: 'function', function: { name: 'get_weather' } } })
    expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'get_weather' } }])
  },
  async parallel(client) {
    const ask = async (more: Asked) =>
      (await client.create({ tools, messages: [user('Ask both')], ...more })).choices[0]?.message.tool_calls
    const both = await ask({})
    expect(both?.map((call) => 'function' in call && JSON.parse(call.function.arguments))).toEqual([{ city: 'Oslo 0' }, { city: 'Oslo 1' }])
    expect(new Set(both?.map(({ id }) => id)).size).toBe(2)
    expect(await ask({ parallel_tool_calls: false })).toHaveLength(1)
  },
  async images(client, name) {
    const url = `data:image/png;base64,${(await makePicture()).toString('base64')}`
    const content = [
      { type: 'text' as const, text: 'A shot' },
      { type: 'image_url' as const, image_url: { url } },
    ]
    const { choices } = await takeTwoSteps(client, name, content)
    expect(choices[0]?.message.content).toBe('I see rain')
  },
  async replay(client, name, ability) {
    const { choices } = await takeTwoSteps(client, name, 'Rain')
    expect(choices[0]?.message.content).toBe('It rains')
    const { token } = serviceOf(name)
    expect(token === null).toBe(ability === 'unwanted')
    if (token !== null) expect(world.seen(name).at(-1)?.body).toContain(token)
  },
  async object(client) {
    const { choices } = await client.create({ response_format: { type: 'json_object' } })
    expect(choices[0]?.message.content).toBe('{"age":7}')
  },
  async schema(client, name, ability) {
    world.state.wrong = 1
    const before = world.seen(name).length
    const format = { type: 'json_schema' as const, json_schema: { name: 'person', schema, strict: true } }
    const { choices } = await client.create({ response_format: format })
    expect(choices[0]?.message.content).toBe('{"age":7}')
    expect(world.seen(name).length - before).toBe(ability === 'repaired' ? 2 : 1)
  },
  async beside(client, name, ability) {
    const format = { type: 'json_schema' as const, json_schema: { name: 'person', schema, strict: true } }
    const first = await client.create({ tools, response_format: format, ...thinks(name) })
    const message = first.choices[0]?.message
    expect(message?.tool_calls).toHaveLength(1)
    world.state.wrong = 1
    const answered: ChatCompletionMessageParam = { role: 'tool', tool_call_id: message?.tool_calls?.[0]?.id ?? '', content: 'Rain' }
    const before = world.seen(name).length
    const messages = [user('How is it?'), ...(message ? [message] : []), answered]
    const { choices } = await client.create({ tools, response_format: format, messages, ...thinks(name) })
    expect(choices[0]?.message.content).toBe('{"age":7}')
    expect(world.seen(name).length - before).toBe(ability === 'repaired' ? 2 : 1)
  },
}

const cases = toolServiceNames.flatMap((name) =>
  capabilities.map((capability) => {
    const ability = serviceAbilities[name][capability]
    const says = typeof ability === 'string' ? ability : `refuses ${ability.refuses}`
    return { name, capability, proof: proofs[capability], ability, says }
  }),
)

describe('abilities', () => {
  async function prove({ name, proof, ability }: (typeof cases)[number]): Promise<void> {
    const client = await openClient(name)
    if (typeof ability === 'string') return proof(client, name, ability)
    expect(await refusal(proof(client, name, ability))).toMatchObject({ status: 400, param: ability.refuses })
    if (ability.refuses !== 'tool_choice') return
    expect(await refusal(client.create({ tools, tool_choice: 'required' }))).toMatchObject({ status: 400, param: ability.refuses })
  }
  const usual = new Set<Capability>(['tools', 'named', 'replay'])
  const isUsual = ({ capability, ability }: (typeof cases)[number]) => usual.has(capability) || ability !== 'yes'
  test.each(cases.filter(isUsual))('$name, $capability: $says', prove)
  test.each(cases.filter((one) => !isUsual(one)))('$name, $capability: $says', { tags: ['full'] }, prove)

  test.each(toolServiceNames)('%s: the list of models states them', async (name) => {
    const { openai } = await openClient(name)
    const model = await openai.get<{ supported_parameters: string[] }>(`/models/desk/${name}`)
    const { named } = serviceAbilities[name]
    const stated = ['tools', 'tool_choice', 'parallel_tool_calls', 'response_format', 'structured_outputs']
    expect(stated.filter((one) => model.supported_parameters.includes(one))).toEqual(
      stated.filter((one) => one !== 'tool_choice' || named === 'yes'),
    )
  })

  test('the table of the guide has them', () => {
    const present = readPresent(table)
    expect(table.generate(present), 'run `npm run snapshots`').toBe(present)
  })
})

describe('faults', () => {
  test('a connection that breaks within a call is a failure, and no half of a call', async () => {
    world.state.fault = 'breaks'
    const names = toolServiceNames.filter((name) => serviceAbilities[name].tools === 'streamed')
    // At once, because each is tried again after a wait.
    const statuses = await Promise.all(
      names.map(async (name) => {
        const client = await openClient(name)
        return [name, (await refusal(client.create({ tools })))?.status]
      }),
    )
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(names.map((name) => [name, 502])))
  })

  test('ids of another service’s calls are ones that Mistral takes, and stay the program’s own', async () => {
    const client = await openClient('mistral')
    const call = { id: 'toolu_01A09q90qw90lq917835lq9', type: 'function' as const, function: { name: 'get_time', arguments: '{}' } }
    const messages: ChatCompletionMessageParam[] = [
      user('Hi'),
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: 'Noon' },
    ]
    expect((await client.create({ tools, messages })).choices[0]?.message.content).toBe('It rains')
  })
})
