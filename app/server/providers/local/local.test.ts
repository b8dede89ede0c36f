import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeTinyModel, vocabulary } from '#tests/fakes/llama/tiny-model.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { readEnv } from '../../env.ts'
import type { Provider, RunRequest } from '../provider.ts'
import { llamaAnswerSchema } from './local-messages.ts'
import { openLocalProcesses } from './local-processes.ts'
import { localProvider, type LocalProviderOptions } from './local-provider.ts'

/** A folder with the real runtime, for example the one that `npm run models -- install` has made: the tests of the answer use it too. */
const realRuntime = process.env.LLAMA_RUNTIME

let dataDir: string
let runtime: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-'))
  runtime = join(dataDir, 'runtime')
  await writeLlamaRuntime(runtime)
  await mkdir(join(dataDir, 'models'))
  await writeFile(join(dataDir, 'models', 'Tiny.gguf'), makeTinyModel())
  await writeFile(join(dataDir, 'models', 'other.gguf'), makeTinyModel())
  await writeFile(join(dataDir, 'models', 'Tiny-Embed.gguf'), makeTinyModel())
  await writeFile(join(dataDir, 'models', 'half.gguf.0123456789ab.part'), 'half')
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Closed at the end, so that tests can share a process. */
const opened: Provider[] = []
afterAll(() => Promise.all(opened.map((provider) => provider.close())))

function open(options: Partial<LocalProviderOptions> & { variables?: NodeJS.ProcessEnv } = {}) {
  const { variables = {}, ...rest } = options
  const provider = localProvider({ env: readEnv({ LOCAL_MODELS_THREADS: '1', ...variables }), dataDir, runtime, ...rest })
  opened.push(provider)
  function run(prompt: string, request: Partial<RunRequest> = {}) {
    const stopping = new AbortController()
    const started = Promise.withResolvers<void>()
    let said = ''
    const result = provider.run(
      { generationId: 'g-1', model: 'local/tiny', prompt, options: { max_output_tokens: 256 }, inputs: [], operation: null, ...request },
      {
        signal: stopping.signal,
        onProgress: () => undefined,
        onPreview: () => undefined,
        onText(delta) {
          said += delta
          started.resolve()
        },
        handOver: async () => undefined,
        saveOperation: async () => undefined,
      },
    )
    result.catch(() => undefined)
    return { result, started: started.promise, said: () => said, stop: () => stopping.abort() }
  }
  return { provider, run }
}

const person = {
  type: 'object',
  properties: { size: { enum: ['small', 'large'] }, wet: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } },
  required: ['size', 'wet'],
  additionalProperties: false,
}
const turns = (texts: readonly string[]) => texts.map((text) => ({ role: 'user' as const, text, files: [] }))
/** The request of a program that wants an answer by a schema. */
const program = (schema: Record<string, unknown>) => ({
  program: { turns: turns(['lake pine']), asked: { format: { schema } }, longest: 256 },
})
const embedding = (texts: readonly string[]) => ({ program: { turns: turns(texts), asked: {}, longest: undefined } })

const long = Array.from({ length: 2_000 }, () => 'word').join(' ')

test('files in the folder are models at price 0, and unfinished downloads are not', async () => {
  const models = await open().provider.models()
  expect(models.map(({ id, price, history, task }) => [id, price, history, task])).toEqual([
    ['local/tiny-embed', { base: 0, per: null }, undefined, 'embed'],
    ['local/tiny', { base: 0, per: null }, true, undefined],
    ['local/other', { base: 0, per: null }, true, undefined],
  ])
  expect(await localProvider({ env: readEnv({}), dataDir }).models()).toEqual([])
})

