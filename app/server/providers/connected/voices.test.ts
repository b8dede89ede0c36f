import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#app/server/env.ts'
import { type MediaAnswer, type MediaCall, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { makeSound } from '#tests/fixtures/make-media.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { noModelsFile } from '../models-file/no-models-file.ts'
import { openConnected } from './open-connected.ts'
import { openers } from '../openers.ts'
import { readElevenVoices, withVoices } from './voices.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'voices-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Voices with previews at ElevenLabs and Mistral, and the speech of OpenAI. */
function answerVoices({ path, origin, headers, body }: MediaCall): MediaAnswer | undefined {
  const sound = makeSound()
  if (path.startsWith('/elevenlabs/v2/voices')) {
    const voice = (id: string, preview_url: string) => ({ voice_id: id, name: id, category: 'premade', preview_url })
    return { json: { voices: [voice('anna', `${origin}/previews/anna.wav`), voice('html', `${origin}/previews/html`)] } }
  }
  if (path === '/previews/anna.wav') return { headers: { 'content-type': 'audio/wav' }, bytes: sound }
  if (path === '/previews/html') return { headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<p>No sound</p>') }
  const list = /^\/mistral\/audio\/voices\?.*offset=(\d+)/.exec(path)
  if (list) {
    const all = [
      { slug: 'voice_478', name: 'Sarah', languages: ['en_us'], user_id: null },
      { slug: 'own', name: 'Mine', languages: ['en'], user_id: 'u1' },
      { slug: 'voice_592', name: 'Marie', languages: ['fr'] },
    ]
    return { json: { items: all.slice(Number(list[1]), Number(list[1]) + 2) } }
  }
  if (path === '/mistral/audio/voices/voice_592/sample' && headers.authorization === 'Bearer a-key')
    return { json: { audio_data: sound.toString('base64') } }
  if (path === '/openai/audio/speech') return body.includes('sage') ? { status: 500, json: {} } : { bytes: sound }
  return undefined
}

async function openServices(more: Record<string, string> = {}) {
  const server = await startMediaServer(answerVoices)
  const own = await mkdtemp(join(dir, 'own-'))
  const services = { ELEVENLABS: 'elevenlabs', MISTRAL: 'mistral', OPENAI: 'openai' }
  const env = Object.fromEntries(
    Object.entries(services).flatMap(([name, path]) => [
      [`${name}_API_KEY`, 'a-key'],
      [`${name}_BASE_URL`, `${server.url}/${path}`],
    ]),
  )
  const open = () =>
    openConnected({
      env: readEnv({ ...env, OLLAMA_URL: 'off', ...more }),
      openers,
      modelsFile: noModelsFile,
      scratchDir: own,
      samplesDir: own,
    })
  let providers = open()
  const find = (id: string) => providers.find((one) => one.id === id)
  return {
    server,
    restart: () => void (providers = open()),
    sample: (id: string, voice: string) => find(id)?.voiceSample?.(voice),
    async voiceOf(model: string) {
      const models = await find(model.split('/')[0] ?? '')?.models()
      return models?.find(({ id }) => id === model)?.options.voice
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(providers.map((one) => one.close()))
      await server[Symbol.asyncDispose]()
    },
  }
}

test('the previews of services are offered with their voices, fetched once and kept', async () => {
  await using services = await openServices()
  await expect.poll(() => services.voiceOf('elevenlabs/eleven_v3')).toMatchObject({ enum: ['anna', 'html'] })
  expect(await services.voiceOf('elevenlabs/eleven_v3')).toMatchObject({ 'x-samples': { anna: '/api/v1/voices/elevenlabs/anna/sample' } })
  const [one, other] = await Promise.all([services.sample('elevenlabs', 'anna'), services.sample('elevenlabs', 'anna')])
  expect(one).toMatchObject({ mediaType: 'audio/wav' })
  expect(other?.bytes).toEqual(one?.bytes)
  services.restart()
  await expect.poll(() => services.sample('elevenlabs', 'anna')).toMatchObject({ mediaType: 'audio/wav' })
  expect(services.server.calls.filter(({ path }) => path === '/previews/anna.wav')).toHaveLength(1)
  expect(await services.sample('elevenlabs', 'html')).toBeUndefined()
  expect(await services.sample('elevenlabs', '../secret')).toBeUndefined()
})

test('the voices of Mistral are read page by page, without those of the account, and their previews with the key', async () => {
  await using services = await openServices()
  await expect.poll(() => services.voiceOf('mistral/voxtral-mini-tts-3-0')).toMatchObject({ enum: ['voice_478', 'voice_592'] })
  expect(await services.voiceOf('mistral/voxtral-mini-tts-3-0')).toMatchObject({
    'x-labels': { voice_592: { own: { en: 'Marie · French', ru: 'Marie · французский' } } },
  })
  expect(await services.sample('mistral', 'voice_592')).toMatchObject({ mediaType: 'audio/wav' })
  expect(await services.sample('mistral', 'own')).toBeUndefined()
})

test('voices without a preview are recorded once, and only if the operator pays for it', async () => {
  await using frugal = await openServices()
  expect(await frugal.voiceOf('openai/gpt-4o-mini-tts')).not.toHaveProperty('x-samples')
  expect(await frugal.sample('openai', 'coral')).toBeUndefined()
  expect(frugal.server.calls.filter(({ path }) => path === '/openai/audio/speech')).toEqual([])

  await using generous = await openServices({ VOICE_SAMPLES: 'generate' })
  expect(await generous.voiceOf('openai/gpt-4o-mini-tts')).toMatchObject({ 'x-samples': { coral: '/api/v1/voices/openai/coral/sample' } })
  expect(await generous.sample('openai', 'coral')).toMatchObject({ mediaType: 'audio/wav' })
  generous.restart()
  expect(await generous.sample('openai', 'coral')).toMatchObject({ mediaType: 'audio/wav' })
  // A failed recording is not tried again at once, because it may have been billed.
  expect(await generous.sample('openai', 'sage')).toBeUndefined()
  expect(await generous.sample('openai', 'sage')).toBeUndefined()
  expect(generous.server.calls.filter(({ path }) => path === '/openai/audio/speech')).toHaveLength(2)
})

test('the voices of every account are read with their languages', () => {
  const voices = readElevenVoices({
    voices: [
      {
        voice_id: 'one',
        name: 'Anna',
        category: 'premade',
        labels: { language: 'ru', accent: null },
        verified_languages: [{ language: 'en' }, { language: 'ru' }],
      },
      { voice_id: 'two', name: 'Ben', category: 'premade' },
      { voice_id: 'own', name: 'A cloned voice', category: 'cloned' },
      { voice_id: '', name: 'Nobody', category: 'premade' },
      { name: 'No id' },
      'not a voice',
    ],
    has_more: false,
  })
  expect(voices).toEqual([
    { id: 'one', name: 'Anna', languages: ['ru', 'en'] },
    { id: 'two', name: 'Ben', languages: [] },
  ])
  expect(() => readElevenVoices({ detail: 'no' })).toThrow()
})

test('listed voices replace those of the catalogue, and only where a model has voices', () => {
  const models = withVoices(catalogue.elevenlabs, [{ id: 'one', name: 'Anna', languages: ['ru', 'en'] }])
  const voiceOf = (id: string) => models.find((model) => model.id === id)?.options.voice
  expect(voiceOf('elevenlabs/eleven_v3')).toMatchObject({
    enum: ['one'],
    default: 'one',
    'x-labels': { one: { own: { en: 'Anna · Russian, English', ru: 'Anna · русский, английский' } } },
  })
  expect(voiceOf('elevenlabs/music_v2_5')).toBeUndefined()
  expect(withVoices(catalogue.elevenlabs, [])).toBe(catalogue.elevenlabs)
})
