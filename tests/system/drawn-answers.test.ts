import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { chatCompletionSchema } from '#app/contract/protocols/chat.ts'
import { sharedResultSchema, shareSchema } from '#app/contract/library/shares.ts'
import { createApi } from '#app/server/api/api.ts'
import { createOpenai } from '#app/server/api/openai.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { answerDrawings } from '#tests/fakes/providers/drawing-servers.ts'
import { mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { openConnectedServer } from '#tests/fixtures/connected-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'

/** Language models whose answers contain images, of three services. */

let server: Awaited<ReturnType<typeof startMediaServer>>
let connected: Awaited<ReturnType<typeof openConnectedServer>>
let api: ReturnType<typeof createApi>
let worker: Awaited<ReturnType<typeof connected.startWorker>>
beforeAll(async () => {
  server = await startMediaServer(answerDrawings(await makePicture(64, 48)))
  const { key } = mediaSecrets
  const env = {
    GOOGLE_GENERATIVE_AI_API_KEY: key,
    GOOGLE_GENERATIVE_AI_BASE_URL: `${server.url}/google`,
    OPENROUTER_API_KEY: key,
    OPENROUTER_BASE_URL: `${server.url}/openrouter/v1`,
  }
  connected = await openConnectedServer({ url: server.url, key, env })
  api = createApi(connected)
  worker = await connected.startWorker()
})
afterAll(async () => {
  await worker?.stop()
  await connected?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

async function person() {
  const user = await createUser(connected, { tokens: 10_000 })
  const { token } = await createSession(connected, connected.keys, user)
  const call = (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    return (path.startsWith('/openai/') ? createOpenai(connected) : api).fetch(request, { clientAddress: '127.0.0.1' })
  }
  const read = async <S extends v.GenericSchema>(schema: S, path: string, body?: object) =>
    v.parse(schema, await (await call(path, body)).json())
  return {
    ...user,
    call,
    read,
    async run(body: object) {
      const { id } = await read(generationSchema, '/api/v1/generations', { prompt: 'draw a heron', ...body })
      const get = () => read(generationSchema, `/api/v1/generations/${id}`)
      await expect.poll(async () => (await get()).status).toMatch(/succeeded|failed/)
      return get()
    },
  }
}

const google = 'google/gemini-nano-banana-2.1-chat'
const bodies = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test.each([
  // 100 tokens read at 0.3, 1,200 written at 1.5 and an image at 5.04 tokens.
  { model: google, options: {}, charged: 6_870, asked: '"responseModalities":["TEXT","IMAGE"]' },
  // 100 read at 0.2, 50 written at 1 and an image at 30 tokens.
  { model: 'openai/gpt-6.1-terra', options: { images: true }, charged: 30_070, asked: '"type":"image_generation"' },
  // 100 read at 0.2, 1,200 written at 0.4, and an image of 1,400 at 5.6.
  { model: 'openrouter/lab-painter', options: {}, charged: 8_340, asked: '"modalities":["image","text"]' },
])(
  '$model answers with an image that is stored, marked as made by AI, charged and shown again',
  async ({ model, options, charged, asked }) => {
    const ann = await person()
    const made = await ann.run({ model, options })
    expect(made).toMatchObject({ status: 'succeeded', text: 'A green heron.', charged_milli: charged })
    expect(made.price_milli).toBeGreaterThan(charged)
    expect(bodies().at(-1)).toContain(asked)
    const [file] = made.files
    expect(made.files).toMatchObject([{ media_type: 'image/png', width: 64, height: 48, thumbnail_url: expect.any(String) }])
    const bytes = Buffer.from(await (await ann.call(file?.url ?? '')).arrayBuffer())
    expect((await sharp(bytes).metadata()).width).toBe(64)
    expect(bytes.toString('latin1')).toContain('digitalsourcetype/trainedAlgorithmicMedia')
  },
)

test('an answer may be an image alone, which a conversation continues from', async () => {
  const ann = await person()
  const thread_id = randomUUID()
  const first = await ann.run({ model: google, prompt: 'only-image', thread_id })
  expect(first).toMatchObject({ status: 'succeeded', text: null, files: [{ media_type: 'image/png' }] })
  await ann.run({ model: google, prompt: 'now in blue', thread_id, parent_id: first.id })
  const { contents } = v.parse(v.object({ contents: v.array(v.unknown()) }), JSON.parse(bodies().at(-1) ?? ''))
  expect(contents.slice(1)).toMatchObject([
    { role: 'model', parts: [{ text: '[Image]' }] },
    { role: 'user', parts: [{}, { inlineData: {} }, { text: 'now in blue' }] },
  ])
  // There is no text to use.
  const inputs = [{ generation_id: first.id, role: 'reference' }]
  expect((await ann.call('/api/v1/generations', { model: google, prompt: 'x', inputs })).status).toBe(422)
})

test('an answer without images costs no image', async () => {
  const ann = await person()
  const made = await ann.run({ model: 'openai/gpt-6.1-terra', options: { images: false } })
  expect(made).toMatchObject({ files: [], charged_milli: 70 })
  expect(bodies().at(-1)).not.toContain('image_generation')
})

test('the images of an answer are sent with the next message, and their edit is marked as such', async () => {
  const ann = await person()
  const thread_id = randomUUID()
  const first = await ann.run({ model: google, thread_id })
  const second = await ann.run({ model: google, prompt: 'now in blue', thread_id, parent_id: first.id })
  expect(second.status).toBe('succeeded')
  const sent = v.parse(v.object({ contents: v.array(v.unknown()) }), JSON.parse(bodies().at(-1) ?? ''))
  expect(sent.contents).toMatchObject([
    { role: 'user', parts: [{ text: 'draw a heron' }] },
    { role: 'model', parts: [{ text: 'A green heron.' }] },
    {
      role: 'user',
      parts: [{ text: expect.stringContaining('previous answer') }, { inlineData: { mimeType: 'image/jpeg' } }, { text: 'now in blue' }],
    },
  ])
  // A single image of the answer is an input of any run, after its text.
  const inputs = [{ generation_id: first.id, index: 1, role: 'reference' }]
  expect((await ann.run({ model: google, inputs })).status).toBe('succeeded')
  const none = [{ generation_id: first.id, index: 2, role: 'reference' }]
  expect((await ann.call('/api/v1/generations', { model: google, prompt: 'x', inputs: none })).status).toBe(422)
})

const deltaSchema = v.object({ choices: v.array(v.object({ delta: v.object({ images: v.optional(v.array(v.looseObject({}))) }) })) })

test('programs get the images of an answer as at OpenRouter, and send them back', async () => {
  const ann = await person()
  const messages = [{ role: 'user', content: 'draw a heron' }]
  const { choices } = await ann.read(chatCompletionSchema, '/openai/v1/chat/completions', { model: google, messages })
  const images = choices[0]?.message.images ?? []
  expect(images).toEqual([{ type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } }])
  const body = {
    model: google,
    stream: true,
    messages: [...messages, { role: 'assistant', content: '', images }, { role: 'user', content: 'in blue' }],
  }
  const streamed = await (await ann.call('/openai/v1/chat/completions', body)).text()
  const deltas = [...streamed.matchAll(/^data: (\{.*)$/gm)].map(([, event = '']) => v.parse(deltaSchema, JSON.parse(event)))
  expect(deltas.flatMap(({ choices: [one] }) => one?.delta.images ?? [])).toEqual([{ ...images[0], index: 0 }])
  expect(bodies().at(-1)).toContain('"inlineData"')
})

test('a public link shows the images of an answer', async () => {
  const ann = await person()
  const { id } = await ann.run({ model: google })
  const { token } = await ann.read(shareSchema, `/api/v1/generations/${id}/share`, { show_prompt: false })
  const shared = await ann.read(sharedResultSchema, `/api/v1/shares/${token}`)
  expect(shared).toMatchObject({ text: 'A green heron.', files: [{ media_type: 'image/png' }] })
  const image = await ann.call(shared.files[0]?.url ?? '')
  expect((await image.arrayBuffer()).byteLength).toBe(shared.files[0]?.bytes)
})

test.each([
  ['bad-base64', google],
  ['no-image-data', 'openrouter/lab-painter'],
  ['too-big', google],
  ['foreign-url', 'openrouter/lab-painter'],
])('an answer whose image is faulty (%s) fails free of charge and stores nothing', async (fault, model) => {
  const ann = await person()
  const made = await ann.run({ model, prompt: `draw ${fault}` })
  expect(made).toMatchObject({ status: 'failed', error: { code: 'temporary' }, files: [], charged: 0 })
  expect(await connected.balanceOf(ann.id)).toEqual({ available: 10_000, held: 0 })
})

test('an answer that breaks off after half an image is worth another attempt, and nothing of it is stored', async () => {
  const user = await createUser(connected, { tokens: 1_000 })
  const own = await connected.submit(google, 'draw cut-image', { by: user.id })
  await expect.poll(async () => (await connected.rowOf(own)).attempts).toBe(1)
  await expect.poll(async () => (await connected.rowOf(own)).status).toBe('queued')
  expect(await connected.entriesOf(own.id)).toEqual([expect.stringMatching(/^hold /)])
})
