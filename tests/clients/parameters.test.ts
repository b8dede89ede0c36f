import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// The world is on a database.
import '#tests/fixtures/runtime.ts'
import { city } from './weather.ts'
import { answerOf, type OpenWorld, openWorld } from './world.ts'

/** Every parameter of the official clients: none is silently ignored, and none is left out of what an idempotency key stands for. */

let world: OpenWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** The parameters besides those that every request has. The compiler asks for each that the client's types know. */
type ParametersOf<Request, Usual extends keyof Request> = Record<Exclude<keyof Request, Usual>, unknown> & Record<string, unknown>

const user = { role: 'user', content: 'Hi' }
const ofOpenai = { type: 'function', function: { name: 'get_weather', parameters: city } }
const chat: ParametersOf<ChatCompletionCreateParamsNonStreaming, 'model' | 'messages'> = {
  audio: { voice: 'alloy', format: 'mp3' },
  frequency_penalty: 0.5,
  function_call: 'auto',
  functions: [{ name: 'f' }],
  logit_bias: { '50256': -100 },
  logprobs: true,
  max_completion_tokens: 17,
  max_tokens: 17,
  metadata: { a: 'b' },
  modalities: ['text', 'audio'],
  moderation: { model: 'omni-moderation-latest' },
  n: 2,
  parallel_tool_calls: false,
  prediction: { type: 'content', content: 'x' },
  presence_penalty: 0.5,
  prompt_cache_key: 'a-key',
  prompt_cache_options: {},
  prompt_cache_retention: '24h',
  reasoning_effort: 'low',
  response_format: { type: 'json_object' },
  safety_identifier: 'a-person',
  seed: 7,
  service_tier: 'flex',
  stop: 'END',
  store: true,
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.25,
  tool_choice: 'required',
  tools: [ofOpenai],
  top_logprobs: 2,
  top_p: 0.9,
  user: 'a-person',
  verbosity: 'low',
  web_search_options: {},
}
const responses: ParametersOf<ResponseCreateParamsNonStreaming, 'model' | 'input'> = {
  access_programs: [{ type: 'beta' }],
  background: true,
  context_management: [{ type: 'compaction', compact_threshold: 1_000 }],
  conversation: 'conv_1',
  image: { quality: 'low' },
  include: ['file_search_call.results'],
  instructions: 'Be brief',
  max_output_tokens: 17,
  max_tool_calls: 1,
  metadata: { a: 'b' },
  moderation: { model: 'omni-moderation-latest' },
  parallel_tool_calls: false,
  previous_response_id: 'resp_1',
  prompt: { id: 'pmpt_1' },
  prompt_cache_key: 'a-key',
  prompt_cache_options: {},
  prompt_cache_retention: '24h',
  reasoning: { effort: 'low' },
  safety_identifier: 'a-person',
  service_tier: 'flex',
  store: false,
  stream: true,
  stream_options: { include_obfuscation: false },
  temperature: 0.25,
  text: { format: { type: 'json_object' } },
  tool_choice: 'required',
  tools: [{ type: 'function', name: 'get_weather', parameters: city, strict: null }],
  top_logprobs: 2,
  top_p: 0.9,
  truncation: 'auto',
  user: 'a-person',
}
const messages: ParametersOf<MessageCreateParamsNonStreaming, 'model' | 'messages' | 'max_tokens'> = {
  cache_control: { type: 'ephemeral' },
  container: 'container_1',
  diagnostics: { previous_message_id: null },
  inference_geo: 'eu',
  metadata: { user_id: 'a-person' },
  output_config: { effort: 'low' },
  service_tier: 'auto',
  speed: 'fast',
  stop_sequences: ['END'],
  stream: true,
  system: 'Be brief',
  temperature: 0.25,
  thinking: { type: 'disabled' },
  tool_choice: { type: 'any' },
  tools: [{ name: 'get_weather', input_schema: city }],
  top_k: 5,
  top_p: 0.9,
  user_profile_id: 'profile_1',
  workspace_id: 'wrkspc_1',
}

