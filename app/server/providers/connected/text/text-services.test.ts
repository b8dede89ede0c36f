import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundPages, openOpenaiServer, secretWords } from '#tests/fakes/providers/openai-server.ts'
import { openTextServices } from '#tests/fakes/providers/text-services.ts'
import { type ServiceId, serviceIds } from '../../../env.ts'
import { catalogue } from '../../catalogue/catalogue.ts'
import { compatibleText } from '../../compatible/compatible-text.ts'
import type { OptionValues, Source } from '#app/contract/runs/generations.ts'
import type { Turn, Usage } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { openText } from './open-text.ts'

let services: Awaited<ReturnType<typeof openTextServices>>
let openai: Awaited<ReturnType<typeof openOpenaiServer>>
let alibaba: typeof openai
let dir: string
beforeAll(async () => {
  services = await openTextServices()
  openai = await openOpenaiServer()
  alibaba = await openOpenaiServer({ path: '/compatible-mode/v1' })
  dir = await mkdtemp(join(tmpdir(), 'text-services-'))
})
afterAll(async () => {
  await services[Symbol.asyncDispose]()
  await openai[Symbol.asyncDispose]()
  await alibaba[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

const question: Turn[] = [{ role: 'user', text: 'one two three', files: [] }]

/** OpenRouter lists its models itself, like an operator's server. */
type Speaker = ServiceId | 'openrouter'

async function open(service: Speaker, at: string) {
  if (service === 'openrouter') return compatibleText({ name: service, baseUrl: at, key: 'a-key' })
  const [described] = catalogue[service]
  if (!described) throw new Error(`${service} has no models`)
  return openText({ service, apiKey: 'a-key', baseUrl: at }, described)
}

async function say(service: Speaker, name: string, { turns = question, at = `${services.url}/${service}` } = {}) {
  const model = await open(service, at)
  if (model.kind !== 'text') throw new Error('not a text model')
  let said = ''
  const signal = new AbortController().signal
  const call = { model: name, options: { temperature: 0.5 }, signal, idempotencyKey: 'g', system: 'Be brief', turns, maxOutputTokens: 900 }
  try {
    const usage = await model.stream({ ...call, onText: (delta) => void (said += delta) })
    return { said, usage }
  } catch (error) {
    return { said, error }
  }
}

test.each(['anthropic', 'google', 'mistral', 'deepseek', 'groq', 'openrouter'] as const)(
  '%s streams an answer with its usage',
  async (service) => {
    expect(await say(service, 'says')).toEqual({ said: 'one two three', usage: { inputTokens: 11, outputTokens: 7 } })
  },
)

test('xAI streams an answer with its usage and is asked not to store it', async () => {
  const said = await say('xai', 'grok', { at: `${openai.url}/v1` })
  expect(said).toEqual({ said: 'one two three', usage: { inputTokens: 11, outputTokens: 7 } })
  expect(openai.asked().at(-1)).toMatchObject({ path: '/v1/responses', body: { store: false, max_output_tokens: 900 } })
})

test.each([
  ['alibaba', '/compatible-mode/v1/chat/completions', {}],
  ['minimax', '/v1/chat/completions', { reasoning_split: true }],
  ['deepseek', '/v1/chat/completions', {}],
  ['groq', '/v1/chat/completions', {}],
] as const)('%s streams an answer with its usage, at its own path', async (service, path, rest) => {
  const at = { alibaba: alibaba.url, minimax: openai.url, deepseek: `${openai.url}/v1`, groq: `${openai.url}/v1` }[service]
  expect(await say(service, 'qwen', { at })).toEqual({ said: 'one two three', usage: { inputTokens: 11, outputTokens: 7 } })
  const asked = (service === 'alibaba' ? alibaba : openai).asked().at(-1)
  expect(asked).toMatchObject({ path, authorization: 'Bearer a-key', body: { model: 'qwen', stream: true, temperature: 0.5, ...rest } })
})

type Found = { thought: string; sources: Source[]; usage: Usage }

/** Asks with a search and with the reasoning shown. */
async function search(
  service: ServiceId,
  name: string,
  at: string,
  options: OptionValues = { search: true, thinking: true },
): Promise<Found> {
  const model = await open(service, at)
  if (model.kind !== 'text') throw new Error('not a text model')
  const found: Found = { thought: '', sources: [], usage: {} }
  await model.stream({
    model: name,
    options,
    signal: new AbortController().signal,
    idempotencyKey: 'g',
    system: null,
    turns: question,
    maxOutputTokens: 900,
    onText: () => undefined,
    onThought: (piece) => void (found.thought += piece),
    onSource: (source) => void found.sources.push(source),
    onUsage: (usage) => Object.assign(found.usage, usage),
  })
  return found
}

test('OpenAI searches the web: pages, reasoning and the number of searches are read from the stream', async () => {
  expect(await search('openai', 'gpt-6-luna', `${openai.url}/v1`)).toMatchObject({
    thought: 'The person asks about herons. I compare two sources.',
    sources: foundPages,
    usage: { searches: 1 },
  })
})

test.each([
  ['anthropic', 1],
  ['google', 2],
] as const)('%s searches the web: pages, reasoning and the number of searches are read from the stream', async (service, searches) => {
  expect(await search(service, 'searches', `${services.url}/${service}`)).toMatchObject({
    thought: 'I look it up.',
    sources: [{ url: 'https://birds.example/herons', title: 'Herons' }],
    usage: { searches },
  })
})

test('Google runs code and reads linked pages: the program is part of the reasoning, and pages that were read are sources', async () => {
  const found = await search('google', 'tools', `${services.url}/google`, { links: true, code: true })
  expect(found.thought).toBe('\n\n```python\nprint(6 * 7)\n```\n\n\n\n```\n42\n```\n\n')
  expect(found.sources).toEqual([{ url: 'https://birds.example/herons', title: null }])
  // The pages and the steps of the program are billed as input.
  expect(found.usage).toMatchObject({ inputTokens: 511 })
})

test('Anthropic reads linked pages, which are no searches', async () => {
  const found = await search('anthropic', 'tools', `${services.url}/anthropic`, { links: true })
  expect(found).toMatchObject({ sources: [{ url: 'https://birds.example/herons', title: 'Herons' }], usage: {} })
  expect(found.usage.searches).toBeUndefined()
})

test.each([
  ['openai', 'gpt-6-luna', 'high', { reasoning: { effort: 'high' }, max_output_tokens: 900 }],
  ['xai', 'grok-4.7', 'low', { reasoning: { effort: 'low' }, max_output_tokens: 900 }],
  ['anthropic', 'claude-opus-5-5', 'max', { output_config: { effort: 'max' }, max_tokens: 900 }],
  ['google', 'gemini-3.8-flash', 'low', { generationConfig: { thinkingConfig: { thinkingLevel: 'low' }, maxOutputTokens: 900 } }],
  ['google', 'gemini-2.5-flash', 'low', { generationConfig: { thinkingConfig: { thinkingBudget: 1_024 }, maxOutputTokens: 900 } }],
  ['mistral', 'mistral-large-4', 'high', { reasoning_effort: 'high', max_tokens: 900 }],
  ['groq', 'openai/gpt-oss-20b', 'low', { reasoning_effort: 'low', max_tokens: 900 }],
  ['openrouter', 'ann/thinker', 'low', { reasoning: { effort: 'low' }, max_tokens: 900 }],
] as const)('%s sets how long %s thinks within the length that is paid for', async (service, name, effort, body) => {
  const own = ['openai', 'xai'].includes(service)
  const model = await open(service, own ? `${openai.url}/v1` : `${services.url}/${service}`)
  if (model.kind !== 'text') throw new Error('not a text model')
  const ask = async (options: OptionValues) => {
    const call = { model: name, options, signal: new AbortController().signal, idempotencyKey: 'g', system: null, turns: question }
    await model.stream({ ...call, maxOutputTokens: 900, onText: () => undefined }).catch(() => undefined)
    return (own ? openai.asked() : services.seen).at(-1)?.body
  }
  expect(await ask({ effort })).toMatchObject(body)
  expect(JSON.stringify(await ask({ effort: 'auto' }))).not.toMatch(/effort|thinking/i)
})

test('every service that has text models in the catalogue can open them', async () => {
  for (const service of serviceIds) {
    const model = catalogue[service].find(({ type }) => type === 'text')
    if (model) expect(await openText({ service, apiKey: 'a-key', baseUrl: undefined }, model)).toMatchObject({ kind: 'text' })
  }
})

test('each service is sent the key, the role, the maximum length and the temperature in its own format', async () => {
  for (const service of ['anthropic', 'google', 'mistral'] as const) await say(service, 'says')
  const [anthropic, google, mistral] = services.seen.slice(-3)
  expect(anthropic).toMatchObject({
    path: '/anthropic/messages',
    headers: { 'x-api-key': 'a-key' },
    body: { max_tokens: 900, temperature: 0.5, system: [{ type: 'text', text: 'Be brief' }] },
  })
  expect(google).toMatchObject({
    path: '/google/models/says:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': 'a-key' },
    body: { generationConfig: { maxOutputTokens: 900, temperature: 0.5 }, systemInstruction: { parts: [{ text: 'Be brief' }] } },
  })
  expect(mistral).toMatchObject({
    path: '/mistral/chat/completions',
    headers: { authorization: 'Bearer a-key' },
    body: { max_tokens: 900, temperature: 0.5, messages: [{ role: 'system', content: 'Be brief' }, { role: 'user' }] },
  })
})

const never = (code: string) => ({ code, retryable: false })
const again = (code: string) => ({ code, retryable: true })
const later = { code: 'rate_limited', retryable: true, retryAfterMs: 12_000 }
const cases: [Speaker, string, object][] = [
  ['anthropic', 'key', never('provider_auth')],
  ['anthropic', 'forbidden', never('provider_auth')],
  ['anthropic', 'gone', never('model_gone')],
  ['anthropic', 'money', never('provider_auth')],
  ['anthropic', 'bad-input', never('invalid_input')],
  ['anthropic', 'too-large', never('too_long')],
  ['anthropic', 'filtered', never('result_refused')],
  ['anthropic', 'refuses', never('refused')],
  ['anthropic', 'busy', later],
  ['anthropic', 'overloaded', again('temporary')],
  ['anthropic', 'error-within', again('temporary')],
  ['anthropic', 'truncated', again('temporary')],
  ['google', 'key', never('provider_auth')],
  ['google', 'forbidden', never('provider_auth')],
  ['google', 'gone', never('model_gone')],
  ['google', 'bad-input', never('invalid_input')],
  ['google', 'filtered', never('refused')],
  ['google', 'refuses', never('refused')],
  ['google', 'busy', later],
  ['google', 'overloaded', again('temporary')],
  ['google', 'truncated', again('temporary')],
  ['mistral', 'key', never('provider_auth')],
  ['mistral', 'gone', never('model_gone')],
  ['mistral', 'bad-input', never('invalid_input')],
  ['mistral', 'busy', later],
  ['mistral', 'overloaded', again('temporary')],
  ['mistral', 'truncated', again('temporary')],
  ['xai', 'key', never('provider_auth')],
  ['xai', 'money', never('provider_auth')],
  ['xai', 'gone', never('model_gone')],
  ['xai', 'bad-input', never('invalid_input')],
  ['xai', 'filtered', never('refused')],
  ['xai', 'busy', later],
  ['deepseek', 'key', never('provider_auth')],
  ['deepseek', 'money', never('provider_auth')],
  ['deepseek', 'gone', never('model_gone')],
  ['deepseek', 'bad-input', never('invalid_input')],
  ['deepseek', 'filtered', never('refused')],
  ['deepseek', 'busy', later],
  ['deepseek', 'overloaded', again('temporary')],
  ['deepseek', 'truncated', again('temporary')],
  ['groq', 'key', never('provider_auth')],
  ['groq', 'forbidden', never('provider_auth')],
  ['groq', 'gone', never('model_gone')],
  ['groq', 'bad-input', never('invalid_input')],
  ['groq', 'too-large', never('too_long')],
  ['groq', 'busy', later],
  ['groq', 'overloaded', again('temporary')],
  ['groq', 'truncated', again('temporary')],
  ['openrouter', 'key', never('provider_auth')],
  ['openrouter', 'money', never('provider_auth')],
  ['openrouter', 'forbidden', never('provider_auth')],
  ['openrouter', 'filtered', never('refused')],
  ['openrouter', 'gone', never('model_gone')],
  ['openrouter', 'bad-input', never('invalid_input')],
  ['openrouter', 'busy', later],
  ['openrouter', 'overloaded', again('temporary')],
  ['openrouter', 'error-within', again('temporary')],
  ['openrouter', 'busy-within', again('rate_limited')],
  ['openrouter', 'money-within', never('provider_auth')],
  ['openrouter', 'truncated', again('temporary')],
]

test.each(cases)('%s: a refused request, %s, is %o, with our own message', async (service, fault, expectation) => {
  const { error } = await say(service, fault)
  expect(error).toBeInstanceOf(ProviderError)
  expect(error).toMatchObject(expectation)
  const whole = error instanceof Error ? `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify({ ...error })}` : ''
  expect(whole).toContain(service)
  for (const secret of [secretWords.key, secretWords.upstream, services.url]) expect(whole).not.toContain(secret)
})

const sentPicture = v.object({
  messages: v.tuple([
    v.object({
      role: v.literal('user'),
      content: v.tuple([
        v.object({
          type: v.literal('image'),
          source: v.object({ type: v.literal('base64'), media_type: v.literal('image/jpeg'), data: v.string() }),
        }),
        v.object({ type: v.literal('text'), text: v.literal('What is this?') }),
      ]),
    }),
  ]),
})

test('an image is sent as bytes, upright and no larger than the service accepts', async () => {
  const path = join(dir, 'wide.png')
  // A picture on its side, as cameras store it.
  await sharp({ create: { width: 3_000, height: 1_000, channels: 4, background: '#00800080' } })
    .withMetadata({ orientation: 6 })
    .png()
    .toFile(path)
  const turns: Turn[] = [{ role: 'user', text: 'What is this?', files: [{ role: 'reference', mediaType: 'image/png', path }] }]
  expect(await say('anthropic', 'says', { turns })).toMatchObject({ said: 'one two three' })
  const [message] = v.parse(sentPicture, services.seen.at(-1)?.body).messages
  const { width, height, format } = await sharp(Buffer.from(message.content[0].source.data, 'base64')).metadata()
  expect({ width, height, format }).toEqual({ width: 523, height: 1_568, format: 'jpeg' })
})

test('an image that cannot be read is an error of the input, and the service is not called', async () => {
  const path = join(dir, 'broken.png')
  await writeFile(path, 'no picture')
  const before = services.seen.length
  const turns: Turn[] = [{ role: 'user', text: 'What is this?', files: [{ role: 'reference', mediaType: 'image/png', path }] }]
  expect((await say('anthropic', 'says', { turns })).error).toMatchObject(never('invalid_input'))
  expect(services.seen).toHaveLength(before)
})

test('a text file is sent as text under its name, before the message', async () => {
  const path = join(dir, 'table.csv')
  await writeFile(path, '\uFEFFbird,legs\nheron,2\n')
  const files = [{ role: 'reference' as const, mediaType: 'text/plain', path, name: 'birds "2".csv' }]
  await say('mistral', 'says', { turns: [{ role: 'user', text: 'How many legs?', files }] })
  const text = '[Start of the file "birds \\"2\\".csv"]\nbird,legs\nheron,2\n\n[End of the file "birds \\"2\\".csv"]'
  expect(services.seen.at(-1)?.body).toMatchObject({
    messages: [
      { role: 'system' },
      {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'text', text: 'How many legs?' },
        ],
      },
    ],
  })
})

