import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationSchema, type OptionValues, uploadSchema } from '#app/contract/runs/generations.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import type { InputRole } from '#app/contract/base/values.ts'
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

/** Models that no release contains, defined by the file alone. */
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
  replicate/cast:
    provider: replicate
    model: minimax/video-01
    type: video
    name: Cast
    cost: { per_second: 0.05 }
    ends: 2099-01-01
    successor: replicate/reel
    options:
      duration: { choices: [4, 8], sends: input.duration }
      sound: { switch: true, price_factor: { false: 0.5 }, sends: input.audio }
    inputs:
      - { role: first_frame, sends: input.start_image }
      - { role: last_frame, sends: input.end_image, needs: first_frame, only_with: { duration: 8 } }
      - { role: reference, sends: input.people, max: 2, not_with: [first_frame, last_frame] }
  replicate/longer:
    provider: replicate
    model: minimax/video-01
    type: video
    task: continue_video
    name: Longer
    price: { per_second: 4 }
    options: { duration: { choices: [5, 10], sends: input.added } }
    inputs: [{ role: source, sends: input.video, required: true, video_types: [video/mp4], min_seconds: 0.3, max_seconds: 9, max_bytes: 4000000 }]
  runway/repaint:
    provider: runway
    model: aleph3
    type: video
    task: change_video
    name: { en: Repaint, ru: Перекраска }
    price: { base: 2, per_input_second: 10 }
    inputs: [{ role: source, required: true, min_seconds: 3 }]
  lab/eyes:
    provider: lab
    model: eyes.gguf
    type: text
    name: Eyes
    price: { per_run: 0 }
    takes_pictures: true
    options:
      style: { label: Style, max_length: 40, sends: style }
  lab/clerk:
    provider: lab
    model: clerk.gguf
    type: text
    name: Clerk
    price: { per_run: 0 }
    streaming: false
    options: { json: { switch: false }, stop: { max_length: 100 }, temperature: { from: 0, to: 2, step: 0.1, default: 1 } }
