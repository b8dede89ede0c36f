import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputRole } from '#app/contract/base/values.ts'
import { readEnv, type ServiceId } from '#app/server/env.ts'
import { failMedia, type MediaAnswer, type MediaCall, mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerStudios } from '#tests/fakes/providers/studio-servers.ts'
import { makeFilm, makePicture } from '#tests/fixtures/make-media.ts'
import { cancelMedia, expectVerdicts, openMediaService, runMedia } from '#tests/fixtures/media-service.ts'
import { catalogue } from '../../catalogue/catalogue.ts'
import type { RunInput } from '../../kinds.ts'
import { noModelsFile } from '../../models-file/no-models-file.ts'
import type { RunRequest } from '../../provider.ts'
import { openConnected } from '../open-connected.ts'
import { openers } from '../../openers.ts'

let dir: string
let picture: Uint8Array
let film: Uint8Array
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studios-'))
  picture = await makePicture()
  film = await makeFilm()
})
afterAll(() => rm(dir, { recursive: true }))

async function input(role: InputRole, background: string, size = { width: 64, height: 48 }): Promise<RunInput> {
  const path = join(dir, `${role}-${background}-${size.width}.png`)
  await writeFile(
    path,
    await sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return { role, mediaType: 'image/png', path }
}

type OpenAllOptions = {
  answerMs?: number
  /** Answers a call first; if it returns nothing, the fake of the service answers. */
  before?: (call: MediaCall) => MediaAnswer | undefined
}

async function openAll({ answerMs = 120_000, before = () => undefined }: OpenAllOptions = {}) {
  const server = await startMediaServer(before, failMedia, answerStudios({ film, picture }))

  const open = (service: ServiceId, name: string) => openMediaService(service, name, { url: server.url, scratchDir: dir, answerMs })

  return {
    server,
    starts: () => server.calls.filter(({ method }) => method === 'POST'),
    run: (service: ServiceId, name: string, request: Partial<RunRequest> = {}) => runMedia(open(service, name), request),
    cancel: (service: ServiceId, name: string, id: string) => cancelMedia(open(service, name), id),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const bodyOf = (call: MediaCall | undefined) => v.parse(v.record(v.string(), v.unknown()), JSON.parse(call?.body ?? '{}'))

async function readUri(uri: string) {
  const { data, info } = await sharp(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data
  return { colour: red > blue ? 'red' : 'blue', width: info.width, height: info.height }
}

const films: [ServiceId, string][] = [
  ['runway', 'gen4.5'],
  ['luma', 'ray-3.2'],
  ['kling', 'kling-3.0'],
]
const pictures: [ServiceId, string][] = [
  ['runway', 'gen4_image'],
  ['luma', 'uni-1'],
  ['ideogram', 'ideogram-4-5'],
]
/** Services whose first response contains the picture or its URL. */
const quick: [ServiceId, string][] = [
  ['stability', 'stable-image-core'],
  ['recraft', 'recraftv4_1'],
]

test.each(films)('%s %s: a video is started once, polled until it is done, and received', async (service, name) => {
  await using all = await openAll()
  const { result, saved } = all.run(service, name)
  expect((await result).files).toMatchObject([{ mediaType: 'video/mp4', width: 64, height: 48 }])
  expect(all.starts()).toHaveLength(1)
  expect(JSON.stringify(saved)).not.toMatch(/https?:|127\.0\.0\.1|SECRET/)
})

test.each([...pictures, ...quick])('%s %s: an image is requested and received', async (service, name) => {
  await using all = await openAll()
  expect((await all.run(service, name).result).files).toMatchObject([{ mediaType: 'image/png', width: 64, height: 48 }])
})

test.each([...films, ...pictures])('%s %s: another process continues from the saved state and starts nothing', async (service, name) => {
  await using all = await openAll()
  const first = all.run(service, name)
  await first.result
  const again = all.run(service, name, { operation: first.saved.at(-1) })
  expect((await again.result).files).toHaveLength(1)
  expect(all.starts()).toHaveLength(1)
})

test.each([
  ['runway', 'gen4.5', 'refuse', 'refused'],
  ['runway', 'gen4.5', 'screen', 'refused'],
  ['runway', 'gen4.5', 'asset', 'invalid_input'],
  ['runway', 'gen4.5', 'fail', 'temporary'],
  ['runway', 'gen4.5', 'cancel', 'temporary'],
  ['runway', 'gen4.5', 'vanish', 'temporary'],
  ['runway', 'gen4.5', 'cost', 'provider_auth'],
  ['luma', 'ray-3.2', 'refuse', 'refused'],
  ['luma', 'ray-3.2', 'asset', 'invalid_input'],
  ['luma', 'ray-3.2', 'fail', 'temporary'],
  ['luma', 'ray-3.2', 'vanish', 'temporary'],
  ['luma', 'ray-3.2', 'overspend', 'provider_auth'],
  ['luma', 'ray-3.2', 'cost', 'provider_auth'],
  ['kling', 'kling-3.0', 'refuse', 'refused'],
  ['kling', 'kling-3.0', 'forbid', 'refused'],
  ['kling', 'kling-3.0', 'mistake', 'invalid_input'],
  ['kling', 'kling-3.0', 'fail', 'temporary'],
  ['kling', 'kling-3.0', 'vanish', 'temporary'],
  ['kling', 'kling-3.0', 'cost', 'provider_auth'],
  ['stability', 'stable-image-core', 'refuse', 'refused'],
  ['stability', 'stable-image-core', 'blur', 'result_refused'],
  ['stability', 'stable-image-core', 'cost', 'provider_auth'],
  ['recraft', 'recraftv4_1', 'cost', 'provider_auth'],
  ['ideogram', 'ideogram-4-5', 'refuse', 'refused'],
  ['ideogram', 'ideogram-4-5', 'forbid', 'refused'],
  ['ideogram', 'ideogram-4-5', 'blur', 'result_refused'],
  ['ideogram', 'ideogram-4-5', 'fail', 'temporary'],
  ['ideogram', 'ideogram-4-5', 'vanish', 'temporary'],
  ['ideogram', 'ideogram-4-5', 'cost', 'provider_auth'],
] as const)('%s %s: work that will %s ends as %s at once, without the message of the service', async (service, name, end, code) => {
  await using all = await openAll()
  const error: unknown = await all.run(service, name, { prompt: `will-${end}` }).result.catch((one: unknown) => one)
  expect(error).toMatchObject({ code, retryable: false, message: expect.not.stringContaining('UPSTREAM') })
  expect(all.starts()).toHaveLength(1)
})

test.each([...films, ...pictures, ...quick])(
  '%s %s: each fault of a start has its class, and none repeats the message or the key',
  async (service, name) => {
    await using all = await openAll()
    // Kling finds the work of a lost start by the run's id.
    await expectVerdicts((prompt) => all.run(service, name, { prompt }).result, { mayRepeat: service === 'kling' })
  },
)

test.each([...films, ...pictures])(
  '%s %s: work that the service has forgotten ends the run, which is not started again',
  async (service, name) => {
    await using all = await openAll()
    const operation = { begun_at: new Date().toISOString(), operation: { id: 'forgotten' } }
    await expect(all.run(service, name, { operation }).result).rejects.toMatchObject({ code: 'temporary', retryable: false })
    expect(all.starts()).toEqual([])
  },
)

describe('runway', () => {
  test('a video without a picture is sized by its shape, and its progress is reported', async () => {
    await using all = await openAll()
    const { result, progress } = all.run('runway', 'gen4.5', { options: { aspect: '9:16', duration: 7, seed: 3 } })
    await result
    expect(progress).toEqual([0.4])
    const [start] = all.starts()
    expect(start).toMatchObject({ path: '/runway/text_to_video', headers: { 'idempotency-key': 'g-1' } })
    expect(bodyOf(start)).toEqual({ model: 'gen4.5', promptText: 'a lake', ratio: '720:1280', duration: 7, seed: 3 })
  })

  test('a throttled video waits', async () => {
    await using all = await openAll()
    expect((await all.run('runway', 'gen4.5', { prompt: 'will-throttle' }).result).files).toHaveLength(1)
  })

  test('the first and the last frame are sent in their places, in the size of the video', async () => {
    await using all = await openAll()
    const inputs = [await input('last_frame', 'blue'), await input('first_frame', 'red')]
    await all.run('runway', 'veo3.1', { options: { aspect: '16:9', duration: 8, sound: false, negative: 'rain' }, inputs }).result
    const [start] = all.starts()
    expect(start?.path).toBe('/runway/image_to_video')
    const { promptImage, ...rest } = bodyOf(start)
    expect(rest).toMatchObject({ ratio: '1280:720', duration: 8, audio: false, negativePrompt: 'rain' })
    const frames = v.parse(v.array(v.object({ position: v.string(), uri: v.string() })), promptImage)
    expect(await Promise.all(frames.map(async ({ position, uri }) => ({ position, ...(await readUri(uri)) })))).toEqual([
      { position: 'first', colour: 'red', width: 1_280, height: 720 },
      { position: 'last', colour: 'blue', width: 1_280, height: 720 },
    ])
  })

  test('a last frame without a first one is rejected before the service is called', async () => {
    await using all = await openAll()
    const inputs = [await input('last_frame', 'blue')]
    await expect(all.run('runway', 'veo3.1', { inputs }).result).rejects.toMatchObject({ code: 'invalid_input', retryable: false })
    expect(all.server.calls).toEqual([])
  })

  test('references are sent in their order, small enough for a data URI', async () => {
    await using all = await openAll()
    const inputs = [await input('reference', 'red', { width: 3_000, height: 1_500 }), await input('reference', 'blue')]
    await all.run('runway', 'gen4_image', { options: { aspect: '4:3', resolution: '1080p' }, inputs }).result
    const { ratio, referenceImages } = bodyOf(all.starts()[0])
    expect(ratio).toBe('1440:1080')
    const uris = v.parse(v.array(v.strictObject({ uri: v.string() })), referenceImages)
    expect(await Promise.all(uris.map(({ uri }) => readUri(uri)))).toEqual([
      { colour: 'red', width: 1_024, height: 512 },
      { colour: 'blue', width: 64, height: 48 },
    ])
  })

  test('an unfinished task is deleted to cancel it; a finished one is kept', async () => {
    await using all = await openAll()
    expect(await all.cancel('runway', 'gen4.5', 'text_to_video-succeed')).toBe('stopped')
    expect(await all.cancel('runway', 'gen4.5', 'text_to_video-succeed')).toBe('goes_on')
    const first = all.run('runway', 'gen4.5', { prompt: 'will-last' })
    await first.result
    const before = all.server.calls.length
    expect(await all.cancel('runway', 'gen4.5', 'text_to_video-last')).toBe('goes_on')
    expect(all.server.calls.slice(before).map(({ method }) => method)).toEqual(['GET'])
  })
})

describe('luma', () => {
  const refSchema = v.strictObject({ data: v.string(), media_type: v.literal('image/jpeg') })
  const colourOf = async (ref: unknown) => (await readUri(`,${v.parse(refSchema, ref).data}`)).colour

  test('the frames are sent as base64 with their media type, and a last frame does without a first one', async () => {
    await using all = await openAll()
    const [first, last] = [await input('first_frame', 'red'), await input('last_frame', 'blue')]
    const options = { aspect: '21:9', resolution: '540p' }
    await all.run('luma', 'ray-3.2', { options, inputs: [last, first] }).result
    await all.run('luma', 'ray-3.2', { options, inputs: [last] }).result
    const [both, alone] = all.starts().map(bodyOf)
    const videoSchema = v.record(v.string(), v.unknown())
    expect(both).toMatchObject({ model: 'ray-3.2', type: 'video', prompt: 'a lake', aspect_ratio: '21:9' })
    const { start_frame, end_frame, ...rest } = v.parse(videoSchema, both?.video)
    expect(rest).toEqual({ resolution: '540p', duration: '5s' })
    expect(await Promise.all([start_frame, end_frame].map(colourOf))).toEqual(['red', 'blue'])
    expect(v.parse(videoSchema, alone?.video)).not.toHaveProperty('start_frame')
    expect(await colourOf(v.parse(videoSchema, alone?.video).end_frame)).toBe('blue')
  })

  test('an image to edit is the source, and references follow it', async () => {
    await using all = await openAll()
    const inputs = [await input('reference', 'blue'), await input('source', 'red')]
    await all.run('luma', 'uni-1', { options: { aspect: '3:1' }, inputs }).result
    const { source, image_ref, ...rest } = bodyOf(all.starts()[0])
    expect(rest).toEqual({ model: 'uni-1', type: 'image_edit', prompt: 'a lake', output_format: 'png' })
    expect(await colourOf(source)).toBe('red')
    expect(await Promise.all(v.parse(v.array(v.unknown()), image_ref).map(colourOf))).toEqual(['blue'])
  })

  test('a video continues after a cancel, because the service has none', async () => {
    await using all = await openAll()
    expect(await all.cancel('luma', 'ray-3.2', 'video-succeed')).toBe('goes_on')
    expect(all.server.calls).toEqual([])
  })
})

describe('kling', () => {
  const contentsSchema = v.array(v.object({ type: v.string(), text: v.optional(v.string()), url: v.optional(v.string()) }))

  test('a video from a prompt has its shape, length and sound in its settings', async () => {
    await using all = await openAll()
    await all.run('kling', 'kling-3.0', { options: { aspect: '9:16', duration: 7, resolution: '1080p', sound: false } }).result
    const [start] = all.starts()
    expect(start?.path).toBe('/kling/text-to-video/kling-3.0')
    expect(bodyOf(start)).toEqual({
      prompt: 'a lake',
      settings: { aspect_ratio: '9:16', duration: 7, resolution: '1080p', audio: 'off', multi_shot: false },
      options: { external_task_id: 'g-1', watermark_info: { enabled: false } },
    })
  })

  test('the frames are sent as plain base64 in the size of the video', async () => {
    await using all = await openAll()
    const inputs = [await input('last_frame', 'blue'), await input('first_frame', 'red')]
    await all.run('kling', 'kling-3.0', { options: { aspect: '1:1', duration: 3, resolution: '720p', sound: true }, inputs }).result
    const [start] = all.starts()
    expect(start?.path).toBe('/kling/image-to-video/kling-3.0')
    const { contents, settings } = bodyOf(start)
    expect(settings).toEqual({ duration: 3, resolution: '720p', audio: 'native', multi_shot: false })
    const [prompt, ...frames] = v.parse(contentsSchema, contents)
    expect(prompt).toEqual({ type: 'prompt', text: 'a lake' })
    expect(await Promise.all(frames.map(async ({ type, url }) => ({ type, ...(await readUri(`,${url}`)) })))).toEqual([
      { type: 'first_frame', colour: 'red', width: 720, height: 720 },
      { type: 'last_frame', colour: 'blue', width: 720, height: 720 },
    ])
  })

  test('the faster model is sent no setting that it lacks', async () => {
    await using all = await openAll()
    await all.run('kling', 'kling-3.0-turbo', { options: { aspect: '16:9', duration: 5, resolution: '720p' } }).result
    expect(bodyOf(all.starts()[0]).settings).toEqual({ aspect_ratio: '16:9', duration: 5, resolution: '720p' })
  })

  test('work whose start was lost is found by the id of the run, and not started again', async () => {
    await using all = await openAll()
    await all.run('kling', 'kling-3.0').result
    const lost = { begun_at: new Date().toISOString(), operation: null }
    const again = all.run('kling', 'kling-3.0', { operation: lost })
    expect((await again.result).files).toHaveLength(1)
    expect(all.starts()).toHaveLength(1)
    const other = all.run('kling', 'kling-3.0', { generationId: 'g-2', operation: lost })
    expect((await other.result).files).toHaveLength(1)
    expect(all.starts()).toHaveLength(2)
  })

  test('a service that does not say in time whether it knows the work is asked again, and nothing is started', async () => {
    await using all = await openAll({ answerMs: 50, before: ({ path }) => (path.includes('external_task_ids') ? 'silent' : undefined) })
    const lost = { begun_at: new Date().toISOString(), operation: null }
    await expect(all.run('kling', 'kling-3.0', { operation: lost }).result).rejects.toMatchObject({ code: 'temporary', retryable: true })
    expect(all.starts()).toEqual([])
  })

  test('too many tasks at once are a busy service, although an empty account has the same status', async () => {
    await using all = await openAll()
    await expect(all.run('kling', 'kling-3.0', { prompt: 'will-crowd' }).result).rejects.toMatchObject({
      code: 'rate_limited',
      retryable: true,
    })
  })
})

describe('stability', () => {
  test.each([
    ['stable-image-ultra', 'ultra', undefined],
    ['sd3.5-large', 'sd3', 'sd3.5-large'],
  ])('%s is asked at its endpoint with a form', async (name, endpoint, model) => {
    await using all = await openAll()
    await all.run('stability', name, { options: { aspect: '21:9', seed: 4, negative: 'rain' } }).result
    const [start] = all.starts()
    expect(start?.path).toBe(`/stability/v2beta/stable-image/generate/${endpoint}`)
    const form = await new Response(start?.body, { headers: { 'content-type': start?.headers['content-type'] ?? '' } }).formData()
    expect(Object.fromEntries(form)).toEqual({
      prompt: 'a lake',
      aspect_ratio: '21:9',
      seed: '4',
      negative_prompt: 'rain',
      output_format: 'png',
      ...(model && { model }),
    })
  })

  test('an answer without an image is billed and not requested again', async () => {
    await using all = await openAll()
    const { result } = all.run('stability', 'stable-image-core', { prompt: 'will-vanish' })
    await expect(result).rejects.toMatchObject({ code: 'answer_lost', retryable: false })
  })
})

describe('recraft', () => {
  test('several images are requested at once, by their shape', async () => {
    await using all = await openAll()
    const { files, usage } = await all.run('recraft', 'recraftv4_1_flash', { options: { aspect: '4:5', count: 3 } }).result
    expect(files).toHaveLength(3)
    expect(usage).toEqual({ runs: 1, images: 3 })
    const body = { model: 'recraftv4_1_flash', prompt: 'a lake', n: 3, size: '4:5', response_format: 'url' }
    expect(all.starts().map(bodyOf)).toEqual([body])
  })

  test('an answer without an image is billed and not requested again', async () => {
    await using all = await openAll()
    const { result } = all.run('recraft', 'recraftv4_1', { prompt: 'will-vanish' })
    await expect(result).rejects.toMatchObject({ code: 'answer_lost', retryable: false })
  })
})

describe('ideogram', () => {
  test('the shape is sent as a size, with the quality and the number of images', async () => {
    await using all = await openAll()
    const { result } = all.run('ideogram', 'ideogram-4-5', { options: { aspect: '3:1', quality: 'high', count: 2, seed: 5 } })
    expect((await result).files).toHaveLength(2)
    const [start] = all.starts()
    expect(start).toMatchObject({ path: '/ideogram/image/generate/ideogram-4-5', headers: { 'api-key': mediaSecrets.key } })
    const form = await new Response(start?.body, { headers: { 'content-type': start?.headers['content-type'] ?? '' } }).formData()
    const sent = { prompt: 'a lake', size: '3072x1024', quality: 'high', num_images: '2', seed: '5', async: 'true' }
    expect(Object.fromEntries(form)).toEqual(sent)
  })

  test('an image that the service filtered is left out and not charged', async () => {
    await using all = await openAll()
    const { files, usage } = await all.run('ideogram', 'ideogram-4-5', { prompt: 'will-filter', options: { count: 3 } }).result
    expect(files).toHaveLength(2)
    expect(usage).toEqual({ runs: 1, images: 2 })
  })
})

describe('several keys', () => {
  test('a film is started with the next key if the account of the first is out of money, and fetched with the key that started it', async () => {
    const keys = ['poor', 'rich'].map((ref, priority) => ({ ref, key: ref, priority, weight: 1, enabled: true }))
    const owners = new Set<string>()
    await using all = await openAll({
      before({ method, path, headers }) {
        const key = headers.authorization?.slice('Bearer '.length) ?? ''
        if (method === 'POST' && key === 'poor') return { status: 402, json: { error: 'You do not have enough credits.' } }
        if (method === 'POST') owners.add(key)
        return path.startsWith('/runway/tasks/') && !owners.has(key) ? { status: 404, json: { error: 'Task not found.' } } : undefined
      },
    })
    const recorded: string[] = []
    const open = (order: readonly string[]) => {
      const [provider] = openConnected({
        env: readEnv({ RUNWAYML_API_SECRET: 'poor', RUNWAYML_BASE_URL: `${all.server.url}/runway`, OLLAMA_URL: 'off' }),
        openers,
        modelsFile: noModelsFile,
        scratchDir: dir,
        keysOf: () => order.flatMap((ref) => keys.filter((key) => key.ref === ref)),
        keyHealth: {
          cooling: async () => new Map(),
          record: async (_service, { ref }, { failure }) => void recorded.push(`${ref} ${failure?.fault ?? 'ok'}`),
        },
      })
      const [model] = catalogue.runway.filter((one) => one.model === 'gen4.5')
      if (!provider || !model) throw new Error('no provider')
      return { provider, model }
    }
    const { result, saved } = runMedia(open(['poor', 'rich']))
    expect((await result).files).toHaveLength(1)
    expect(recorded.slice(0, 2)).toEqual(['poor no_money', 'rich ok'])
    expect(recorded.slice(2)).not.toContain('poor ok')
    expect(saved.at(-1)).toMatchObject({ operation: { quartet_key: 'rich' } })
    const again = runMedia(open(['poor', 'rich']), { operation: saved.at(-1) })
    expect((await again.result).files).toHaveLength(1)
    expect(all.starts()).toHaveLength(2)
  })
})
