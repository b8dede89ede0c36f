import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine } from './engine.ts'
import { videoSize } from './film/size.ts'
import { aspects } from './protocol.ts'
import type { Engine, EngineFile, EngineInput, EngineOptions, EngineResult } from './protocol.ts'

let folder: string
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-test-'))
  engine = openEngine({ scratchDir: join(folder, 'scratch') })
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

type Options = EngineOptions['sketch-video']

function make(prompt: string, options: Partial<Options> = {}, inputs: EngineInput[] = []): Promise<EngineResult> {
  const job = {
    model: 'sketch-video' as const,
    prompt,
    options: {
      aspect: '1:1' as const,
      resolution: '480p' as const,
      fps: '24' as const,
      duration: 2,
      style: 'auto' as const,
      camera: 'auto' as const,
      negative: '',
      sound: 'none' as const,
      narration: '',
      voice: 'auto',
      subtitles: 'none' as const,
      format: 'mp4' as const,
      embed_prompt: true,
      seed: 1,
      ...options,
    },
    inputs,
  }
  return engine.run(job, { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} })
}

function first({ files: [file] }: EngineResult): EngineFile {
  if (!file) throw new Error('expected a file')
  return file
}

const open = async (path: string) => new Input({ source: new BufferSource(await readFile(path)), formats: ALL_FORMATS })

async function streamsOf(path: string) {
  const input = await open(path)
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video) throw new Error('expected a picture track')
  const stats = await video.computePacketStats()
  return {
    seconds: await input.computeDuration(),
    video: { codec: await video.getCodec(), width: await video.getCodedWidth(), height: await video.getCodedHeight() },
    frames: stats.packetCount,
    framesPerSecond: Math.round(stats.averagePacketRate),
    colours: await video.getColorSpace(),
    audio: audio && { codec: await audio.getCodec(), rate: await audio.getSampleRate(), channels: await audio.getNumberOfChannels() },
    audioSeconds: audio ? await audio.computeDuration() : null,
    tags: await input.getMetadataTags(),
  }
}

/** Enough of a frame's pixels to judge it by. Seven divides no width in use, so that every column is looked at. */
const everyPixel = 7

/** The lightness of each frame's pixels, 0..255, as a player decodes them: of every seventh. */
async function framesOf(path: string): Promise<Uint8Array[]> {
  const track = await (await open(path)).getPrimaryVideoTrack()
  if (!track) throw new Error('expected a picture track')
  const frames: Uint8Array[] = []
  for await (const sample of new VideoSampleSink(track).samples()) {
    const bytes = new Uint8Array(sample.allocationSize())
    await sample.copyTo(bytes)
    const pixels = sample.codedWidth * sample.codedHeight
    frames.push(Uint8Array.from({ length: Math.ceil(pixels / everyPixel) }, (_, index) => bytes[index * everyPixel] ?? 0))
    sample.close()
  }
  return frames
}

const meanOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0))
  return sum / a.length
}
const stepsOf = (frames: Uint8Array[]) => frames.slice(1).map((frame, index) => differenceOf(frame, frames[index] ?? frame))