`,
  'models.yaml',
)

const said = (text: string) => ({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: text } }] })

/** An operator's server with OpenAI's chat protocol. */
function answerChat({ path, body }: MediaCall) {
  if (path === '/lab/v1/models') return { json: { data: [] } }
  if (path !== '/lab/v1/chat/completions') return undefined
  if (!body.includes('"stream":true')) {
    const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }
    return { json: { id: 'c', choices: [{ index: 0, message: { role: 'assistant', content: '{"a":1}' }, finish_reason: 'stop' }], usage } }
  }
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
    async upload(bytes: Uint8Array) {
      const form = new FormData()
      form.set('file', new Blob([Uint8Array.from(bytes)]), 'mine')
      return (await call(uploadSchema, '/v1/uploads', form)).id
    },
    async uploadPicture() {
      return this.upload(await makePicture())
    },
    /** Submits a run that the rules of its model refuse. */
    refused: (body: { model: string; options?: OptionValues; inputs: object[] }) =>
      call(v.object({ fields: v.record(v.string(), v.object({ code: v.string() })) }), '/v1/generations', { prompt: 'a lake', ...body }),
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
    { upload_id: await ann.uploadPicture(), role: 'first_frame' },
    { upload_id: await ann.uploadPicture(), role: 'last_frame' },
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

test('a film takes frames and references by the rules of the file, which the API enforces and the form knows', async () => {
  const ann = await person()
  const model = 'replicate/cast'
  const give = async (role: InputRole) => ({ upload_id: await ann.uploadPicture(), role })
  const [first, last, cast] = [await give('first_frame'), await give('last_frame'), await give('reference')]
  const made = await ann.run({ model, options: { duration: '8', sound: false }, inputs: [first, last] })
  // 0.05 dollars are 10 tokens a second, and half of that without sound.
  expect(made).toMatchObject({ status: 'succeeded', price: 40, charged: 40 })
  const picture = expect.stringMatching(/^data:image\/(?:png|jpeg);base64,/)
  expect(sentTo(/predictions$/)).toEqual({
    input: { prompt: 'a lake', duration: '8', audio: false, start_image: picture, end_image: picture },
  })
  expect((await ann.run({ model, inputs: [cast] })).status).toBe('succeeded')
  expect(sentTo(/predictions$/)).toEqual({ input: { prompt: 'a lake', duration: '4', audio: true, people: [picture] } })
  const errorsOf = async (inputs: object[], options: OptionValues) => (await ann.refused({ model, options, inputs })).fields
  expect(await errorsOf([last], { duration: '8' })).toEqual({ 'inputs.0': { code: 'input_needs_first_frame' } })
  expect(await errorsOf([first, last], { duration: '4' })).toEqual({ 'inputs.1': { code: 'input_not_with_option' } })
  expect(await errorsOf([first, cast], { duration: '8' })).toEqual({ 'inputs.1': { code: 'input_not_with_others' } })
  const list = await ann.call(modelsSchema, '/v1/models?type__in=video')
  expect(list.find(({ id }) => id === model)?.inputs).toEqual([
    { role: 'first_frame', types: ['image'], max: 1 },
    { role: 'last_frame', types: ['image'], max: 1, needs: 'first_frame', when: { option: 'duration', in: ['8'] } },
    { role: 'reference', types: ['image'], max: 2, not_with: ['first_frame', 'last_frame'] },
  ])
})

test('a given film is continued and changed by models of the file, within their limits', async () => {
  const ann = await person()
  const inputs = [{ upload_id: await ann.upload(await makeFilm()), role: 'source' }]
  const made = await ann.run({ model: 'replicate/longer', options: { duration: '10' }, inputs })
  expect(made).toMatchObject({ status: 'succeeded', price: 40 })
  expect(sentTo(/predictions$/)).toEqual({
    input: { prompt: 'a lake', added: '10', video: expect.stringMatching(/^data:video\/mp4;base64,/) },
  })
  const short = await ann.refused({ model: 'runway/repaint', inputs })
  expect(short.fields).toEqual({ 'inputs.0': { code: 'input_too_short' } })
  const list = await ann.call(modelsSchema, '/v1/models?type__in=video')
  expect(list.find(({ id }) => id === 'replicate/longer')).toMatchObject({
    task: 'continue_video',
    inputs: [{ role: 'source', types: ['video'], video_types: ['video/mp4'], min_seconds: 0.3, max_seconds: 9, max_bytes: 4_000_000 }],
  })
  expect(list.find(({ id }) => id === 'runway/repaint')).toMatchObject({
    task: 'change_video',
    price: { base: 2, per: { measure: 'input_duration', every: 1, tokens: 10 } },
    prompt: { placeholder: 'Describe what to change' },
  })
})

test('a model that does not stream answers as a whole, in JSON and up to a word', async () => {
  const ann = await person()
  const made = await ann.run({ model: 'lab/clerk', options: { json: true, stop: 'END' } })
  expect(made).toMatchObject({ status: 'succeeded', text: '{"a":1}' })
  const sent = { model: 'clerk.gguf', response_format: { type: 'json_object' }, stop: ['END'], temperature: 1 }
  expect(sentTo(/chat\/completions$/)).toMatchObject(sent)
  expect(sentTo(/chat\/completions$/)).not.toHaveProperty('stream', true)
})

test('a model of a server on this network sees a picture', async () => {
  const ann = await person()
  const inputs = [{ upload_id: await ann.uploadPicture(), role: 'reference' }]
  const made = await ann.run({ model: 'lab/eyes', options: { style: 'dry' }, inputs })
  expect(made).toMatchObject({ status: 'succeeded', text: 'A green square.', charged: 0 })
  expect(sentTo(/chat\/completions$/)).toMatchObject({
    model: 'eyes.gguf',
    style: 'dry',
    messages: [{ role: 'user', content: [{ type: 'image_url' }, { type: 'text', text: 'a lake' }] }],
  })
})
