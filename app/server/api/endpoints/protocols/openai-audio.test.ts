import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makeSound } from '#tests/fixtures/make-media.ts'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { markFile, readMark } from '#app/server/core/making/marks/mark-file.ts'
import { ProviderError, type ProviderModel, type RunRequest } from '#app/server/providers/provider.ts'

/** Tests with the official client, unchanged, over HTTP. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (given: Pick<ProviderModel, 'id'> & Partial<ProviderModel>): ProviderModel => ({
  type: 'audio',
  provider: 'scripted',
  name: words(given.id),
  description: words('scripted'),
  price: { base: 5, per: null },
  options: {},
  inputs: [],
  prompt: { placeholder: words('Words'), maxLength: 1_000, examples: [] },
  unavailable: null,
  ...given,
})
const text = { type: 'string' as const, title: words('How'), maxLength: 40, default: '', 'x-control': 'text' as const }
const formats = { type: 'string' as const, title: words('Format'), enum: ['mp3', 'wav'], default: 'mp3' }
const hearing: Partial<ProviderModel> = {
  task: 'transcribe',
  inputs: [{ role: 'source', types: ['audio', 'video'], max: 1, required: true }],
  prompt: { placeholder: words('A recording'), maxLength: 0, examples: [] },
}
const scripted = scriptedProvider()
const provider = {
  ...scripted,
  models: async () => [
    model({ id: 'reads' }),
    model({ id: 'acts', options: { instructions: text, format: formats } }),
    model({ id: 'hears', ...hearing }),
    model({ id: 'translates', ...hearing, options: { translate: { type: 'boolean', title: words('English'), default: false } } }),
  ],
}

let server: Awaited<ReturnType<typeof openOpenaiServer>>
const asked: RunRequest[] = []
const runs = (script: Script) => {
  scripted.script = (request, context) => {
    asked.push(request)
    return script(request, context)
  }
}

beforeAll(async () => {
  server = await openOpenaiServer({ provider })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  asked.length = 0
})

const rate = 16_000
const speaks: Script = async ({ generationId }) => {
  const path = join(server.runtime.scratchDir, `${generationId}.wav`)
  await writeFile(path, makeSound(1, rate))
  await markFile({ path, mediaType: 'audio/wav' }, 'trainedAlgorithmicMedia')
  const media = { mediaType: 'audio/wav', width: null, height: null, durationMs: 1_000, peaks: [], poster: null, thumbnail: null }
  return { text: null, files: [{ path, ...media }] }
}

describe('speech', () => {
  test.each([
    { format: undefined, mediaType: 'audio/mpeg', stored: 'audio/mpeg' },
    { format: 'mp3', mediaType: 'audio/mpeg', stored: 'audio/mpeg' },
    { format: 'opus', mediaType: 'audio/opus', stored: 'audio/ogg' },
    { format: 'aac', mediaType: 'audio/aac', stored: 'audio/aac' },
    { format: 'flac', mediaType: 'audio/flac', stored: 'audio/flac' },
    { format: 'wav', mediaType: 'audio/wav', stored: 'audio/wav' },
  ] as const)('speech is answered as $format, marked as made by AI, whatever the model makes', async ({ format, mediaType, stored }) => {
    runs(speaks)
    const { openai, user } = await server.client()
    const spoken = await openai.audio.speech.create({
      model: 'reads',
      input: 'Hi',
      voice: 'alloy',
      ...(format && { response_format: format }),
    })
    const bytes = new Uint8Array(await spoken.arrayBuffer())
    expect(spoken.headers.get('content-type')).toBe(mediaType)
    expect(spoken.headers.get('content-length')).toBe(String(bytes.length))
    expect(await inspection.run('sniffContainer', { head: bytes.slice(0, 4_096) })).toMatchObject({ type: 'audio', mediaType: stored })
    const path = join(server.runtime.scratchDir, 'answer')
    await writeFile(path, bytes)
    const { seconds } = await inspection.run('measureMedia', { path })
    expect(seconds).toBeCloseTo(1, 0)
    // ADTS has no place for a mark.
    expect(await readMark({ path, mediaType: stored })).toBe(format === 'aac' ? null : 'trainedAlgorithmicMedia')
    expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
  })

  test('pcm is 16 bits in one channel at 24 kHz without a header', async () => {
    runs(speaks)
    const { openai } = await server.client()
    const spoken = await openai.audio.speech.create({ model: 'reads', input: 'Hi', voice: 'alloy', response_format: 'pcm' })
    const bytes = Buffer.from(await spoken.arrayBuffer())
    expect(spoken.headers.get('content-type')).toBe('audio/pcm')
    expect(Math.abs(bytes.length / 2 - 24_000)).toBeLessThan(1_000)
    // The tone has an amplitude of 20,000.
    const loudest = Math.max(...Array.from({ length: 20_000 }, (_, at) => bytes.readInt16LE(at * 2)))
    expect(loudest).toBeGreaterThan(18_000)
    expect(loudest).toBeLessThan(22_000)
  })

  test('the sound may be streamed as events', async () => {
    runs(speaks)
    const { key } = await server.client()
    const ask = (body: object) =>
      fetch(`${server.baseURL}/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'reads', input: 'Hi', voice: 'alloy', response_format: 'wav', ...body }),
      })
    const plain = Buffer.from(await (await ask({})).arrayBuffer())
    const stream = await ask({ stream_format: 'sse' })
    expect(stream.headers.get('content-type')).toMatch('text/event-stream')
    const sent = (await stream.text()).split('\n\n').filter((block) => block.startsWith('event'))
    const pieces = sent.flatMap((block) => /"audio":"([^"]+)"/.exec(block)?.[1] ?? [])
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).equals(plain)).toBe(true)
    expect(sent.at(-1)).toMatch(/^event: speech\.audio\.done\n/)
  })

  test('instructions reach a model with such an option, and are named as ignored by others', async () => {
    runs(speaks)
    const { openai } = await server.client()
    const ask = (id: string, instructions: string) =>
      openai.audio.speech.create({ model: id, input: 'Hi', voice: 'alloy', instructions, speed: 2 })
    const acted = await ask('acts', 'Whisper.')
    expect(asked[0]?.options).toEqual({ instructions: 'Whisper.', format: 'mp3' })
    expect(acted.headers.get('x-ignored-parameters')).toBe('speed')
    expect((await ask('reads', 'Whisper.')).headers.get('x-ignored-parameters')).toBe('instructions, speed')
    expect(await refusal(ask('acts', 'Whisper. '.repeat(9)))).toMatchObject({ status: 400, param: 'instructions' })
  })
})

describe('transcripts', () => {
  const file = () => new File([new Uint8Array(makeSound(1))], 'talk.wav')
  const segments = [{ start_ms: 0, end_ms: 1_000, text: 'Hi there.' }]

  test('a transcript is streamed as the model writes it, and ends with its whole text', async () => {
    const gate = Promise.withResolvers<void>()
    runs(async (_request, { onText }) => {
      onText('Hi')
      await gate.promise
      onText(' there.')
      return { text: 'Hi there.', files: [], transcript: { language: 'en', segments } }
    })
    const { openai, user } = await server.client()
    const events = []
    for await (const event of await openai.audio.transcriptions.create({ model: 'hears', file: file(), stream: true })) {
      events.push(event)
      gate.resolve()
    }
    expect(events).toMatchObject([
      { type: 'transcript.text.delta', delta: 'Hi' },
      { type: 'transcript.text.delta', delta: ' there.' },
      { type: 'transcript.text.done', text: 'Hi there.' },
    ])
    expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
  })

  test('a stream whose run fails at once is an HTTP status, and free', async () => {
    runs(() => Promise.reject(new ProviderError('refused', 'refused by the service')))
    const { openai, user } = await server.client()
    const asking = openai.audio.transcriptions.create({ model: 'hears', file: file(), stream: true })
    expect(await refusal(asking.then((stream) => stream))).toMatchObject({ status: 400, code: 'content_policy_violation' })
    expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
  })

  test('fields that cannot be followed are refused by name, and harmless ones are named as ignored', async () => {
    runs(async () => ({ text: 'Hi there.', files: [], transcript: { language: 'en', segments } }))
    const { openai } = await server.client()
    const ask = (more: object) => openai.audio.transcriptions.create({ model: 'hears', file: file(), ...more })
    const timed = { response_format: 'verbose_json' }
    expect(await ask({ ...timed, timestamp_granularities: ['segment'] })).toMatchObject({ segments: [{ end: 1 }] })
    const refusals = [
      { ...timed, timestamp_granularities: ['word'] },
      { ...timed, timestamp_granularities: ['hour'] },
      { timestamp_granularities: ['segment'] },
    ]
    for (const wrong of refusals) expect(await refusal(ask(wrong))).toMatchObject({ status: 400, param: 'timestamp_granularities' })
    expect(await refusal(ask({ stream: true, response_format: 'srt' }))).toMatchObject({ status: 400, param: 'stream' })
    const { response } = await openai.audio.transcriptions
      .create({ model: 'hears', file: file(), temperature: 0.2, language: 'en', prompt: 'Names' })
      .withResponse()
    expect(response.headers.get('x-ignored-parameters')).toBe('language, prompt, temperature')
  })

  test('a recording is translated by a model that does, and another one is refused by name', async () => {
    runs(async () => ({ text: 'Hi there.', files: [], transcript: { language: 'de', segments } }))
    const { openai, user } = await server.client()
    expect(await openai.audio.translations.create({ model: 'translates', file: file() })).toEqual({ text: 'Hi there.' })
    expect(asked[0]).toMatchObject({ options: { translate: true }, inputs: [{ role: 'source' }] })
    const verbose = await openai.audio.translations.create({ model: 'translates', file: file(), response_format: 'verbose_json' })
    expect(verbose).toMatchObject({ task: 'translate', language: 'english', segments: [{ text: 'Hi there.' }] })
    expect(await refusal(openai.audio.translations.create({ model: 'hears', file: file() }))).toMatchObject({ status: 400, param: 'model' })
    expect(await server.balance(user)).toEqual({ available: 90, held: 0 })
  })
})