describe('a film', () => {
  test.each(aspects)('of %s has even sides of that shape in every resolution', (aspect) => {
    const [across = 1, down = 1] = aspect.split(':').map(Number)
    for (const resolution of ['480p', '720p', '1080p'] as const) {
      const { width, height } = videoSize(aspect, resolution)
      expect([width % 2, height % 2]).toEqual([0, 0])
      expect(Math.min(width, height)).toBe(Number.parseInt(resolution, 10))
      expect(Math.abs(width / height - across / down)).toBeLessThan(0.01)
    }
  })

  describe.each([
    ['mp4', { video: 'avc', audio: 'aac' }],
    ['webm', { video: 'vp9', audio: 'opus' }],
  ] as const)('as %s', (format, codecs) => {
    const film = async (options: Partial<Options> = {}) =>
      first(await make('quiet harbour', { format, sound: 'music', aspect: '4:3', seed: 4711, ...options }))
    let file: EngineFile
    let bytes: Buffer
    beforeAll(async () => {
      file = await film()
      bytes = await readFile(file.path)
    })

    test('is what it says: codecs, size, frames, length and colours', async () => {
      const streams = await streamsOf(file.path)
      expect(file).toMatchObject({ mediaType: `video/${format}`, width: 640, height: 480, durationMs: 2_000 })
      expect(streams.video).toEqual({ codec: codecs.video, width: 640, height: 480 })
      expect({ frames: streams.frames, rate: streams.framesPerSecond }).toEqual({ frames: 48, rate: 24 })
      expect(streams.colours).toMatchObject({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false })
      expect(streams.audio).toEqual({ codec: codecs.audio, rate: 48_000, channels: 2 })
      expect(Math.abs(streams.seconds - 2)).toBeLessThan(1 / 24)
      expect(Math.abs((streams.audioSeconds ?? 0) - 2)).toBeLessThan(0.05)
      expect(file.poster).toMatchObject({ width: 640, height: 480 })
      expect(file.thumbnail).toMatchObject({ width: 320, height: 240 })
      for (const still of [file.poster, file.thumbnail]) {
        expect(still && (await sharp(await readFile(still.path)).metadata())).toMatchObject({ format: 'webp', width: still?.width })
      }
      expect(file.peaks).toHaveLength(200)
    })

    test.runIf(format === 'mp4')('starts playing before it has been loaded', () => {
      expect(bytes.indexOf('moov')).toBeGreaterThan(0)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    })

    test('is the same file each time', async () => {
      const again = await film()
      expect((await readFile(again.path)).equals(bytes)).toBe(true)
    })

    test('names its prompt and its seed, or the seed alone where the prompt is to be left out', async () => {
      const closed = await readFile((await film({ embed_prompt: false })).path)
      expect([bytes.includes('quiet harbour'), bytes.includes('4711')]).toEqual([true, true])
      expect([closed.includes('quiet harbour'), closed.includes('4711'), closed.includes('Quartet Sketch')]).toEqual([false, true, true])
    })
  })

  // Several at once: each then paints on one thread, and none builds its scene twice.
  test.concurrent.each(['pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit'] as const)(
    'with the camera on %s moves smoothly, in every frame, and none is black',
    { timeout: 120_000 },
    async (camera) => {
      const frames = await framesOf(first(await make('mountain lake by day', { camera })).path)
      expect(frames).toHaveLength(48)
      const steps = stepsOf(frames)
      const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
      expect(usual).toBeGreaterThan(0.2)
      expect(Math.max(...steps)).toBeLessThan(usual * 3 + 1)
      for (const frame of frames) expect(meanOf(frame)).toBeGreaterThan(30)
    },
  )

  test('goes from day to night, gradually', { timeout: 120_000 }, async () => {
    const light = (await framesOf(first(await make('from day to night over a lake', { camera: 'still' })).path)).map(meanOf)
    expect(light.at(-1) ?? 255).toBeLessThan((light[0] ?? 0) - 40)
    for (const [index, value] of light.slice(1).entries()) expect(Math.abs(value - (light[index] ?? 0))).toBeLessThan(14)
  })
})