describe.each(realRuntime === undefined ? ['fake'] : ['fake', 'real'])('with the %s runtime', (kind) => {
  let shared: ReturnType<typeof open>
  beforeAll(() => {
    shared = open(kind === 'real' && realRuntime !== undefined ? { runtime: realRuntime } : {})
  })

  test('an answer streams with its usage and knows the conversation', async () => {
    const { run } = shared
    const history = [
      { role: 'user' as const, text: 'wind', files: [] },
      { role: 'assistant' as const, text: 'snow', files: [] },
    ]
    const { result, said } = run('lake pine', { history, options: { system: 'be brief', max_output_tokens: 20, temperature: 0.8 } })
    const { text, usage } = await result
    expect(text).toBe(said())
    if (kind === 'fake') expect(text).toBe('3 lake pine')
    else
      expect(
        text
          ?.trim()
          .split(/\s+/)
          .every((word) => vocabulary.includes(word)),
      ).toBe(true)
    expect(usage?.inputTokens).toBeGreaterThan(3)
    expect(usage?.outputTokens).toBeGreaterThan(0)
  })

  test('a cancel returns at once, and the next answer follows in the same process', async () => {
    const { run } = shared
    const first = run(kind === 'fake' ? long : 'lake', { options: { max_output_tokens: 2_000 } })
    await first.started
    first.stop()
    await expect(first.result).rejects.toThrow()
    const { text } = await run('wind').result
    expect(text?.length).toBeGreaterThan(0)
  })

  test('an answer in JSON is valid, and one with a stop text ends before it', async () => {
    const { text } = await shared.run('lake pine', { options: { json: true, max_output_tokens: 200 } }).result
    if (kind === 'fake') expect(text).toBe('{"json":["0","lake","pine"]}')
    else expect(text?.trim()).toMatch(/^[[{"\d\-tfn]/)
    if (kind !== 'fake') return
    expect((await shared.run('lake pine snow', { options: { stop: 'x\npine' } }).result).text).toBe('0 lake')
  })

  test('an answer follows the schema of a program', async () => {
    const { text } = await shared.run('lake pine', program(person)).result
    const answer: unknown = JSON.parse(text ?? '')
    if (kind === 'fake')
      expect(answer).toEqual({
        type: 'object',
        properties: { size: { enum: ['small', 'large'] }, wet: { oneOf: [{ type: 'boolean' }, { type: 'null' }] } },
        additionalProperties: false,
      })
    else expect(new Ajv().validate(person, answer)).toBe(true)
  })

  test('texts become vectors of the length 1, in their order', async () => {
    const texts = ['lake', 'pine wind', 'lake']
    const { vectors, usage } = await shared.run('', { model: 'local/tiny-embed', ...embedding(texts) }).result
    const numbers = [...new Float32Array(Uint8Array.from(vectors ?? []).buffer)]
    const size = numbers.length / texts.length
    const [first = [], second = [], third] = [0, 1, 2].map((index) => numbers.slice(index * size, (index + 1) * size))
    if (kind === 'fake') expect(first.map((one) => Math.round(one * 300))).toEqual([100, 200, 0, 200])
    else expect(first).toHaveLength(256)
    for (const vector of [first, second]) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    expect(third).toEqual(first)
    if (kind === 'real') expect(second).not.toEqual(first)
    expect(usage?.inputTokens).toBeGreaterThanOrEqual(4)
  })

  test('an answer at its limit is reported as cut', async () => {
    expect(await shared.run(long.slice(0, 100), { options: { max_output_tokens: 3 } }).result).toMatchObject({ cut: true })
  })
})

let fake: ReturnType<typeof open>
beforeAll(() => {
  fake = open()
})

test('a conversation longer than the context is refused, and its reading can be canceled', async () => {
  const { run } = fake
  await expect(run(`${long} ${long} ${long}`).result).rejects.toMatchObject({ code: 'invalid_input' })
  const reading = run(`${long} ${long.slice(0, 8_000)}`)
  reading.stop()
  await expect(reading.result).rejects.toThrow()
  expect((await run('wind').result).text).toBe('0 wind')
})

test('a schema that no grammar expresses is asked for in words, checked, and asked for once more', async () => {
  const { text, usage } = await fake.run('lake pine', program({ ...person, properties: { size: { type: 'integer', minimum: 3 } } })).result
  // The words of the second question, behind the instruction, the first question and the answer to it.
  expect(text).toContain('"3","That","is","not","what","was","asked","for:","the","value","must","have","required","property"')
  expect(usage?.outputTokens).toBe(2)
})

test('a text longer than the context of the model is refused before any is read', async () => {
  const { result } = fake.run('', { model: 'local/tiny-embed', ...embedding(['lake', `${long} ${long}`]) })
  await expect(result).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a crash of the model fails its run only, which may be tried again, and the next one works', async () => {
  const { run } = fake
  await expect(run('lake crash').result).rejects.toMatchObject({ code: 'temporary', retryable: true })
  expect((await run('wind').result).text).toBe('0 wind')
})

test('an error of the runtime ends the run, and its message goes to the log only', async () => {
  const warnings: object[] = []
  const { run } = open({ logger: { warn: (details) => void warnings.push(details) } })
  const error: unknown = await run('break').result.catch((one: unknown) => one)
  expect(error).toMatchObject({ code: 'temporary', retryable: false })
  expect(String(error)).not.toContain('UPSTREAM')
  expect(warnings).toEqual([{ reason: 'UPSTREAM-WORDS' }])
})

test('a model above the memory limit is not loaded', async () => {
  await expect(open({ variables: { LOCAL_MODELS_MEMORY_MB: '300' } }).run('wind').result).rejects.toMatchObject({
    code: 'provider_auth',
    message: expect.stringContaining('300 MB are allowed'),
  })
})

test('a process that grows above the memory limit is ended', async () => {
  const llama = openLocalProcesses({ memoryLimit: 250e6 })
  onTestFinished(() => llama.close())
  const settings = {
    child: 'llama' as const,
    purpose: 'text' as const,
    runtime,
    model: join(dataDir, 'models', 'Tiny.gguf'),
    threads: 1,
    contextLength: 4_096,
  }
  const job = { system: null, turns: [{ role: 'user' as const, text: 'grow' }], maxTokens: 10, temperature: 1 }
  const answer = llama.run(settings, job, { signal: new AbortController().signal, result: llamaAnswerSchema })
  await expect(answer).rejects.toMatchObject({ code: 'temporary', message: expect.stringContaining('more than 250 MB') })
})

test('two models are never loaded at the same time', async () => {
  const apart = join(dataDir, 'apart')
  await mkdir(join(apart, 'models'), { recursive: true })
  for (const file of ['tiny.gguf', 'other.gguf']) await writeFile(join(apart, 'models', file), makeTinyModel())
  await writeFile(join(apart, 'models', 'one-at-a-time'), '')
  const { run } = open({ dataDir: apart })
  const [first, second] = [run('wind'), run('snow', { model: 'local/other' })]
  expect([(await first.result).text, (await second.result).text]).toEqual(['0 wind', '0 snow'])
})

test('an idle model is unloaded, and loaded again by the next run', async () => {
  const { run } = open({ idleMs: 1 })
  await run('wind').result
  expect((await run('snow').result).text).toBe('0 snow')
})