const errorSchema = v.object({ error: v.looseObject({ message: v.string(), param: v.optional(v.nullable(v.string())) }) })
type Sent = { path: string; body: object; key?: string }
const headersOf = (apiKey: string, key: string | undefined) => ({
  authorization: `Bearer ${apiKey}`,
  'x-api-key': apiKey,
  'content-type': 'application/json',
  ...(key !== undefined && { 'Idempotency-Key': key }),
})

async function send(apiKey: string, { path, body, key }: Sent) {
  const response = await fetch(world.origin + path, { method: 'POST', headers: headersOf(apiKey, key), body: JSON.stringify(body) })
  const text = await response.text()
  const failed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorSchema), text)
  const { message, param } = failed.success ? failed.output.error : { message: '', param: undefined }
  return {
    status: response.status,
    // Anthropic's protocol has no field for the parameter.
    param: param ?? message.split(':')[0] ?? '',
    ignored: response.headers.get('x-ignored-parameters')?.split(', ') ?? [],
    isStream: response.headers.get('content-type')?.startsWith('text/event-stream') ?? false,
  }
}

const protocols = [
  {
    path: '/openai/v1/chat/completions',
    usual: { model: 'desk/able', messages: [user] },
    parameters: chat,
    unseen: { parallel_tool_calls: 'needs tools', stream_options: 'needs a stream' },
    sameRun: ['parallel_tool_calls', 'stream', 'stream_options'],
  },
  {
    path: '/openai/v1/responses',
    usual: { model: 'desk/able', input: 'Hi' },
    parameters: responses,
    unseen: { metadata: 'is returned', parallel_tool_calls: 'needs tools', store: 'is an act afterwards' },
    sameRun: ['parallel_tool_calls', 'stream'],
  },
  {
    path: '/anthropic/v1/messages',
    usual: { model: 'desk/able', max_tokens: 50, messages: [user] },
    parameters: messages,
    unseen: {},
    sameRun: ['stream'],
  },
]

describe.each(protocols)('$path', ({ path, usual, parameters, unseen, sameRun }) => {
  test('every parameter reaches the model, is refused by its name, or is named as ignored', async () => {
    world.upstream.answers(answerOf)
    const { apiKey } = await world.clients({ tokens: 100_000 })
    const lastSent = () => JSON.stringify(world.upstream.seen.at(-1))
    expect(await send(apiKey, { path, body: usual })).toMatchObject({ status: 200 })
    const plain = lastSent()
    const silent = []
    for (const [name, value] of Object.entries(parameters)) {
      const answer = await send(apiKey, { path, body: { ...usual, [name]: value } })
      const isNamed = answer.ignored.some((one) => one === name || one.startsWith(`${name}.`))
      const isRefused = answer.status >= 400 && answer.status < 500 && answer.param.split('.')[0] === name
      const isPassed = answer.status === 200 && (lastSent() !== plain || answer.isStream)
      if (!isNamed && !isRefused && !isPassed) silent.push(name)
    }
    expect(silent).toEqual(Object.keys(unseen))
  })

  test('a request that differs in a parameter with an effect conflicts under one key', async () => {
    world.upstream.answers(answerOf)
    const { apiKey } = await world.clients({ tokens: 100_000 })
    const key = 'one'
    expect(await send(apiKey, { path, body: usual, key })).toMatchObject({ status: 200 })
    const same = []
    for (const [name, value] of Object.entries(parameters)) {
      const { status, ignored } = await send(apiKey, { path, body: { ...usual, [name]: value }, key })
      if (status < 400 && ignored.length === 0) same.push(name)
    }
    // They only say how the answer is sent, or have nothing to act on.
    expect(same).toEqual(sameRun)
    expect(world.upstream.seen).toHaveLength(1)
  })
})