test('the history is sent in its order', async () => {
  const turns: Turn[] = [{ role: 'user', text: 'first', files: [] }, { role: 'assistant', text: 'second', files: [] }, ...question]
  await say('mistral', 'says', { turns })
  expect(services.seen.at(-1)?.body).toMatchObject({
    messages: [
      { role: 'system' },
      { role: 'user', content: [{ type: 'text', text: 'first' }] },
      { role: 'assistant', content: 'second' },
      { role: 'user', content: [{ type: 'text', text: 'one two three' }] },
    ],
  })
})

test('Anthropic learns that a tool has failed', async () => {
  const model = await open('anthropic', `${services.url}/anthropic`)
  if (model.kind !== 'text') throw new Error('not a text model')
  await model.stream({
    model: 'says',
    options: {},
    signal: new AbortController().signal,
    idempotencyKey: 'g',
    system: null,
    maxOutputTokens: 100,
    turns: [
      { role: 'user', text: 'Weather?', files: [] },
      { role: 'assistant', text: '', files: [], calls: [{ id: 'call_1', name: 'get_weather', input: '{}' }] },
      { role: 'tool', text: 'No network', files: [], answers: { id: 'call_1', name: 'get_weather' }, failed: true },
    ],
    asked: { tools: [{ name: 'get_weather', parameters: { type: 'object', properties: {} } }] },
    onText: () => undefined,
  })
  expect(JSON.stringify(services.seen.at(-1)?.body)).toContain('"is_error":true')
})

