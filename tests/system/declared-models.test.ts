import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationSchema, type OptionValues, uploadSchema } from '#app/contract/generations.ts'
import { modelsSchema } from '#app/contract/models.ts'
import { createApi } from '#app/server/api/api.ts'
import { parseModelsFile } from '#app/server/providers/models-file/read-models-file.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { type MediaCall, mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerSounds } from '#tests/fakes/providers/speech-servers.ts'
import { answerVideos } from '#tests/fakes/providers/video-servers.ts'
import { openConnectedServer } from '#tests/fixtures/connected-server.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'

/** Four models that no release contains, defined by the file alone. */
const modelsFile = parseModelsFile(
  `
models:
  openai/brush:
    provider: openai
    model: brush-1
    type: image
    name: { en: Brush, ru: Кисть }
    cost: { per_image: 0.02 }
    options:
      shape:
        label: { en: Shape, ru: Форма }
        sends: size
        choices:
          square: { label: { en: Square, ru: Квадрат }, sends: 1024x1024 }
          wide: { label: { en: Wide, ru: Широкая }, sends: 1536x1024, price_factor: 1.5 }
      grade: { label: Grade, sends: quality, choices: { draft: { sends: low }, fine: { sends: high, price_factor: 2 } } }
      count: { from: 1, to: 4 }
  elevenlabs/eleven_v3_new:
    provider: elevenlabs
    model: eleven_v3
    type: audio
    name: Eleven v3
    price: { per_1000_characters: 20 }
    options:
      voice: { choices: { voice-one: { label: Ada }, voice-two: { label: Bo } } }
      stability: { label: { en: Stability, ru: Ровность }, from: 0, to: 1, step: 0.5, default: 0.5, sends: voice_settings.stability }
  replicate/reel:
    provider: replicate
    model: minimax/video-01
    type: video
    name: Reel
    price: { per_second: 4 }
    options:
      duration: { choices: [5, 10], sends: input.duration }
      resolution:
        sends: input.resolution
        choices: { 720p: , 1080p: { price_factor: 2, only_with: { duration: 10 } } }
    inputs:
      - { role: first_frame, sends: input.start_image }
      - { role: last_frame, sends: input.end_image }
  lab/eyes:
    provider: lab
    model: eyes.gguf
    type: text
    name: Eyes
    price: { per_run: 0 }
    takes_pictures: true
    options:
      style: { label: Style, max_length: 40, sends: style }
`,
  'models.yaml',
)

const said = (text: string) => ({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: text } }] })

