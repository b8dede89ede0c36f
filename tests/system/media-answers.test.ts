import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generationSchema, quoteAnswerSchema, uploadSchema } from '#app/contract/runs/generations.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { createApi } from '#app/server/api/api.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { parseModelsFile } from '#app/server/providers/models-file/read-models-file.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerSounds } from '#tests/fakes/providers/speech-servers.ts'
import { answerVideos } from '#tests/fakes/providers/video-servers.ts'
import { openConnectedServer } from '#tests/fixtures/connected-server.ts'
import { gatewayModels } from '#tests/fixtures/gateway-models.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { errorBody, read } from '#tests/fixtures/read-response.ts'

const modelsFile = parseModelsFile(
  `
price_factor: 2
models:
  xai/grok-imagine-image: { price: { base: 1, per_image: 7 } }
  openai/gpt-image-2.6-flare: { price: { per_image: 5 } }${gatewayModels}`,
  'models.yaml',
)

let server: Awaited<ReturnType<typeof startMediaServer>>
let connected: Awaited<ReturnType<typeof openConnectedServer>>
let api: ReturnType<typeof createApi>
let worker: Awaited<ReturnType<typeof connected.startWorker>>
beforeAll(async () => {
  server = await startMediaServer(answerImages(await makePicture()), answerSounds(makeSound()), answerVideos(await makeFilm()))
  connected = await openConnectedServer({ url: server.url, key: mediaSecrets.key, modelsFile })
  api = createApi(connected)
  worker = await connected.startWorker()
})
afterAll(async () => {
  await worker?.stop()
  await connected?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

type Call = { json?: unknown; body?: BodyInit; headers?: Record<string, string> }
function send(method: string, path: string, { json, body, headers }: Call = {}) {
  const request = new Request(`http://localhost/api${path}`, {
    method,
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
  })
  return api.fetch(request, { clientAddress: '127.0.0.1' })
}

async function person() {
  const user = await createUser(connected, { tokens: 1_000 })
  const { token } = await createSession(connected, connected.keys, user)
  const call = (method: string, path: string, { headers, ...rest }: Call = {}) =>
    send(method, path, { ...rest, headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    ...user,
    call,
    async upload(bytes: Uint8Array) {
      const form = new FormData()
      form.set('file', new Blob([Uint8Array.from(bytes)]), 'mine')
      return (await read(uploadSchema, call('POST', '/v1/uploads', { body: form }))).id
    },
    async run(body: object) {
      const { id } = await read(generationSchema, call('POST', '/v1/generations', { json: { prompt: 'a lake', ...body } }))
      const get = () => read(generationSchema, call('GET', `/v1/generations/${id}`))
      await expect.poll(async () => (await get()).status).toBe('succeeded')
      return get()
    },
  }
}

// This test comes first, because figures are cached for a minute.
test('the list of models shows waiting time, pace and success rate of models with enough runs only', async () => {
  const { id: userId } = await createUser(connected, { tokens: 1_000 })
  const model = 'minimax/music-2.0'
  const rows = [
    ...[1, 2, 3, 4, 5].map((seconds) => ({ status: 'succeeded' as const, seconds, daysAgo: 1 })),
    { status: 'failed' as const, seconds: 60, daysAgo: 2 },
    // Runs that people canceled, and old ones, say nothing about the model.
    { status: 'canceled' as const, seconds: 500, daysAgo: 1 },
    { status: 'failed' as const, seconds: 500, daysAgo: 40 },
  ]
  await connected.db.insert(generations).values(
    rows.map(({ status, seconds, daysAgo }, index) => {
      const createdAt = new Date(Date.now() - daysAgo * 24 * 60 * 60_000)
      const startedAt = new Date(createdAt.getTime() + 500)
      const finishedAt = new Date(createdAt.getTime() + seconds * 1_000)
      const id = `01890000-0000-7000-8000-00000000000${index}`
      return {
        id,
        userId,
        type: 'audio' as const,
        model,
        prompt: 'x',
        options: {},
        inputs: [],
        status,
        price: 0,
        priceMilli: 0,
        charged: 0,
        chargedMilli: 0,
        createdAt,
        startedAt,
        finishedAt,
      }
    }),
  )
  const list = await read(modelsSchema, send('GET', '/v1/models?type__in=audio'))
  const measured = new Map(list.map((one) => [one.id, one.measured]))
  expect(measured.get(model)).toEqual({
    wait_p50_ms: 3_000,
    wait_p95_ms: 4_800,
    success_rate: 5 / 6,
    // Three of four runs took at most 3.5 seconds for the usual 30 seconds of music.
    run_ms_per_unit: 3_500 / 30,
    usual_run_ms: expect.any(Number),
  })
  expect(measured.get('elevenlabs/music_v1')).toBeNull()
  await connected.db.delete(generations).where(eq(generations.userId, userId))
})

test('results are served from our own storage: no answer and no row contains an address of the service', async () => {
  const ann = await person()
  const models = [
    'xai/grok-imagine-image',
    'bfl/flux-pro-1.1',
    'replicate/black-forest-labs-flux-schnell',
    'xai/grok-imagine-video',
    'openai/film',
    'openai/voice',
  ]
  const made = await Promise.all(models.map((model) => ann.run({ model })))
  // The rest works without the services.
  const asked = server.calls.length
  const answers: string[] = []
  const look = async (response: Response | Promise<Response>) => void answers.push(await (await response).text())

  for (const { id } of made) {
    await look(ann.call('GET', `/v1/generations/${id}`))
    await look(ann.call('POST', `/v1/generations/${id}/share`, { json: {} }))
  }
  const shared = answers.flatMap((text) => /"token":"([\w-]+)"/.exec(text)?.[1] ?? [])
  expect(shared).toHaveLength(made.length)
  for (const token of shared) await look(send('GET', `/v1/shares/${token}`))
  for (const path of ['/v1/generations', '/v1/library', '/v1/models', '/v1/tokens/entries', '/v1/statistics', '/v1/me'])
    await look(ann.call('GET', path))

  const stop = new AbortController()
  const events = await api.fetch(
    new Request('http://localhost/api/v1/generations/events', {
      headers: { authorization: (await tokenOf(ann)).authorization },
      signal: stop.signal,
    }),
    { clientAddress: '127.0.0.1' },
  )
  let streamed = ''
  for await (const chunk of events.body ?? []) {
    streamed += Buffer.from(chunk).toString('utf8')
    if (made.every(({ id }) => streamed.includes(id))) break
  }
  stop.abort()
  answers.push(streamed)

  const all = answers.join('\n')
  for (const { id } of made) expect(all).toContain(id)
  expect(all).not.toContain(new URL(server.url).host)
  expect(all).not.toMatch(/\/files\/(?:picture|film|voice)\.|get_result|predictions|SECRETKEY/)
  // Not even a part of a URL: all returned links start at our own root.
  expect(all).not.toMatch(/https?:\/\//)
  const stored = await connected.everythingStored()
  expect(stored).not.toContain(new URL(server.url).host)

  for (const { files } of made) {
    expect(files.length).toBeGreaterThan(0)
    for (const { url, media_type, bytes } of files) {
      const served = await send('GET', new URL(url, 'http://localhost').href.replace('http://localhost/api', ''))
      expect({ status: served.status, type: served.headers.get('content-type') }).toEqual({ status: 200, type: media_type })
      expect((await served.arrayBuffer()).byteLength).toBe(bytes)
    }
  }
  expect(server.calls).toHaveLength(asked)
})

async function tokenOf(user: { id: string; email: string }) {
  const { token } = await createSession(connected, connected.keys, user)
  return { authorization: `Bearer ${token}` }
}

test('a retired model refuses new runs in both languages, holds nothing, and keeps its name for old results', async () => {
  const ann = await person()
  const json = { model: 'openai/sora-2', prompt: 'a lake', options: { duration: 4 } }
  for (const path of ['/v1/generations', '/v1/generations/quote'])
    for (const [locale, detail] of [
      ['en', 'Sora 2 has been retired by its provider.'],
      ['ru', 'Провайдер отключил модель Sora 2.'],
    ] as const) {
      const answer = await ann.call('POST', path, { json, headers: { 'accept-language': locale } })
      expect(answer.status).toBe(503)
      expect(await errorBody(answer)).toMatchObject({ code: 'model_unavailable', detail })
    }
  expect(await connected.balanceOf(ann.id)).toEqual({ available: 1_000, held: 0 })
  const models = await read(modelsSchema, ann.call('GET', '/v1/models'))
  expect(models.find(({ id }) => id === 'openai/sora-2')).toMatchObject({ name: 'Sora 2', available: false, retired: true })
})

describe('an uploaded mask and its image', () => {
  const white = () =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: 'white' } })
      .png()
      .toBuffer()

  test('a mask and its image go through storage to the service and come back as one paid image', async () => {
    const ann = await person()
    const [source, mask] = [await ann.upload(await makePicture()), await ann.upload(await white())]
    const inputs = [
      { upload_id: mask, role: 'mask' },
      { upload_id: source, role: 'source' },
    ]
    const { files, charged, price } = await ann.run({ model: 'bfl/flux-pro-1.0-fill', inputs })
    expect(files).toMatchObject([{ media_type: 'image/png' }])
    expect(charged).toBe(price)
    const sent = server.calls.find(({ path }) => path === '/bfl/flux-pro-1.0-fill')
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ image: expect.anything(), mask: expect.anything(), prompt: expect.anything() })
  })

  test.each([
    ['a model that changes pictures without one', 'bfl/flux-pro-1.0-fill', [], 'input_missing', /missing/, /нужен ещё один файл/],
    [
      'a mask without its picture',
      'openai/gpt-image-2.6-flare',
      ['mask'],
      'mask_without_source',
      /image it belongs to/,
      /к которому она относится/,
    ],
    ['a mask for a model that takes none', 'xai/grok-imagine-image', ['mask', 'source'], 'input_not_taken', null, null],
  ] as const)('%s is rejected at once, in both languages, and holds no tokens', async (_what, model, roles, code, en, ru) => {
    const ann = await person()
    const inputs = []
    for (const role of roles) inputs.push({ upload_id: await ann.upload(await white()), role })
    for (const [locale, words] of [
      ['en', en],
      ['ru', ru],
    ] as const) {
      const json = { model, prompt: 'a lake', inputs }
      const answer = await ann.call('POST', '/v1/generations', { json, headers: { 'accept-language': locale } })
      expect(answer.status).toBe(422)
      const [field] = Object.values((await errorBody(answer)).fields ?? {})
      expect(field?.code).toBe(code)
      if (words) expect(field?.detail).toMatch(words)
    }
    expect(await connected.balanceOf(ann.id)).toEqual({ available: 1_000, held: 0 })
  })
})

describe('the operator’s own price', () => {
  const priceOf = async (json: object) => {
    const ann = await person()
    return (await read(quoteAnswerSchema, ann.call('POST', '/v1/generations/quote', { json: { prompt: 'a lake', ...json } }))).price
  }

  test('the operator’s own price is quoted, held and charged', async () => {
    const ann = await person()
    const json = { model: 'xai/grok-imagine-image', prompt: 'a lake', options: { count: 2 } }
    expect(await priceOf(json)).toBe(15)
    const made = await ann.run(json)
    expect(made).toMatchObject({ price: 15, charged: 15 })
    expect(await connected.entriesOf(made.id)).toEqual(['hold 15', 'settle 15'])
  })

  test('the operator’s own price is that of the usual options: a better quality is as many times as dear as before', async () => {
    const model = 'openai/gpt-image-2.6-flare'
    expect(await priceOf({ model, options: { quality: 'medium' } })).toBe(5)
    expect(await priceOf({ model, options: { quality: 'high' } })).toBe(8)
  })

  test('the operator’s own factor applies to the models that the file does not price', async () => {
    // Twice the eight tokens of the catalogue.
    expect(await priceOf({ model: 'bfl/flux-pro-1.1' })).toBe(16)
  })
})
