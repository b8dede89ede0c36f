import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ServiceId } from '#app/server/env.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { failMedia, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerSounds } from '#tests/fakes/providers/speech-servers.ts'
import { answerVideos } from '#tests/fakes/providers/video-servers.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { cancelMedia, expectVerdicts, openMediaService, runMedia } from '#tests/fixtures/media-service.ts'
import type { RunRequest } from '../../provider.ts'
import type { RunInput } from '../../kinds.ts'

let dir: string
let picture: Buffer
let film: Uint8Array
let reference: RunInput
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'media-'))
  picture = await makePicture()
  film = await makeFilm()
  reference = { role: 'first_frame', mediaType: 'image/png', path: join(dir, 'reference.png') }
  await writeFile(reference.path, picture)
})
afterAll(() => rm(dir, { recursive: true }))

async function openAll() {
  const videos = answerVideos(film)
  const held = Promise.withResolvers<void>()
  const server = await startMediaServer(failMedia, answerImages(picture, undefined, held.promise), answerSounds(makeSound()), videos)

  const open = (service: ServiceId, name: string) => openMediaService(service, name, { url: server.url, scratchDir: dir })
  const run = (service: ServiceId, name: string, request: Partial<RunRequest> = {}, opened = open(service, name)) =>
    runMedia(opened, request)
  const cancel = (service: ServiceId, name: string, id: string) => cancelMedia(open(service, name), id)
  return { server, videos, release: held.resolve, open, run, cancel, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

describe('images', () => {
  const all: [ServiceId, string, OptionValues][] = [
    ['openai', 'gpt-image-2.6-flare', { aspect: '3:2', quality: 'low', count: 2 }],
    ['google', 'gemini-nano-banana-2.1', { aspect: '16:9' }],
    ['xai', 'grok-imagine-image', { aspect: '16:9', count: 2 }],
    ['fal', 'fal-ai/flux/schnell', { aspect: '16:9', seed: 1, count: 2 }],
    ['replicate', 'recraft-ai/recraft-v3', { aspect: '1:1' }],
    ['bfl', 'flux-kontext-pro', { aspect: '1:1' }],
  ]
  test.each(all)('%s draws as many images as requested', async (service, name, options) => {
    await using all = await openAll()
    const { files, usage } = await all.run(service, name, { options }).result
    const count = Number(options.count ?? 1)
    expect(files).toHaveLength(count)
    expect(files[0]).toMatchObject({ mediaType: 'image/png', width: 64, height: 48 })
    expect(usage).toMatchObject({ images: count })
  })

  test('replicate is asked for several images at once', async () => {
    await using all = await openAll()
    await all.run('replicate', 'black-forest-labs/flux-schnell', { options: { aspect: '16:9', seed: 7, count: 3 } }).result
    expect(JSON.parse(all.server.calls[0]?.body ?? '')).toEqual({
      input: { prompt: 'a lake', seed: 7, aspect_ratio: '16:9', num_outputs: 3 },
    })
  })

  const starts: [ServiceId, string][] = [
    ['replicate', 'black-forest-labs/flux-schnell'],
    ['bfl', 'flux-pro-1.1'],
  ]
  const begins = ({ method }: { method: string }) => method === 'POST'

  test.each(starts)('%s: a run is started once, and polled by another process from the saved state', async (service, name) => {
    await using all = await openAll()
    const first = all.run(service, name)
    expect((await first.result).files).toHaveLength(1)
    expect(JSON.stringify(first.saved)).not.toMatch(/https?:|127\.0\.0\.1|SECRET/)
    const again = all.run(service, name, { operation: first.saved.at(-1) })
    expect((await again.result).files).toHaveLength(1)
    expect(all.server.calls.filter(begins)).toHaveLength(1)
  })

  test.each([
    ['replicate', 'black-forest-labs/flux-schnell', 'will-refused', 'result_refused'],
    ['replicate', 'black-forest-labs/flux-schnell', 'will-failed', 'temporary'],
    ['bfl', 'flux-pro-1.1', 'will-refused', 'result_refused'],
    ['bfl', 'flux-pro-1.1', 'will-unwanted', 'refused'],
    ['bfl', 'flux-pro-1.1', 'will-failed', 'temporary'],
    ['bfl', 'flux-pro-1.1', 'will-forgotten', 'temporary'],
  ] as const)('%s %s: "%s" is classified as %s at once, without its message', async (service, name, prompt, code) => {
    await using all = await openAll()
    const error: unknown = await all.run(service, name, { prompt }).result.catch((one: unknown) => one)
    expect(error).toMatchObject({ code, retryable: false, message: expect.not.stringMatching(/UPSTREAM|CUDA|NSFW/) })
    expect(all.server.calls).toHaveLength(2)
  })

  test('Replicate confirms a cancel', async () => {
    await using all = await openAll()
    expect(await all.cancel('replicate', 'black-forest-labs/flux-schnell', 'p1')).toBe('stopped')
    expect(all.server.calls.map(({ path }) => path)).toEqual(['/replicate/predictions/p1/cancel'])
  })

  test('openai gets the size, the quality and the same key for the same run', async () => {
    await using all = await openAll()
    await all.run('openai', 'gpt-image-2.6-flare', { options: { aspect: '2:3', quality: 'high', count: 1 } }).result
    expect(JSON.parse(all.server.calls[0]?.body ?? '')).toMatchObject({ size: '1024x1536', quality: 'high', n: 1 })
    expect(all.server.calls[0]?.headers['idempotency-key']).toBe('g-1')
  })

  test('an image to begin from is sent as bytes', async () => {
    await using all = await openAll()
    await all.run('openai', 'gpt-image-2.6-flare', { inputs: [{ ...reference, role: 'source' }] }).result
    expect(all.server.calls[0]?.path).toBe('/openai/images/edits')
    expect(all.server.calls[0]?.body).toContain('\xff\xd8\xff')
  })
})

describe('sounds', () => {
  const all: [ServiceId, string, OptionValues][] = [
    ['openai', 'voice-1', { voice: 'nova', speed: 1.5, format: 'wav' }],
    ['elevenlabs', 'eleven_flash_v2_5', { voice: 'EXAVITQu4vr4xnSDxMaL', speed: 1 }],
    ['elevenlabs', 'music_v1', { duration: 20, instrumental: true }],
    ['elevenlabs', 'eleven_text_to_sound_v2', { duration: 3, loop: true, influence: 0.5 }],
    ['mistral', 'voxtral-mini-tts-3-0', { voice: 'voice_481' }],
    ['google', 'lyria-3.5', { instrumental: true }],
    ['minimax', 'music-2.0', { instrumental: true }],
  ]
  test.each(all)('%s returns a sound: %s', async (service, name, options) => {
    await using all = await openAll()
    const { files } = await all.run(service, name, { options }).result
    expect(files).toMatchObject([{ mediaType: 'audio/wav', durationMs: 500 }])
  })

  test('each service gets the options in its own format', async () => {
    await using all = await openAll()
    await all.run('openai', 'voice-1', { options: { voice: 'nova', speed: 1.5, format: 'wav' } }).result
    await all.run('elevenlabs', 'music_v1', { options: { duration: 20, instrumental: true } }).result
    expect(all.server.calls.map(({ body }) => JSON.parse(body))).toMatchObject([
      { voice: 'nova', speed: 1.5, response_format: 'wav', input: 'a lake' },
      { music_length_ms: 20_000, force_instrumental: true, prompt: 'a lake' },
    ])
  })

  test('google composes with the words, the images and the wish for no vocals, and stores nothing', async () => {
    await using all = await openAll()
    await all.run('google', 'lyria-3.5', { options: { instrumental: true }, inputs: [{ ...reference, role: 'reference' }] }).result
    const [{ path, body } = expect.fail('no call')] = all.server.calls
    expect(path).toBe('/google/interactions')
    expect(JSON.parse(body)).toEqual({
      model: 'lyria-3.5',
      input: [
        { type: 'text', text: 'a lake\n\nInstrumental only, no vocals.' },
        { type: 'image', mime_type: 'image/jpeg', data: expect.stringMatching(/^\/9j\//) },
      ],
      store: false,
    })
    await expect(all.run('google', 'lyria-3.5', { prompt: 'will-vanish' }).result).rejects.toMatchObject({ code: 'answer_lost' })
  })

  test.each([
    ['status-1002', 'rate_limited'],
    ['status-1004', 'provider_auth'],
    ['status-1008', 'provider_auth'],
    ['status-1026', 'refused'],
    ['status-2013', 'invalid_input'],
    ['status-1000', 'temporary'],
  ])('minimax’s %s, which comes as a success, is classified as %s', async (prompt, code) => {
    await using all = await openAll()
    await expect(all.run('minimax', 'music-2.0', { prompt }).result).rejects.toMatchObject({ code })
  })
})

describe('streamed images', () => {
  type All = Awaited<ReturnType<typeof openAll>>
  const start = (all: All, prompt: string, request: Partial<RunRequest> = {}, opened?: ReturnType<All['open']>) =>
    all.run('openai', 'gpt-image-2.6-sunburst', { prompt, options: { quality: 'medium', count: 1 }, ...request }, opened)

  test.each([
    ['generations', []],
    ['edits', ['source']],
  ] as const)('%s: streamed images are previewed in 2 kB, and keep their usage', async (path, roles) => {
    await using all = await openAll()
    const inputs = roles.map((role) => ({ ...reference, role }))
    const { result, previews, previewed } = start(all, 'stream-held', { inputs })
    await previewed
    all.release()
    const { files, usage } = await result
    expect(files).toMatchObject([{ mediaType: 'image/png', width: 64, height: 48 }])
    expect(usage).toEqual({ runs: 1, images: 1, inputTokens: 20, outputTokens: 1_080 })
    expect(previews).toEqual([expect.stringMatching(/^data:image\/webp;base64,.{20,1970}$/)])
    expect(all.server.calls).toMatchObject([{ path: `/openai/images/${path}`, headers: { 'idempotency-key': 'g-1' } }])
    expect(all.server.calls[0]?.body).toMatch(/"partial_images":2|name="partial_images"\s+2/)
  })

  test.each([
    ['several at once', { quality: 'medium', count: 2 }],
    ['low quality, which costs little more than its previews', { quality: 'low', count: 1 }],
  ])('%s: the image is requested without streaming', async (_name, options) => {
    await using all = await openAll()
    expect((await start(all, 'a lake', { options }).result).files).toHaveLength(options.count)
    expect(all.server.calls.map(({ body }) => body)).toEqual([expect.not.stringContaining('stream')])
  })

  test('a service that refuses to stream is called without streaming, and from then on at once', async () => {
    await using all = await openAll()
    const opened = all.open('openai', 'gpt-image-2.6-sunburst')
    const run = () => start(all, 'stream-unsupported', {}, opened).result
    expect((await run()).files).toHaveLength(1)
    expect((await run()).files).toHaveLength(1)
    expect(all.server.calls.map(({ body }) => body.includes('"stream"'))).toEqual([true, false, false])
  })

  test.each(['garbage', 'flood', 'late'])('%s: invalid and superfluous previews do not harm the image', async (name) => {
    await using all = await openAll()
    const { result, previews } = start(all, `stream-${name}`)
    expect((await result).files).toHaveLength(1)
    expect(previews.length).toBeLessThanOrEqual(2)
  })

  test.each([
    ['cut', 'answer_lost', false],
    ['unfinished', 'answer_lost', false],
    ['refused', 'refused', false],
  ])('%s: a stream without an image fails without the message of the service', async (name, code, retryable) => {
    await using all = await openAll()
    const error: unknown = await start(all, `stream-${name}`).result.catch((one: unknown) => one)
    expect(error).toMatchObject({ code, retryable, message: expect.not.stringMatching(/UPSTREAM|127\.0\.0\.1/) })
    expect(all.server.calls).toHaveLength(1)
  })

  test('a cancel ends the stream', async () => {
    await using all = await openAll()
    const { result, previewed, stop } = start(all, 'stream-stuck')
    const ended = result.catch((error: unknown) => error)
    await previewed
    stop()
    expect(await ended).toBeInstanceOf(Error)
    await expect.poll(() => all.server.hungUp).toHaveLength(1)
  })
})

const omniSchema = v.object({
  background: v.boolean(),
  input: v.array(v.object({ type: v.string(), text: v.optional(v.string()), mime_type: v.optional(v.string()) })),
  response_format: v.array(v.record(v.string(), v.unknown())),
  generation_config: v.object({ video_config: v.object({ task: v.string() }) }),
})

describe('videos', () => {
  const services: [ServiceId, string, OptionValues][] = [
    ['openai', 'film-1', { aspect: '9:16', duration: 4 }],
    ['xai', 'grok-imagine-video', { aspect: '16:9', duration: 6, resolution: '480p' }],
    ['google', 'veo-3.1-generate-preview', { aspect: '9:16', duration: 8, resolution: '720p', negative: '' }],
    ['google', 'gemini-omni-1.1-flash', { aspect: '9:16', duration: 8, resolution: '1080p' }],
    ['fal', 'fal-ai/luma-dream-machine/ray-2-flash', { aspect: '16:9', duration: '5', resolution: '540p' }],
    ['replicate', 'minimax/video-01', {}],
    ['alibaba', 'wan2.6-t2v', { aspect: '9:16', duration: 5, resolution: '720p' }],
  ]
  test.each(services)('%s: a video is started once, polled until it is done, and received', async (service, name, options) => {
    await using all = await openAll()
    const { result, saved } = all.run(service, name, { options })
    expect((await result).files).toMatchObject([{ mediaType: 'video/mp4', width: 64, height: 48 }])
    expect(all.videos.started.count).toBe(1)
    expect(JSON.stringify(saved)).not.toMatch(/https?:|127\.0\.0\.1|SECRET/)
  })

  test.each(services)('%s: another process continues a video from the saved state and starts nothing', async (service, name, options) => {
    await using all = await openAll()
    const first = all.run(service, name, { options })
    await first.result
    const again = all.run(service, name, { options, operation: first.saved.at(-1) })
    expect((await again.result).files).toHaveLength(1)
    expect(all.videos.started.count).toBe(1)
  })

  test('a start whose answer was lost is repeated with the same key where the operator says that keys are honored', async () => {
    await using all = await openAll()
    const first = all.run('openai', 'film-1', { prompt: 'fault-reset' })
    await expect(first.result).rejects.toMatchObject({ code: 'temporary', retryable: true })
    await all.run('openai', 'film-1', { operation: first.saved.at(-1) }).result
    const starts = all.server.calls.filter(({ method }) => method === 'POST')
    expect(starts.map(({ headers }) => headers['idempotency-key'])).toEqual(['g-1', 'g-1'])
  })

  test('the progress of a video is reported, and a first frame is sent along', async () => {
    await using all = await openAll()
    const { result, progress } = all.run('openai', 'film-1', { inputs: [reference] })
    await result
    expect(progress).toContain(0.4)
    expect(all.server.calls[0]?.body).toMatch(/name="input_reference"; filename="first.jpg"/)
  })

  test('fal makes a video from an image at another address, in one of two lengths', async () => {
    await using all = await openAll()
    const model = 'fal-ai/luma-dream-machine/ray-2-flash'
    await all.run('fal', model, { options: { aspect: '16:9', duration: '9', resolution: '540p' } }).result
    await all.run('fal', model, { options: { aspect: '16:9', duration: '5', resolution: '540p' }, inputs: [reference] }).result
    const starts = all.server.calls.filter(({ method }) => method === 'POST')
    expect(starts.map(({ path }) => path)).toEqual([`/${model}`, `/${model}/image-to-video`])
    const [plain, fromPicture] = starts.map(({ body }) => v.parse(v.record(v.string(), v.unknown()), JSON.parse(body)))
    expect(plain).toEqual({ prompt: 'a lake', aspect_ratio: '16:9', duration: '9s', resolution: '540p' })
    expect(fromPicture).toMatchObject({ duration: '5s', image_url: expect.stringMatching(/^data:image\/jpeg;base64,/) })
  })

  test('replicate is sent the first frame under the name that its video model reads', async () => {
    await using all = await openAll()
    await all.run('replicate', 'minimax/video-01', { inputs: [reference] }).result
    const { input } = v.parse(v.object({ input: v.record(v.string(), v.unknown()) }), JSON.parse(all.server.calls[0]?.body ?? '{}'))
    expect(input).toEqual({ prompt: 'a lake', first_frame_image: expect.stringMatching(/^data:image\//) })
  })

  test('google’s Omni gets the task, the frames in their order, and the settings', async () => {
    await using all = await openAll()
    const ask = async (request: Partial<RunRequest>) => {
      await all.run('google', 'gemini-omni-1.1-flash', request).result
      const body: unknown = JSON.parse(all.server.calls.findLast(({ method }) => method === 'POST')?.body ?? '{}')
      return v.parse(omniSchema, body)
    }
    const options = { aspect: '9:16', duration: 5, resolution: '4k' }
    const [first, last] = [
      { ...reference, role: 'first_frame' as const },
      { ...reference, role: 'last_frame' as const },
    ]
    const plain = await ask({ options })
    expect(plain.response_format).toEqual([{ type: 'video', aspect_ratio: '9:16', duration: '5s', resolution: '4k', delivery: 'uri' }])
    expect(plain).toMatchObject({ background: true, input: [{ type: 'text', text: 'a lake' }] })
    const tasks = [plain, await ask({ inputs: [last, first] }), await ask({ inputs: [{ ...reference, role: 'reference' }] })]
    expect(tasks.map(({ generation_config: { video_config }, input }) => [video_config.task, input.map(({ type }) => type)])).toEqual([
      ['text_to_video', ['text']],
      ['image_to_video', ['image', 'image', 'text']],
      ['reference_to_video', ['image', 'text']],
    ])
  })

  test('google’s Omni continues a given video, and a refused prompt is a refusal', async () => {
    await using all = await openAll()
    const path = join(dir, 'given.mp4')
    await writeFile(path, await makeFilm())
    await all.run('google', 'gemini-omni-1.1-flash', { inputs: [{ role: 'source', mediaType: 'video/mp4', path }] }).result
    const { input, generation_config } = v.parse(omniSchema, JSON.parse(all.server.calls[0]?.body ?? '{}'))
    expect(input.map(({ type, mime_type }) => [type, mime_type])).toEqual([
      ['video', 'video/mp4'],
      ['text', undefined],
    ])
    expect(generation_config.video_config.task).toBe('extend')
    await expect(all.run('google', 'gemini-omni-1.1-flash', { prompt: 'will-refuse' }).result).rejects.toMatchObject({ code: 'refused' })
    await expect(all.run('google', 'gemini-omni-1.1-flash', { prompt: 'will-fail' }).result).rejects.toMatchObject({
      code: 'temporary',
      retryable: false,
    })
    expect(await all.cancel('google', 'gemini-omni-1.1-flash', 'v1_omni')).toBe('stopped')
  })

  test('an operation that the service gave up is not polled again', async () => {
    await using all = await openAll()
    await expect(all.run('openai', 'film-1', { prompt: 'will-fail' }).result).rejects.toMatchObject({ code: 'temporary', retryable: false })
    await expect(all.run('openai', 'film-1', { prompt: 'will-refuse' }).result).rejects.toMatchObject({ code: 'refused' })
  })

  test('an unfinished video of OpenAI’s protocol is deleted to cancel it; a finished one is kept', async () => {
    await using all = await openAll()
    expect(await all.cancel('openai', 'film-1', 'video_1')).toBe('stopped')
    expect(await all.cancel('openai', 'film-1', 'video_1')).toBe('goes_on')
    expect(all.server.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET'])
  })

  test('completed work of fal whose result can’t be read ends after three attempts, and the queue is asked at the address it named', async () => {
    const requests = '/fal-ai/elsewhere/requests/f1'
    await using server = await startMediaServer(({ method, path }) => {
      if (method === 'POST') return { json: { request_id: 'f1', status_url: `https://queue.fal.run${requests}/status` } }
      return path === `${requests}/status` ? { json: { status: 'COMPLETED' } } : { status: 500, json: { detail: 'UPSTREAM-WORDS' } }
    })
    const opened = openMediaService('fal', 'fal-ai/luma-dream-machine/ray-2-flash', { url: server.url, scratchDir: dir })
    await expect(runMedia(opened).result).rejects.toMatchObject({ code: 'temporary', retryable: false, status: 500 })
    expect(server.calls.map(({ path }) => path).slice(1)).toEqual([`${requests}/status`, requests, requests, requests])
  })

  test('a video of fal, which confirms no cancel, continues', async () => {
    await using all = await openAll()
    expect(await all.cancel('fal', 'fal-ai/luma-dream-machine/ray-2-flash', 'f1')).toBe('goes_on')
    expect(all.server.calls).toEqual([])
  })
})

describe('faults', () => {
  const models: [ServiceId, string][] = [
    ['openai', 'gpt-image-2.6-flare'],
    ['xai', 'grok-imagine-image'],
    ['bfl', 'flux-kontext-pro'],
    ['replicate', 'recraft-ai/recraft-v3'],
    ['openai', 'voice-1'],
    ['elevenlabs', 'music_v1'],
    ['mistral', 'voxtral-mini-tts-3-0'],
    ['google', 'lyria-3.5'],
    ['minimax', 'music-2.0'],
    ['openai', 'film-1'],
    ['google', 'veo-3.1-generate-preview'],
    ['fal', 'fal-ai/luma-dream-machine/ray-2-flash'],
  ]
  test.each(models)('%s %s: each fault has its class, and none repeats the message of the service', async (service, name) => {
    await using all = await openAll()
    await expectVerdicts((prompt) => all.run(service, name, { prompt }).result, { mayRepeat: name === 'film-1' })
  })
})
