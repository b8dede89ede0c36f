import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import { type Dialect, dialects, eventsOf } from '#tests/fakes/providers/answer-dialects.ts'
import type { ServiceId } from '../../../env.ts'
import { catalogue } from '../../catalogue/catalogue.ts'
import { compatibleText } from '../../compatible/compatible-text.ts'
import type { TextModel } from '../../kinds.ts'
import { ProviderError, type RunResult } from '../../provider.ts'
import { runText } from '../run-text.ts'
import { openText } from './open-text.ts'

type Reply = { body: string; type?: string; staysOpen?: true }

let reply: Reply
let calls = 0
let url: string
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await readText(request)
  calls += 1
  response.writeHead(200, { 'content-type': reply.type ?? 'text/event-stream' })
  if (reply.staysOpen) response.write(reply.body)
  else response.end(reply.body)
}
const server = createServer((request, response) => void answer(request, response))
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  url = `http://127.0.0.1:${address.port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** The protocols that we speak, and who speaks them. The own servers are llama.cpp, vLLM, LM Studio and Ollama. */
const speakers: [string, Dialect, ServiceId | null][] = [
  ['an own server', dialects.chat, null],
  ['OpenAI', dialects.responses, 'openai'],
  ['xAI', dialects.responses, 'xai'],
  ['Anthropic', dialects.anthropic, 'anthropic'],
  ['Google', dialects.google, 'google'],
  ['Mistral', dialects.mistral, 'mistral'],
  ['Alibaba', dialects.chat, 'alibaba'],
  ['MiniMax', dialects.chat, 'minimax'],
  ['DeepSeek', dialects.chat, 'deepseek'],
  ['Groq', dialects.chat, 'groq'],
]

async function open(service: ServiceId | null): Promise<TextModel> {
  if (service === null) return compatibleText({ name: 'desk', baseUrl: url, key: null })
  const described = catalogue[service].find(({ type }) => type === 'text')
  if (!described) throw new Error(`${service} has no text models`)
  const model = await openText({ service, apiKey: 'a-key', baseUrl: url }, described)
  if (model.kind !== 'text') throw new Error('not a text model')
  return model
}

const label = { id: 'test.model', message: 'Model' }
const model = {
  id: 'a/m',
  model: 'm',
  via: 'text',
  type: 'text',
  name: label,
  description: label,
  price: null,
  options: {},
  inputs: [],
  prompt: { placeholder: label, maxLength: 10, examples: [] },
} as const

type Ran = { result?: RunResult; error?: unknown; pieces: string[]; calls: number }

/** Runs a prompt to its end, as one attempt of a run does. */
async function run(service: ServiceId | null, replied: Reply): Promise<Ran> {
  reply = replied
  const before = calls
  const pieces: string[] = []
  const context = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onText: (piece: string) => void pieces.push(piece),
    onPreview: () => undefined,
    handOver: () => Promise.resolve(),
    saveOperation: () => Promise.resolve(),
  }
  const request = {
    generationId: 'g',
    model: 'a/m',
    prompt: 'Hello',
    options: { max_output_tokens: 100, thinking: true },
    inputs: [],
    operation: null,
  }
  const times = { textMs: 60_000, idleMs: 60_000 }
  try {
    const result = await runText(await open(service), { model, request, context, times, receive: () => Promise.resolve([]) })
    return { result, pieces, calls: calls - before }
  } catch (error) {
    return { error, pieces, calls: calls - before }
  }
}

describe.each(speakers)('%s', (_name, dialect, service) => {
  const { begin, text, thought, call, end, done } = dialect
  const streamed = (events: readonly object[]) => eventsOf(dialect, [...begin, ...events]) + done

  test.each<[string, GenerationErrorCode, object[]]>([
    ['an empty answer', 'empty_answer', [...end('stop')]],
    ['an answer of spaces', 'empty_answer', [text(' \n '), ...end('stop')]],
    ['an answer of reasoning', 'thoughts_only', [thought('Hm.'), ...end('stop')]],
    ['an answer of reasoning and spaces', 'thoughts_only', [thought('Hm.'), text('\n'), ...end('stop')]],
    ['reasoning up to the limit', 'thought_to_limit', [thought('Hm.'), ...end('length')]],
    ['hidden reasoning up to the limit', 'thought_to_limit', [...end('length')]],
    ['a call of a tool', 'called_tool', [...call, ...end('call')]],
  ])('%s is an end of its own (%s) after one call, and is not tried again', async (_what, code, events) => {
    const { error, calls: made } = await run(service, { body: streamed(events) })
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ code, retryable: false })
    expect(made).toBe(1)
  })

  test('an answer that is cut by its limit succeeds, and says so', async () => {
    const { result, calls: made } = await run(service, { body: streamed([text('Hello'), ...end('length')]) })
    expect(result).toMatchObject({ text: 'Hello', cut: true })
    expect(made).toBe(1)
  })

  test('a whole document instead of a stream is the answer', async () => {
    for (const type of ['application/json', 'text/event-stream']) {
      const { result, calls: made } = await run(service, { body: JSON.stringify(dialect.whole('Hello there.')), type })
      expect(result).toMatchObject({ text: 'Hello there.', usage: { inputTokens: 11, outputTokens: 7 } })
      expect(result?.cut).toBeUndefined()
      expect(made).toBe(1)
    }
  })

  test('a connection that stays open after the end does not hold the answer', async () => {
    const { result, calls: made } = await run(service, { body: streamed([text('Hello'), ...end('stop')]), staysOpen: true })
    expect(result).toMatchObject({ text: 'Hello', usage: { inputTokens: 11, outputTokens: 7 } })
    expect(made).toBe(1)
  })

  test('an answer without a reason for its end succeeds if its end is marked', async () => {
    const { result, error, calls: made } = await run(service, { body: streamed([text('Hello'), ...end(null)]) })
    // Google has no other mark.
    if (dialect === dialects.google) expect(error).toMatchObject({ code: 'temporary', retryable: true })
    else expect(result).toMatchObject({ text: 'Hello' })
    expect(made).toBe(1)
  })

  test('a connection that closes before the end is a failure to repeat', async () => {
    const { error } = await run(service, { body: eventsOf(dialect, [...begin, text('Hello')]) })
    expect(error).toMatchObject({ code: 'temporary', retryable: true })
  })

  test('halves of a character arrive as one', async () => {
    const { result, pieces } = await run(service, { body: streamed([text('a \uD83D'), text('\uDE00 b'), ...end('stop')]) })
    expect(result).toMatchObject({ text: 'a 😀 b' })
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
  })
})

test('a document that reports an error is no answer', async () => {
  const { error } = await run(null, {
    body: JSON.stringify({ error: { message: 'busy', code: 'rate_limit_exceeded' } }),
    type: 'application/json',
  })
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true })
})

test('the list that Google sends without events is an answer', async () => {
  const { google } = dialects
  const { result } = await run('google', { body: JSON.stringify([google.text('Hello'), ...google.end('stop')]), type: 'application/json' })
  expect(result).toMatchObject({ text: 'Hello' })
})

test.each([
  ['tags', ['<thi', 'nk>Let me see', '</thi', 'nk>\n\nHello'], 'Let me see', 'Hello'],
  ['a closing tag alone', ['Let me', ' see\n</think>', '\n\nHello'], 'Let me see\n', 'Hello'],
])('the reasoning between %s in the text of an own server is no answer', async (_what, pieces, thinking, said) => {
  const { chat } = dialects
  const { result } = await run(null, { body: eventsOf(chat, [...chat.begin, ...pieces.map(chat.text), ...chat.end('stop')]) + chat.done })
  expect(result).toMatchObject({ text: said, thinking })
})