/** An operator's server with OpenAI's chat protocol. */
function answerChat({ path }: MediaCall) {
  if (path === '/lab/v1/models') return { json: { data: [] } }
  if (path !== '/lab/v1/chat/completions') return undefined
  const end = { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  return { events: [said('A green '), said('square.'), end] }
}

let server: Awaited<ReturnType<typeof startMediaServer>>
let connected: Awaited<ReturnType<typeof openConnectedServer>>
let api: ReturnType<typeof createApi>
let worker: Awaited<ReturnType<typeof connected.startWorker>>
beforeAll(async () => {
  server = await startMediaServer(answerImages(await makePicture()), answerSounds(makeSound()), answerVideos(await makeFilm()), answerChat)
  const env = { OPENAI_COMPATIBLE: `lab=${server.url}/lab/v1` }
  connected = await openConnectedServer({ url: server.url, key: mediaSecrets.key, modelsFile, env })
  api = createApi(connected)
  worker = await connected.startWorker()
})
afterAll(async () => {
  await worker?.stop()
  await connected?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

async function person() {
  const user = await createUser(connected, { tokens: 1_000 })
  const { token } = await createSession(connected, connected.keys, user)
  async function call<S extends v.GenericSchema>(schema: S, path: string, body?: object): Promise<v.InferOutput<S>> {
    const isForm = body instanceof FormData
    const request = new Request(`http://localhost/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      body: body ? (isForm ? body : JSON.stringify(body)) : null,
    })
    return v.parse(schema, await (await api.fetch(request, { clientAddress: '127.0.0.1' })).json())
  }
  return {
    call,
    async bringPicture() {
      const form = new FormData()
      form.set('file', new Blob([Uint8Array.from(await makePicture())]), 'mine')
      return (await call(uploadSchema, '/v1/uploads', form)).id
    },
    async run(body: { model: string; options?: OptionValues; inputs?: object[] }) {
      const { id } = await call(generationSchema, '/v1/generations', { prompt: 'a lake', ...body })
      const get = () => call(generationSchema, `/v1/generations/${id}`)
      await expect.poll(async () => (await get()).status).toMatch(/succeeded|failed/)
      return get()
    },
  }
}

const sentTo = (path: RegExp): unknown => {
  const call = server.calls.findLast((one) => one.method === 'POST' && path.test(one.path))
  return call && JSON.parse(Buffer.from(call.body, 'latin1').toString('utf8'))
}

test('an image model is drawn with its own shapes and qualities, at the price of its cost and its choices', async () => {
  const ann = await person()
  const made = await ann.run({ model: 'openai/brush', options: { shape: 'wide', grade: 'fine', count: 1 } })
  // 0.02 dollars are 4 tokens, which the choices multiply by 1.5 and 2.
  expect(made).toMatchObject({ status: 'succeeded', price: 12, charged: 12 })
  expect(sentTo(/images\/generations$/)).toMatchObject({ model: 'brush-1', size: '1536x1024', quality: 'high', n: 1 })
  const list = await ann.call(modelsSchema, '/v1/models?type__in=image')
  const { options } = list.find(({ id }) => id === 'openai/brush') ?? {}
  expect(options?.properties).toMatchObject({
    shape: { title: 'Shape', enum: ['square', 'wide'], default: 'square', 'x-labels': { square: 'Square', wide: 'Wide' } },
    count: { title: 'Number of results', minimum: 1, maximum: 4 },
  })
})

test('a speech model reads with the chosen voice and with an option under the name of its service', async () => {
  const ann = await person()
  const made = await ann.run({ model: 'elevenlabs/eleven_v3_new', options: { voice: 'voice-two', stability: 1 } })
  expect(made.status).toBe('succeeded')
  expect(server.calls.some(({ path }) => path.startsWith('/elevenlabs/v1/text-to-speech/voice-two'))).toBe(true)
  expect(sentTo(/text-to-speech/)).toMatchObject({ model_id: 'eleven_v3', voice_settings: { stability: 1 } })
})

test('a film has a first and a last frame, and a resolution that only one of its lengths offers', async () => {
  const ann = await person()
  const inputs = [
    { upload_id: await ann.bringPicture(), role: 'first_frame' },
    { upload_id: await ann.bringPicture(), role: 'last_frame' },
  ]
  const long = await ann.run({ model: 'replicate/reel', options: { duration: '10', resolution: '1080p' }, inputs })
  expect(long).toMatchObject({ status: 'succeeded', price: 80 })
  const picture = expect.stringMatching(/^data:image\/(?:png|jpeg);base64,/)
  expect(sentTo(/predictions$/)).toEqual({
    input: { prompt: 'a lake', duration: '10', resolution: '1080p', start_image: picture, end_image: picture },
  })
  // The choice is not offered for five seconds, so it is neither sent nor charged.
  const short = await ann.run({ model: 'replicate/reel', options: { duration: '5', resolution: '1080p' } })
  expect(short).toMatchObject({ price: 20, options: { duration: '5', resolution: '720p' } })
  expect(sentTo(/predictions$/)).toEqual({ input: { prompt: 'a lake', duration: '5', resolution: '720p' } })
})

test('a model of a server on this network sees a picture', async () => {
  const ann = await person()
  const inputs = [{ upload_id: await ann.bringPicture(), role: 'reference' }]
  const made = await ann.run({ model: 'lab/eyes', options: { style: 'dry' }, inputs })
  expect(made).toMatchObject({ status: 'succeeded', text: 'A green square.', charged: 0 })
  expect(sentTo(/chat\/completions$/)).toMatchObject({
    model: 'eyes.gguf',
    style: 'dry',
    messages: [{ role: 'user', content: [{ type: 'image_url' }, { type: 'text', text: 'a lake' }] }],
  })
})