describe('narration', () => {
  const words = 'Тихий вечер. Маленькая лодка возвращается домой по золотой воде.'

  test('makes a film longer where it has to, with subtitles for every word in a file', { timeout: 120_000 }, async () => {
    const { files } = await make('море на закате', { sound: 'both', narration: words, subtitles: 'webvtt' })
    const [film, subtitles] = files
    expect(film?.durationMs ?? 0).toBeGreaterThan(3_000)
    expect(film?.durationMs ?? 0).toBeLessThanOrEqual(15_000)
    expect(subtitles).toMatchObject({ mediaType: 'text/vtt', durationMs: film?.durationMs })
    const text = await readFile(subtitles?.path ?? '', 'utf8')
    expect(text.startsWith('WEBVTT\n\n')).toBe(true)
    const said = text.split('\n').filter((line) => /\p{L}/u.test(line) && line !== 'WEBVTT')
    expect(said.join(' ')).toBe(words)
    const streams = await streamsOf(film?.path ?? '')
    expect(Math.abs(streams.seconds * 1000 - (film?.durationMs ?? 0))).toBeLessThan(1000 / 24)
    expect(Math.abs((streams.audioSeconds ?? 0) * 1000 - (film?.durationMs ?? 0))).toBeLessThan(50)
  })

  test('is written into the picture where subtitles are burnt in, and only while it is spoken', { timeout: 120_000 }, async () => {
    const options = { sound: 'narration', narration: 'Good evening.', camera: 'still', duration: 3 } as const
    const [plain, burnt] = await Promise.all([
      framesOf(first(await make('sea', { ...options, subtitles: 'none' })).path),
      framesOf(first(await make('sea', { ...options, subtitles: 'burnt' })).path),
    ])
    const changed = burnt.map((frame, index) => differenceOf(frame, plain[index] ?? frame))
    expect(changed[20] ?? 0).toBeGreaterThan((changed[68] ?? 0) + 0.5)
  })

  test('that no film has room for, or that says nothing, is invalid', async () => {
    const long = 'Слова '.repeat(60)
    await expect(make('море', { sound: 'narration', narration: long })).rejects.toMatchObject({
      class: 'invalid_input',
      message: 'narration_too_long',
    })
    await expect(make('🙂', { sound: 'narration' })).rejects.toMatchObject({ class: 'invalid_input', message: 'nothing_to_say' })
  })
})

describe('a film of a still picture', () => {
  /** A grey wall with a coloured card before it: `turned` says how a camera held it. */
  async function picture(name: string, turned?: number): Promise<EngineInput> {
    const path = join(folder, name)
    const card = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#d02020' } })
      .png()
      .toBuffer()
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8090a0' } })
      .composite([{ input: card, left: 300, top: 300 }])
      .withMetadata(turned ? { orientation: turned } : {})
      .jpeg()
      .toFile(path)
    return { role: 'first_frame', path, mediaType: 'image/jpeg' }
  }

  test.concurrent.each(['pan', 'orbit', 'zoom-in'] as const)(
    'with the camera on %s moves, and without a jump',
    { timeout: 120_000 },
    async (camera) => {
      const frames = await framesOf(first(await make('calm', { camera }, [await picture(`${camera}.jpg`)])).path)
      const steps = stepsOf(frames)
      expect(steps.reduce((sum, step) => sum + step, 0)).toBeGreaterThan(1.5)
      expect(Math.max(...steps)).toBeLessThan(6)
    },
  )

  test('is upright however the camera was held', { timeout: 120_000 }, async () => {
    const file = first(await make('calm', { camera: 'still' }, [await picture('turned.jpg', 3)]))
    const { data, info } = await sharp(await readFile(file.poster?.path ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) =>
      data[(Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels] ?? 0
    // Turned by half a circle, the card hangs from the upper edge.
    expect(redAt(0.5, 0.15)).toBeGreaterThan(180)
    expect(redAt(0.5, 0.85)).toBeLessThan(150)
  })

  test.each([
    ['truncated', async () => (await readFile((await picture('whole.jpg')).path)).subarray(0, 2_000)],
    ['no picture at all', async () => Buffer.from('<html>not a picture</html>')],
    ['empty', async () => Buffer.alloc(0)],
    [
      'a drawing that could load things',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    [
      'far too large',
      async () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
          .png({ compressionLevel: 1 })
          .toBuffer(),
    ],
  ])('a file that is %s is refused as unreadable', { timeout: 120_000 }, async (name, bytes) => {
    const path = join(folder, `${name}.jpg`)
    await writeFile(path, await bytes())
    const input: EngineInput = { role: 'first_frame', path, mediaType: 'image/jpeg' }
    await expect(make('calm', {}, [input])).rejects.toMatchObject({ class: 'invalid_input', message: 'file_unreadable' })
  })
})
