import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputRole } from '#app/contract/base/values.ts'
import type { ServiceId } from '#app/server/env.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { type MediaCall, mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerSounds } from '#tests/fakes/providers/speech-servers.ts'
import { answerStudios } from '#tests/fakes/providers/studio-servers.ts'
import { answerVideos } from '#tests/fakes/providers/video-servers.ts'
import { makeFilm, makeSound } from '#tests/fixtures/make-media.ts'
import { openMediaService, runMedia } from '#tests/fixtures/media-service.ts'
import type { RunInput } from '../../kinds.ts'

let dir: string
let film: Uint8Array
beforeAll(async () => {
  film = await makeFilm()
  dir = await mkdtemp(join(tmpdir(), 'inputs-'))
})
afterAll(() => rm(dir, { recursive: true }))

let files = 0
async function input(role: InputRole, mediaType: string, bytes: Uint8Array): Promise<RunInput> {
  files += 1
  const path = join(dir, `input-${files}`)
  await writeFile(path, bytes)
  return { role, mediaType, path }
}

type Colour = { r: number; g: number; b: number }
const red: Colour = { r: 220, g: 20, b: 20 }
const green: Colour = { r: 20, g: 200, b: 20 }
const blue: Colour = { r: 20, g: 20, b: 220 }

const paint = (background: Colour, { width = 64, height = 48 } = {}) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** A mask with a white left half. */
const leftHalf = ({ width = 64, height = 48 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: 'black' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: 'white' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()

/** The same mask as a picture with a transparent left half. */
const leftHole = async () => {
  const alpha = await sharp(await leftHalf())
    .greyscale()
    .negate()
    .raw()
    .toBuffer()
  return sharp(await paint(red))
    .joinChannel(alpha, { raw: { width: 64, height: 48, channels: 1 } })
    .png()
    .toBuffer()
}

async function ask(service: ServiceId, name: string, inputs: RunInput[], options: Record<string, string | number> = {}) {
  const picture = await paint(green)
  await using server = await startMediaServer(
    answerImages(picture),
    answerVideos(film),
    answerStudios({ film, picture }),
    answerSounds(makeSound()),
  )
  const opened = openMediaService(service, name, { url: server.url, scratchDir: dir })
  const made = await runMedia(opened, { inputs, options }).result.then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  )
  return { ...made, calls: server.calls, sent: server.calls.find(({ method }) => method === 'POST') }
}

/** The parts of a form, as a server would read them. */
async function formOf({ body, headers }: MediaCall): Promise<[string, File | string][]> {
  const form = await new Response(Buffer.from(body, 'latin1'), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
  return [...form.entries()]
}
async function bytesOf(part: FormDataEntryValue | undefined): Promise<Buffer> {
  if (!(part instanceof File)) throw new Error('no file was sent')
  return Buffer.from(await part.arrayBuffer())
}

const jsonSchema = v.record(v.string(), v.unknown())
const jsonOf = (call: MediaCall | undefined) => v.parse(jsonSchema, JSON.parse(call?.body ?? '{}'))
const replicateInputOf = (call: MediaCall | undefined) => v.parse(v.object({ input: jsonSchema }), jsonOf(call)).input

function decode(sent: unknown): Buffer {
  const text = v.parse(v.string(), sent)
  return Buffer.from(text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text, 'base64')
}

/** Identifies a picture by its center. */
async function colourOf(picture: Buffer): Promise<string> {
  const { channels } = await sharp(picture).removeAlpha().stats()
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean)
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
}

/** Two pixels, left and right, of the channel that marks the area to replace. */
async function sidesOf(mask: Buffer, channel: 0 | 'alpha') {
  const { data, info } = await sharp(mask).extractChannel(channel).raw().toBuffer({ resolveWithObject: true })
  const middle = Math.floor(info.height / 2) * info.width
  return { left: data[middle + 2], right: data[middle + info.width - 3], width: info.width, height: info.height }
}

describe('masks', () => {
  const masks = [
    ['white on black', leftHalf],
    ['a picture with a hole', leftHole],
  ] as const

  test.each(masks)(
    'openai, %s: a mask is sent in a form with the image first and a PNG that is transparent where it may change',
    async (_what, make) => {
      const given = [
        await input('reference', 'image/png', await paint(blue)),
        await input('mask', 'image/png', await make()),
        await input('source', 'image/png', await paint(red)),
      ]
      const { result, sent } = await ask('openai', 'gpt-image-2.6-flare', given, { count: 1 })
      expect(result?.files).toHaveLength(1)
      expect(sent?.path).toBe('/openai/images/edits')
      expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
      const form = sent ? await formOf(sent) : []
      const pictures = form.filter(([name]) => name === 'image[]')
      expect(pictures).toHaveLength(2)
      expect(await Promise.all(pictures.map(async ([, part]) => colourOf(await bytesOf(part))))).toEqual(['red', 'blue'])
      const [, mask] = form.find(([name]) => name === 'mask') ?? []
      expect(mask).toMatchObject({ type: 'image/png' })
      expect(await sidesOf(await bytesOf(mask), 'alpha')).toEqual({ left: 0, right: 255, width: 64, height: 48 })
      expect(Object.fromEntries(form.filter(([, part]) => typeof part === 'string'))).toMatchObject({
        model: 'gpt-image-2.6-flare',
        prompt: 'a lake',
        n: '1',
      })
    },
  )

  test.each(masks)('bfl, %s: a mask is sent as plain base64 in `image` and `mask`, white where it may change', async (_what, make) => {
    const given = [await input('source', 'image/png', await paint(red)), await input('mask', 'image/png', await make())]
    const { result, sent } = await ask('bfl', 'flux-pro-1.0-fill', given, { seed: 3 })
    expect(result?.files).toHaveLength(1)
    expect(sent?.path).toBe('/bfl/flux-pro-1.0-fill')
    expect(sent?.headers['x-key']).toBe(mediaSecrets.key)
    const body = jsonOf(sent)
    expect(body).toMatchObject({ prompt: 'a lake', seed: 3, output_format: 'png', image: expect.not.stringContaining('data:') })
    expect(body).not.toHaveProperty('input_image')
    expect(await colourOf(decode(body.image))).toBe('red')
    expect(await sidesOf(decode(body.mask), 0)).toEqual({ left: 255, right: 0, width: 64, height: 48 })
  })

  test('replicate gets a mask as data URLs in `image` and `mask` of the input', async () => {
    const given = [await input('source', 'image/png', await paint(red)), await input('mask', 'image/png', await leftHalf())]
    const { result, sent } = await ask('replicate', 'black-forest-labs/flux-fill-pro', given)
    expect(result?.files).toHaveLength(1)
    expect(sent?.path).toBe('/replicate/models/black-forest-labs/flux-fill-pro/predictions')
    const body = replicateInputOf(sent)
    expect(body).toMatchObject({
      prompt: 'a lake',
      image: expect.stringMatching(/^data:image\/jpeg;base64,/),
      mask: expect.stringMatching(/^data:image\/png;base64,/),
    })
    expect(await sidesOf(decode(body.mask), 0)).toMatchObject({ left: 255, right: 0 })
  })

  test('fal gets a mask as data URLs in `image_url` and `mask_url`', async () => {
    const given = [await input('source', 'image/png', await paint(red)), await input('mask', 'image/png', await leftHalf())]
    const { result, sent } = await ask('fal', 'fal-ai/flux-lora/inpainting', given, { count: 1 })
    expect(result?.files).toHaveLength(1)
    const body = jsonOf(sent)
    expect(body).toMatchObject({ prompt: 'a lake', num_images: 1 })
    expect(await colourOf(decode(body.image_url))).toBe('red')
    expect(await sidesOf(decode(body.mask_url), 0)).toMatchObject({ left: 255, right: 0 })
  })

  test('a mask that was drawn on a smaller copy is made as large as the image that is sent', async () => {
    const given = [
      await input('source', 'image/png', await paint(red, { width: 4_000, height: 3_000 })),
      await input('mask', 'image/png', await leftHalf({ width: 400, height: 300 })),
    ]
    const { sent } = await ask('bfl', 'flux-pro-1.0-fill', given)
    const { image, mask } = jsonOf(sent)
    expect(await sharp(decode(image)).metadata()).toMatchObject({ width: 2_048, height: 1_536 })
    expect(await sidesOf(decode(mask), 0)).toEqual({ left: 255, right: 0, width: 2_048, height: 1_536 })
  })

  test.each([
    ['of another shape', async () => leftHalf({ width: 48, height: 64 })],
    ['that leaves nothing to change', async () => paint({ r: 0, g: 0, b: 0 })],
    ['that cannot be read', async () => Buffer.from('no picture at all')],
  ])('a mask %s is rejected before the service is called, at no cost', async (_what, make) => {
    const given = [await input('source', 'image/png', await paint(red)), await input('mask', 'image/png', await make())]
    for (const [service, name] of [
      ['openai', 'gpt-image-2.6-flare'],
      ['bfl', 'flux-pro-1.0-fill'],
      ['replicate', 'black-forest-labs/flux-fill-pro'],
    ] as const) {
      const { error, calls } = await ask(service, name, given, {})
      expect(error, service).toMatchObject({ code: 'invalid_input', retryable: false })
      expect(calls).toEqual([])
    }
  })
})

describe('a given video', () => {
  const spoken = { source: 'video_url', speech: 'audio_url', options: { sync_mode: 'bounce' } }

  test.each([
    ['xai', 'xai/grok-imagine-video-edit', '/xai/videos/edits', {}],
    ['xai', 'xai/grok-imagine-video-extend', '/xai/videos/extensions', { duration: 4 }],
    ['runway', 'aleph2', '/runway/video_to_video', { seed: 5 }],
    ['fal', 'fal/sync-lipsync-1.9', '/fal-ai/sync-lipsync', { fit: 'bounce' }],
    ['fal', 'fal/sync-lipsync-3', '/fal-ai/sync-lipsync/v3', { fit: 'bounce' }],
  ] as const)('%s %s: the whole file is sent, and the result is received', async (service, name, path, options) => {
    const speech = makeSound()
    const speaks = service === 'fal'
    const inputs = [...(speaks ? [await input('speech', 'audio/wav', speech)] : []), await input('source', 'video/mp4', film)]
    const { result, error, sent } = await ask(service, name, inputs, options)
    expect(error).toBeUndefined()
    expect(result?.files).toMatchObject([{ mediaType: 'video/mp4' }])
    expect(sent?.path).toBe(path)
    const toUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
    expect(sent?.body).toContain(toUri('video/mp4', film))
    if (speaks) {
      const body = v.parse(v.record(v.string(), v.unknown()), JSON.parse(sent?.body ?? ''))
      expect(body).toEqual({ [spoken.source]: toUri('video/mp4', film), [spoken.speech]: toUri('audio/wav', speech), ...spoken.options })
    }
  })

  test.each([
    ['runway', 'aleph2', []],
    ['fal', 'fal/sync-lipsync-3', ['source']],
  ] as const)('%s %s: a run without its files calls no service', async (service, name, roles) => {
    const inputs = await Promise.all(roles.map((role) => input(role, 'video/mp4', film)))
    const { error, calls } = await ask(service, name, inputs)
    expect(error).toMatchObject({ code: 'invalid_input', retryable: false })
    expect(calls).toEqual([])
  })
})

describe('several reference images', () => {
  const three = async () => [
    await input('reference', 'image/png', await paint(green)),
    await input('source', 'image/png', await paint(red)),
    await input('reference', 'image/png', await paint(blue)),
  ]

  test('openai gets several images as `image[]` for each, in the order given', async () => {
    const { sent } = await ask('openai', 'gpt-image-2.6-sunburst', await three(), { count: 1 })
    const form = sent ? await formOf(sent) : []
    const colours = form.filter(([name]) => name === 'image[]').map(async ([, part]) => colourOf(await bytesOf(part)))
    expect(await Promise.all(colours)).toEqual(['red', 'green', 'blue'])
    expect(form.some(([name]) => name === 'mask')).toBe(false)
  })

  test('bfl gets several images as `input_image`, `input_image_2` and so on, and the shape as a ratio', async () => {
    const { sent } = await ask('bfl', 'flux-kontext-pro', await three(), { aspect: '16:9' })
    const body = jsonOf(sent)
    const sentPictures = [body.input_image, body.input_image_2, body.input_image_3]
    expect(await Promise.all(sentPictures.map((one) => colourOf(decode(one))))).toEqual(['red', 'green', 'blue'])
    expect(body).toMatchObject({ aspect_ratio: '16:9' })
    expect(body).not.toHaveProperty('mask')
  })

  test('google gets several images as a part for each, with its media type', async () => {
    const { sent } = await ask('google', 'gemini-nano-banana-2.1', await three(), { aspect: '1:1' })
    const partSchema = v.object({ inlineData: v.optional(v.object({ mimeType: v.literal('image/jpeg'), data: v.string() })) })
    const { contents } = v.parse(v.object({ contents: v.array(v.object({ parts: v.array(partSchema) })) }), jsonOf(sent))
    const pictures = contents.flatMap(({ parts }) => parts).flatMap(({ inlineData }) => inlineData?.data ?? [])
    expect(await Promise.all(pictures.map((one) => colourOf(decode(one))))).toEqual(['red', 'green', 'blue'])
  })

  test('fal’s Kontext gets the image and the shape by the names it knows', async () => {
    const given = [await input('source', 'image/png', await paint(red))]
    const { sent } = await ask('fal', 'fal-ai/flux-pro/kontext', given, { aspect: '16:9', count: 1 })
    const body = jsonOf(sent)
    expect(body).toMatchObject({ aspect_ratio: '16:9', num_images: 1 })
    expect(await colourOf(decode(body.image_url))).toBe('red')
  })
})

describe('a recording of a voice', () => {
  test('a recording of a voice is sent as the first half minute in one channel, without a voice of the model’s own', async () => {
    const given = [await input('reference', 'audio/wav', makeSound(45))]
    const { result, error, sent } = await ask('fal', 'resemble-ai/chatterboxhd/text-to-speech', given, { voice: 'Aurora' })
    expect(error).toBeUndefined()
    expect(result?.files).toMatchObject([{ mediaType: 'audio/wav' }])
    const body = jsonOf(sent)
    expect(body).toMatchObject({ text: 'a lake', audio_url: expect.stringMatching(/^data:audio\/wav;base64,/) })
    expect(body).not.toHaveProperty('voice')
    const sound = decode(body.audio_url)
    expect({ kind: sound.toString('latin1', 0, 4), channels: sound.readUInt16LE(22) }).toEqual({ kind: 'RIFF', channels: 1 })
    const seconds = (sound.length - 44) / sound.readUInt32LE(28)
    expect(seconds).toBeCloseTo(30, 1)
  })

  test('a recording of a voice is not needed: without one the chosen voice reads', async () => {
    const { sent } = await ask('fal', 'resemble-ai/chatterboxhd/text-to-speech', [], { voice: 'Blade' })
    expect(jsonOf(sent)).toMatchObject({ voice: 'Blade' })
    expect(jsonOf(sent)).not.toHaveProperty('audio_url')
  })

  test('a recording of a voice that cannot be read is rejected before the service is called', async () => {
    const given = [await input('reference', 'audio/wav', Buffer.from('RIFF, but nothing else'))]
    const { error, calls } = await ask('fal', 'resemble-ai/chatterboxhd/text-to-speech', given, { voice: 'Blade' })
    expect(error).toMatchObject({ code: 'invalid_input', retryable: false })
    expect(calls).toEqual([])
  })
})

test.each([
  [
    'openai',
    'gpt-image-2.6-flare',
    '{"error":{"message":"Invalid mask image format - mask size does not match image size UPSTREAM-WORDS","type":"image_generation_user_error","param":"mask","code":"invalid_image_size"}}',
    400,
  ],
  ['bfl', 'flux-kontext-pro', '{"detail":[{"loc":["body","input_image"],"msg":"Invalid image UPSTREAM-WORDS","type":"value_error"}]}', 422],
  [
    'replicate',
    'black-forest-labs/flux-fill-pro',
    '{"title":"Input validation failed","detail":"- input.mask: Does not match format \'uri\' UPSTREAM-WORDS","status":422}',
    422,
  ],
] as const)('%s: images that the service refuses are the person’s to change, and are not retried', async (service, name, body, status) => {
  await using server = await startMediaServer(() => ({ status, json: JSON.parse(body) }))
  const inputs = [await input('source', 'image/png', await paint(red)), await input('mask', 'image/png', await leftHalf())]
  const { result } = runMedia(openMediaService(service, name, { url: server.url, scratchDir: dir }), { inputs })
  await expect(result).rejects.toMatchObject({ code: 'invalid_input', retryable: false, message: expect.not.stringContaining('UPSTREAM') })
})

describe('tools for a given image', () => {
  test('ideogram gets a mask that is black where the image may change', async () => {
    const given = [await input('source', 'image/png', await paint(red)), await input('mask', 'image/png', await leftHalf())]
    const { result, sent } = await ask('ideogram', 'precise-edit/ideogram-4-5', given, { count: 1 })
    expect(result?.files).toHaveLength(1)
    const form = new Map(sent ? await formOf(sent) : [])
    expect(form.get('prompt')).toBe('a lake')
    expect(await sidesOf(await bytesOf(form.get('mask')), 0)).toMatchObject({ left: 0, right: 255 })
  })

  test('stability gets the sides of an extension in pixels of the image that is sent', async () => {
    const wide = { width: 4_096, height: 2_048 }
    const given = [await input('source', 'image/png', await paint(red, wide))]
    const { result, sent } = await ask('stability', 'edit/outpaint', given, { left: 200, right: 0, up: 0, down: 100 })
    expect(result?.files).toHaveLength(1)
    const form = new Map(sent ? await formOf(sent) : [])
    expect(await sharp(await bytesOf(form.get('image'))).metadata()).toMatchObject({ width: 2_048, height: 1_024 })
    expect(Object.fromEntries(form)).toMatchObject({ left: '100', right: '0', up: '0', down: '50' })
  })

  test('stability gets an image to enlarge with at most a megapixel', async () => {
    const given = [await input('source', 'image/png', await paint(red, { width: 2_048, height: 2_048 }))]
    const { result, sent } = await ask('stability', 'upscale/fast', given, { scale: '4' })
    expect(result?.files).toHaveLength(1)
    const form = new Map(sent ? await formOf(sent) : [])
    expect([...form.keys()].toSorted()).toEqual(['image', 'output_format'])
    expect(await sharp(await bytesOf(form.get('image'))).metadata()).toMatchObject({ width: 1_024, height: 1_024 })
  })
})
