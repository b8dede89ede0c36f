import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { ProviderError, type ProviderModel, type RunRequest } from '#app/server/providers/provider.ts'

/** Tests with the official client, unchanged, over HTTP. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (given: Pick<ProviderModel, 'id'> & Partial<ProviderModel>): ProviderModel => ({
  type: 'video',
  provider: 'scripted',
  name: words(given.id),
  description: words('scripted'),
  price: { base: 0, per: { measure: 'duration', every: 1, tokens: 2 } },
  options: { duration: { type: 'integer', title: words('Length'), minimum: 1, maximum: 8, default: 2 } },
  inputs: [],
  prompt: { placeholder: words('Words'), maxLength: 1_000, examples: [] },
  unavailable: null,
  ...given,
})
const choice = (values: string[]) => ({ type: 'string' as const, title: words('Choice'), enum: values, default: values[0] ?? '' })
const scripted = scriptedProvider()
const provider = {
  ...scripted,
  models: async () => [
    model({
      id: 'films',
      inputs: [{ role: 'first_frame', types: ['image'], max: 1 }],
      options: {
        duration: choice(['4', '8']),
        aspect: choice(['16:9', '9:16']),
        resolution: choice(['480p', '720p', '1080p']),
      },
      price: { base: 5, per: null },
    }),
    model({ id: 'plain' }),
    model({
      id: 'changes',
      task: 'change_video',
      inputs: [{ role: 'source', types: ['video'], max: 1, required: true }],
      options: {},
      price: { base: 3, per: null },
    }),
    model({ id: 'draws', type: 'image' }),
  ],
}

let server: Awaited<ReturnType<typeof openOpenaiServer>>
const asked: RunRequest[] = []
const content = Buffer.from('a film, as far as storage can tell')
const films: Script = async ({ generationId }) => {
  const path = join(server.runtime.scratchDir, `${generationId}.mp4`)
  const poster = join(server.runtime.scratchDir, `${generationId}.webp`)
  await writeFile(path, content)
  await writeFile(poster, 'a still')
  const still = { path: poster, mediaType: 'image/webp', width: 2, height: 1 }
  return {
    text: null,
    files: [{ path, mediaType: 'video/mp4', width: 1280, height: 720, durationMs: 8_000, peaks: null, poster: still, thumbnail: null }],
  }
}
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
  runs(films)
})

type Client = Awaited<ReturnType<typeof server.client>>['openai']
const body = { prompt: 'a lake', model: 'plain' }
/** Sends JSON, as other clients do. */
const post = (openai: Client, sent: object, headers = {}): Promise<{ id: string }> => openai.post('/videos', { body: sent, headers })
async function completed(openai: Client, id: string): Promise<void> {
  await expect.poll(async () => (await openai.videos.retrieve(id)).status, { interval: 10 }).toBe('completed')
}

test('a video is queued, runs with progress, and is downloaded whole or in part', async () => {
  const gate = Promise.withResolvers<void>()
  runs(async (request, context) => {
    context.onProgress(0.4)
    await gate.promise
    return films(request, context)
  })
  const { openai, user } = await server.client()
  const image = new File([new Uint8Array(await makePicture())], 'a.png')
  const created = await openai.videos.create({
    ...body,
    model: 'films',
    seconds: '8',
    size: '720x1280',
    input_reference: image,
  })
  expect(created).toMatchObject({ object: 'video', model: 'films', prompt: 'a lake', seconds: '8', completed_at: null, error: null })
  await expect.poll(() => openai.videos.retrieve(created.id), { interval: 10 }).toMatchObject({ status: 'in_progress', progress: 40 })
  expect(await refusal(openai.videos.downloadContent(created.id))).toMatchObject({ status: 404 })
  gate.resolve()
  await completed(openai, created.id)
  expect(asked).toMatchObject([{ options: { duration: '8', aspect: '9:16', resolution: '720p' }, inputs: [{ role: 'first_frame' }] }])
  expect(await openai.videos.retrieve(created.id)).toMatchObject({ progress: 100, size: '1280x720' })
  const whole = await openai.videos.downloadContent(created.id)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  const part = await openai.videos.downloadContent(created.id, {}, { headers: { Range: 'bytes=2-5' } })
  expect([part.status, await part.text()]).toEqual([206, content.subarray(2, 6).toString()])
  const still = await openai.videos.downloadContent(created.id, { variant: 'thumbnail' })
  expect(await still.text()).toBe('a still')
  expect(await refusal(openai.videos.downloadContent(created.id, { variant: 'spritesheet' }))).toMatchObject({ param: 'variant' })
  expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
})