test.each(['anthropic', 'google', 'mistral', 'deepseek', 'groq'] as const)(
  '%s takes tools, their results and a system message in the middle',
  async (service) => {
    const model = await open(service, `${services.url}/${service}`)
    if (model.kind !== 'text') throw new Error('not a text model')
    const turns: Turn[] = [
      { role: 'system', text: 'Be brief', files: [] },
      { role: 'user', text: 'Weather?', files: [] },
      { role: 'assistant', text: '', files: [], calls: [{ id: 'call_1', name: 'get_weather', input: '{"city":"Oslo"}' }] },
      { role: 'tool', text: 'It rains', files: [], answers: { id: 'call_1', name: 'get_weather' } },
      { role: 'system', text: 'Be kind', files: [] },
      { role: 'user', text: 'And?', files: [] },
    ]
    const tools = [{ name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }]
    let said = ''
    await model.stream({
      model: 'says',
      options: {},
      signal: new AbortController().signal,
      idempotencyKey: 'g',
      system: null,
      turns,
      maxOutputTokens: 900,
      asked: { tools, choice: { name: 'get_weather' }, parallel: false, settings: { temperature: 0.25 } },
      onText: (delta) => void (said += delta),
    })
    expect(said).toBe('one two three')
    const sent = JSON.stringify(services.seen.at(-1)?.body)
    for (const part of ['Be brief', 'Be kind', 'get_weather', 'It rains', 'Oslo', '0.25']) expect(sent).toContain(part)
  },
)
