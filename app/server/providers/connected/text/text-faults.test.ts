import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults, openOpenaiServer, secretWords } from '#tests/fakes/providers/openai-server.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import { compatibleText } from '../../compatible/compatible-text.ts'
import type { TextModel, Usage } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { openText } from './open-text.ts'

let server: Awaited<ReturnType<typeof openOpenaiServer>>
beforeAll(async () => {
  server = await openOpenaiServer({ pauseMs: 2 })
})
afterAll(() => server[Symbol.asyncDispose]())

type Speaks = { name: string; open(key?: string): Promise<TextModel> }
const speakers: Speaks[] = [
  {
    name: 'a compatible server',
    open: (key = 'sk-good') => compatibleText({ name: 'desk', baseUrl: `${server.url}/v1`, key }),
  },
  {
    name: 'OpenAI',
    open: async (key = 'sk-good') => {
      const model = await openText({ service: 'openai', apiKey: key, baseUrl: `${server.url}/v1` }, catalogued)
      if (model.kind !== 'text') throw new Error('not a text model')
      return model
    },
  },
]
const label = (message: string) => ({ id: `test.${message}`, message })
const catalogued = {
  id: 'openai/x',
  model: 'x',
  via: 'text',
  type: 'text',
  name: label('x'),
  description: label('x'),
  price: null,
  options: {},
  inputs: [],
  prompt: { placeholder: label('x'), maxLength: 10, examples: [] },
} as const

type Outcome = { said: string; usage?: Usage; error?: unknown }

async function say(
  model: TextModel,
  name: string,
  { signal = new AbortController().signal, maxOutputTokens = 100 } = {},
): Promise<Outcome> {
  let said = ''
  const call = {
    model: name,
    options: {},
    signal,
    idempotencyKey: 'g-1',
    system: 'Be kind',
    turns: [{ role: 'user' as const, text: 'one two three four', files: [] }],
    maxOutputTokens,
    onText: (delta: string) => void (said += delta),
  }
  try {
    const usage = await model.stream(call)
    return { said, usage }
  } catch (error) {
    return { said, error }
  }
}

type Expected = { code: GenerationErrorCode; retryable: boolean; retryAfterMs?: number }
const again = (code: GenerationErrorCode, retryAfterMs?: number): Expected => ({
  code,
  retryable: true,
  ...(retryAfterMs && { retryAfterMs }),
})
const never = (code: GenerationErrorCode): Expected => ({ code, retryable: false })

const expected: Partial<Record<(typeof faults)[number], Expected>> = {
  forbidden: never('provider_auth'),
  gone: never('model_gone'),
  'bad-input': never('invalid_input'),
  'too-long': never('too_long'),
  refuses: never('refused'),
  filters: never('refused'),
  busy: again('rate_limited', 7_000),
  'no-quota': never('provider_auth'),
  broken: again('temporary'),
  overloaded: again('temporary'),
  'html-502': again('temporary'),
  'html-200': again('temporary'),
  'json-200': again('temporary'),
  'reset-before': again('temporary'),
  'reset-within': again('temporary'),
  truncated: again('temporary'),
  'error-within': again('temporary'),
  'garbage-within': again('temporary'),
  elsewhere: again('temporary'),
  'endless-line': never('temporary'),
}

describe.each(speakers)('$name', ({ open }) => {
  test('an answer is streamed with its usage', async () => {
    expect(await say(await open(), 'llama')).toEqual({ said: 'one two three four', usage: { inputTokens: 11, outputTokens: 7 } })
    expect(server.asked().at(-1)).toMatchObject({ authorization: 'Bearer sk-good', brokenOff: false })
  })

  test.each(Object.entries(expected))('the fault %s is %o', async (fault, expectation) => {
    const before = server.asked().length
    const { error } = await say(await open(), fault)
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject(expectation)
    expect(server.asked()).toHaveLength(before + 1)
    expectNoSecret(error)
  })

  test('a wrong key that the service repeats is not in the error', async () => {
    const { error } = await say(await open(secretWords.key), 'llama')
    expect(error).toMatchObject(never('provider_auth'))
    expectNoSecret(error)
  })

  test('a retry time given as a date is understood', async () => {
    const { error } = await say(await open(), 'busy-until')
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: expect.any(Number) })
    if (error instanceof ProviderError) expect(error.retryAfterMs).toBeGreaterThan(15_000)
  })

  test('an endless answer is cut off, and the request is aborted', async () => {
    const { said, usage, error } = await say(await open(), 'endless', { maxOutputTokens: 10 })
    expect(error).toBeUndefined()
    expect(usage).toEqual({ cut: true })
    expect(said).toHaveLength(120)
    await expect.poll(() => server.asked().at(-1)?.brokenOff).toBe(true)
  })

  test.each(['silent', 'stalls'])('a service that does not finish (%s) is disconnected with the signal at once', async (fault) => {
    const controller = new AbortController()
    const saying = say(await open(), fault, { signal: controller.signal })
    const before = server.asked().length
    await expect.poll(() => server.asked().length).toBeGreaterThanOrEqual(before)
    await expect.poll(() => server.asked().at(-1)?.body).toMatchObject({ model: fault })
    controller.abort('canceled')
    expect((await saying).error).toBeDefined()
    await expect.poll(() => server.asked().at(-1)?.brokenOff).toBe(true)
  })

  test('an answer that only thinks up to its limit is cut', async () => {
    expect(await say(await open(), 'thinks-only')).toMatchObject({ said: '', usage: { cut: true } })
  })

  test('an empty answer is returned as it is', async () => {
    expect(await say(await open(), 'empty')).toMatchObject({ said: '' })
  })
})

test('missing and invalid usage figures are left out', async () => {
  const model = await compatibleText({ name: 'desk', baseUrl: `${server.url}/v1`, key: null })
  expect(await say(model, 'no-usage')).toMatchObject({ usage: {} })
  expect(server.asked().at(-1)?.authorization).toBeUndefined()
})

test('an unreachable server is retried', async () => {
  const model = await compatibleText({ name: 'desk', baseUrl: 'http://127.0.0.1:9/v1', key: null })
  const { error } = await say(model, 'llama')
  expect(error).toMatchObject(again('temporary'))
  expectNoSecret(error)
})

/** Checks everything that a logger could find in an error, including its causes. */
function expectNoSecret(error: unknown) {
  const all =
    error instanceof Error ? JSON.stringify([error.message, error.stack, error.cause ?? null, { ...error }]) : JSON.stringify(error)
  const message = error instanceof Error ? `${error.message} ${JSON.stringify({ ...error })} ${String(error.cause)}` : all
  expect(all).not.toContain('SECRETKEY')
  expect(all).not.toContain(secretWords.upstream)
  expect(message).not.toMatch(/https?:\/\//)
  expect(message).not.toContain(server.url)
}