test('videos are created by JSON too, once for a key, and listed in pages', async () => {
  const { openai, user } = await server.client()
  const key = { 'Idempotency-Key': 'one' }
  const first = await post(openai, { ...body, seconds: 3 }, key)
  expect((await post(openai, { ...body, seconds: 3 }, key)).id).toBe(first.id)
  expect(await refusal(post(openai, { ...body, seconds: 4 }, key))).toMatchObject({ status: 409 })
  const second = await post(openai, body)
  await completed(openai, first.id)
  await completed(openai, second.id)
  const ids = []
  for await (const { id } of openai.videos.list({ limit: 1 })) ids.push(id)
  expect(ids).toEqual([second.id, first.id])
  expect((await openai.videos.list({ order: 'asc' })).data.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await server.balance(user)).toEqual({ available: 90, held: 0 })
})

test('a remix changes a finished video with a model that does', async () => {
  const { openai, user } = await server.client()
  const source = await post(openai, body)
  await completed(openai, source.id)
  const remix = await openai.videos.remix(source.id, { prompt: 'at night' })
  expect(remix).toMatchObject({ model: 'changes', remixed_from_video_id: source.id })
  await completed(openai, remix.id)
  expect(asked[1]).toMatchObject({ model: 'changes', prompt: 'at night', inputs: [{ role: 'source', mediaType: 'video/mp4' }] })
  const other = openai.post(`/videos/${source.id}/remix`, { body: { prompt: 'x', model: 'plain' } })
  expect(await refusal(other)).toMatchObject({ status: 400, param: 'model' })
  expect(await server.balance(user)).toEqual({ available: 93, held: 0 })
})

test('a failed video says why, and is free', async () => {
  runs(() => Promise.reject(new ProviderError('refused', 'refused by the service')))
  const { openai, user } = await server.client()
  const { id } = await post(openai, body)
  await expect
    .poll(() => openai.videos.retrieve(id), { interval: 10 })
    .toMatchObject({ status: 'failed', error: { code: 'refused', message: expect.any(String) }, completed_at: null })
  expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
})

test('a deleted video, an image and another person’s video are not found', async () => {
  const { openai } = await server.client({ scopes: ['read', 'generate', 'library'] })
  const stranger = await server.client({ scopes: ['read', 'generate', 'library'] })
  const { id } = await post(openai, body)
  await completed(openai, id)
  const gone = { status: 404 }
  await openai.images.generate({ model: 'draws', prompt: 'a lake' })
  const [image] = await server.runtime.db.select({ id: generations.id }).from(generations).where(eq(generations.type, 'image'))
  for (const ask of [
    () => stranger.openai.videos.retrieve(id),
    () => stranger.openai.videos.downloadContent(id),
    () => stranger.openai.videos.remix(id, { prompt: 'x' }),
    () => stranger.openai.videos.delete(id),
    () => openai.videos.retrieve('no-such-video'),
    () => openai.videos.retrieve(image?.id ?? ''),
    () => openai.videos.delete(image?.id ?? ''),
  ])
    expect(await refusal(Promise.resolve(ask()))).toMatchObject(gone)
  expect((await stranger.openai.videos.list()).data).toEqual([])
  expect(await openai.videos.delete(id)).toEqual({ id, object: 'video.deleted', deleted: true })
  expect(await refusal(openai.videos.retrieve(id))).toMatchObject(gone)
})

test('a wrong parameter is refused by its name, and an unused one is named', async () => {
  const { openai } = await server.client()
  const ask = (wrong: object) => refusal(post(openai, { ...body, ...wrong }))
  expect(await ask({ model: 'draws' })).toMatchObject({ status: 400, param: 'model' })
  expect(await ask({ model: 'changes' })).toMatchObject({ status: 400, param: 'model' })
  expect(await ask({ model: 'films', seconds: 5 })).toMatchObject({ status: 400, param: 'seconds' })
  expect(await ask({ seconds: 99 })).toMatchObject({ status: 400, param: 'seconds' })
  expect(await ask({ seconds: 'long' })).toMatchObject({ status: 400, param: 'seconds' })
  expect(await ask({ model: 'films', size: 'huge' })).toMatchObject({ status: 400, param: 'size' })
  expect(await ask({ input_reference: { image_url: 'https://example.com/a.png' } })).toMatchObject({ param: 'input_reference' })
  expect(await ask({ input_reference: { file_id: 'none' } })).toMatchObject({ status: 400, param: 'input_reference' })
  expect(await ask({ prompt: ' ' })).toMatchObject({ status: 400, param: 'prompt' })
  const { response } = await openai.post('/videos', { body: { ...body, size: '1280x720', seed: 1 } }).withResponse()
  expect(response.headers.get('x-ignored-parameters')).toBe('size, seed')
})
