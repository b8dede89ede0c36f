import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../tests/fixtures/campaign.ts'
import { createJobContext, signalWords } from '../job.ts'
import type { EngineFile, EngineResult } from '../protocol/engine.ts'
import { aspects, type EngineInput, type EngineOptions } from '../protocol/options.ts'
import { readPrompt } from '../understanding/read-prompt.ts'
import type { CameraPath } from './camera.ts'
import { lightsBetween } from './daylight.ts'
import { makeFilm } from './film.ts'
import { openFrames } from './frames.ts'
import { openPlate } from './open-plate.ts'
import type { FilmPlan } from './plan.ts'
import { videoSize } from './size.ts'
import { renderVideo } from './video.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Options = EngineOptions['sketch-video']

const preset: Options = {
  aspect: '1:1',
  resolution: '480p',
  fps: '24',
  duration: 2,
  style: 'auto',
  camera: 'auto',
  negative: '',
  sound: 'none',
  narration: '',
  voice: 'auto',
  subtitles: 'none',
  format: 'mp4',
  embed_prompt: true,
  seed: 1,
}

function make(prompt: string, options: Partial<Options> = {}, inputs: EngineInput[] = []): Promise<EngineResult> {
  const signals = new Int32Array(signalWords.count)
  const context = createJobContext({ jobId: randomUUID(), scratchDir: folder, signals, post: () => {} })
  return renderVideo(prompt, { ...preset, ...options }, inputs, context)
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

/** Every seventh pixel of a frame suffices. No width in use is a multiple of seven, so every column is sampled. */
const everyPixel = 7

/** The lightness of each decoded frame's sampled pixels, 0..255. */
async function decode(path: string): Promise<Uint8Array[]> {
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

const small = { width: 160, height: 120 }
const shown = 24

/** The lightness of each painted frame's pixels, 0..255: a film of two seconds that is not encoded. */
async function paint(
  subject: FilmPlan['subject'],
  { move, captions = [] }: Pick<CameraPath, 'move'> & Partial<FilmPlan>,
): Promise<Uint8Array[]> {
  const plan: FilmPlan = { size: small, framesPerSecond: 12, frames: shown, camera: { move, direction: 1 }, subject, captions, loop: false }
  const frames = openFrames(plan, () => {})
  return Array.from({ length: shown }, (_, index) => frames.picture(index).filter((_value, at) => at % 4 === 1))
}

function drawn(prompt: string): FilmPlan['subject'] {
  const understanding = readPrompt(prompt)
  return { kind: 'drawn', understanding, seed: 1, reference: null, lights: lightsBetween(understanding.time, understanding.timeEnd) }
}

describe('a film', () => {
  test.each(aspects)('a film of %s has even sides of that shape in every resolution', (aspect) => {
    const [across = 1, down = 1] = aspect.split(':').map(Number)
    for (const resolution of ['480p', '720p', '1080p'] as const) {
      const { width, height } = videoSize(aspect, resolution)
      expect([width % 2, height % 2]).toEqual([0, 0])
      expect(Math.min(width, height)).toBe(Number.parseInt(resolution, 10))
      expect(Math.abs(width / height - across / down)).toBeLessThan(0.01)
    }
  })

  // A full run encodes all sizes.
  const encoded = isFull
    ? aspects.flatMap((aspect) => (['480p', '720p', '1080p'] as const).map((resolution) => ({ aspect, resolution })))
    : []
  test.each(encoded)('a film of $aspect at $resolution is encoded in that size', async ({ aspect, resolution }) => {
    for (const [format, codec] of [
      ['mp4', 'avc'],
      ['webm', 'vp9'],
    ] as const) {
      const file = first(await make('quiet harbour', { aspect, resolution, format }))
      const size = videoSize(aspect, resolution)
      expect(file).toMatchObject({ mediaType: `video/${format}`, ...size })
      expect((await streamsOf(file.path)).video).toEqual({ codec, ...size })
    }
  })

  test('a film as MP4 has the stated codecs, size, frames, length and colors, and plays before it is loaded', async () => {
    const file = first(await make('quiet harbour', { sound: 'music', aspect: '4:3', seed: 4711 }))
    const streams = await streamsOf(file.path)
    expect(file).toMatchObject({ mediaType: 'video/mp4', width: 640, height: 480, durationMs: 2_000 })
    expect(streams.video).toEqual({ codec: 'avc', width: 640, height: 480 })
    expect({ frames: streams.frames, rate: streams.framesPerSecond }).toEqual({ frames: 48, rate: 24 })
    expect(streams.colours).toMatchObject({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false })
    expect(streams.audio).toEqual({ codec: 'aac', rate: 48_000, channels: 2 })
    expect(Math.abs(streams.seconds - 2)).toBeLessThan(1 / 24)
    expect(Math.abs((streams.audioSeconds ?? 0) - 2)).toBeLessThan(0.05)
    expect(file.poster).toMatchObject({ width: 640, height: 480 })
    expect(file.thumbnail).toMatchObject({ width: 320, height: 240 })
    for (const still of [file.poster, file.thumbnail])
      expect(still && (await sharp(await readFile(still.path)).metadata())).toMatchObject({ format: 'webp', width: still?.width })
    expect(file.peaks).toHaveLength(200)
    const bytes = await readFile(file.path)
    expect(bytes.indexOf('moov')).toBeGreaterThan(0)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect([bytes.includes('quiet harbour'), bytes.includes('4711'), bytes.includes('Quartet Sketch')]).toEqual([true, true, true])
  })

  test(
    'a film as WebM has the stated codecs and frame rate, and burnt subtitles only while they are spoken',
    { tags: 'full' },
    async () => {
      const file = first(
        await make('the sea at night', {
          format: 'webm',
          fps: '30',
          sound: 'narration',
          narration: 'Good evening.',
          subtitles: 'burnt',
          camera: 'still',
          duration: 3,
          seed: 4711,
        }),
      )
      const streams = await streamsOf(file.path)
      expect(file).toMatchObject({ mediaType: 'video/webm', width: 480, height: 480, durationMs: 3_000 })
      expect(streams.video).toEqual({ codec: 'vp9', width: 480, height: 480 })
      expect(streams.colours).toMatchObject({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false })
      expect(streams.audio).toEqual({ codec: 'opus', rate: 48_000, channels: 2 })
      const bytes = await readFile(file.path)
      expect([bytes.includes('the sea at night'), bytes.includes('4711')]).toEqual([true, true])
      const frames = await decode(file.path)
      expect({ frames: frames.length, rate: streams.framesPerSecond }).toEqual({ frames: 90, rate: 30 })
      const whitePixels = frames.map((frame) => frame.subarray(Math.floor(frame.length * 0.75)).filter((light) => light > 225).length)
      expect(whitePixels[25]).toBeGreaterThan((whitePixels[87] ?? 0) + 50)
    },
  )

  test.each(['mp4', 'webm'] as const)('a film as %s has the same bytes each time', async (format) => {
    const encode = async () => {
      const plan: FilmPlan = {
        size: small,
        framesPerSecond: 24,
        frames: 12,
        camera: { move: 'pan', direction: 1 },
        subject: drawn('mountain lake'),
        captions: [],
        loop: false,
      }
      const run = { checkpoint: () => {}, onProgress: () => {} }
      const { bytes } = await makeFilm({ ...run, plan, format, bitrate: 200_000, sound: null, tags: {}, posterFrame: 0 })
      return Buffer.from(bytes)
    }
    expect((await encode()).equals(await encode())).toBe(true)
  })

  test.each(['pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit'] as const)(
    'a film with the camera on %s moves smoothly in every frame, and no frame is black',
    async (move) => {
      const frames = await paint(drawn('mountain lake by day'), { move })
      const steps = stepsOf(frames)
      const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
      expect(usual).toBeGreaterThan(0.2)
      expect(Math.max(...steps)).toBeLessThan(usual * 3 + 1)
      for (const frame of frames) expect(meanOf(frame)).toBeGreaterThan(30)
    },
  )

  test('a film goes from day to night gradually', async () => {
    const light = (await paint(drawn('from day to night over a lake'), { move: 'still' })).map(meanOf)
    expect(light.at(-1) ?? 255).toBeLessThan((light[0] ?? 0) - 40)
    for (const [index, value] of light.slice(1).entries()) expect(Math.abs(value - (light[index] ?? 0))).toBeLessThan(28)
  })
})

describe('narration', () => {
  const words = 'Тихий вечер. Маленькая лодка возвращается домой по золотой воде.'

  test('narration makes a film longer when it needs to, with a subtitle file of every word, and leaves the prompt out on request', async () => {
    const options = { sound: 'both', narration: words, subtitles: 'webvtt', embed_prompt: false, seed: 4711 } as const
    const { files } = await make('море на закате', options)
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
    const bytes = await readFile(film?.path ?? '')
    expect([bytes.includes('море'), bytes.includes('4711'), bytes.includes('Quartet Sketch')]).toEqual([false, true, true])
  })

  test('narration that does not fit into a film, or has nothing to say, is invalid', async () => {
    const long = 'Слова '.repeat(60)
    await expect(make('море', { sound: 'narration', narration: long })).rejects.toMatchObject({
      class: 'invalid_input',
      message: 'narration_too_long',
    })
    await expect(make('🙂', { sound: 'narration' })).rejects.toMatchObject({ class: 'invalid_input', message: 'nothing_to_say' })
  })

  test('narration is painted as captions at its own times', async () => {
    const captions = [{ startMs: 0, endMs: 1_000, lines: ['Good evening.'] }]
    const [plain, captioned] = [await paint(drawn('sea'), { move: 'still' }), await paint(drawn('sea'), { move: 'still', captions })]
    const changed = captioned.map((frame, index) => differenceOf(frame, plain[index] ?? frame))
    expect(changed[6]).toBeGreaterThan(0.5)
    expect(changed.slice(12)).toEqual(changed.slice(12).map(() => 0))
  })
})

describe('a film of an image', () => {
  /** A red card in front of a gray wall; `turned` is its EXIF orientation. */
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

  const plateOf = async (name: string, turned?: number): Promise<FilmPlan['subject']> => ({
    kind: 'picture',
    plate: await openPlate((await picture(name, turned)).path, small, () => {}),
  })

  test.each(['pan', 'orbit', 'zoom-in'] as const)('a film of an image with the camera on %s moves without a jump', async (move) => {
    const steps = stepsOf(await paint(await plateOf(`${move}.jpg`), { move }))
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeGreaterThan(1.5)
    expect(Math.max(...steps)).toBeLessThan(12)
  })

  test('a film of an image is upright however the camera was held', async () => {
    // After half a turn the dark card is at the upper edge.
    const [frame = new Uint8Array()] = await paint(await plateOf('turned.jpg', 3), { move: 'still' })
    const lightAt = (x: number, y: number) => frame[Math.round(y * small.height) * small.width + Math.round(x * small.width)] ?? 0
    expect(lightAt(0.5, 0.15)).toBeLessThan(80)
    expect(lightAt(0.5, 0.85)).toBeGreaterThan(110)
  })

  test.each([
    ['truncated', async () => (await readFile((await picture('whole.jpg')).path)).subarray(0, 2_000)],
    ['not a picture', async () => Buffer.from('<html>not a picture</html>')],
    ['empty', async () => Buffer.alloc(0)],
    [
      'an SVG that could load other files',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
  ])('a first frame that is %s is rejected as unreadable', async (name, bytes) => {
    const path = join(folder, `${name}.jpg`)
    await writeFile(path, await bytes())
    const input: EngineInput = { role: 'first_frame', path, mediaType: 'image/jpeg' }
    await expect(make('calm', {}, [input])).rejects.toMatchObject({ class: 'invalid_input', message: 'file_unreadable' })
  })
})
