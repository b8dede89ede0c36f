import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALL_FORMATS, AudioSampleSink, FilePathSource, Input, VideoSampleSink } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeVideo } from '../media/encode-video.ts'
import { planesLength } from '../film/planes.ts'
import { createJobContext, signalWords } from '../job.ts'
import type { EngineInput, EngineOptions } from '../protocol/options.ts'
import { joinVideos } from './join.ts'

let folder: string
/** Half a second each: a dark film with a tone, a bright one of another shape, rate and format, and a dark silent one. */
let dark: EngineInput
let bright: EngineInput
let silent: EngineInput

const seconds = 0.5

type Film = { luma: number; size: { width: number; height: number }; rate: number; format: 'mp4' | 'webm'; tone: boolean }

async function make({ luma, size, rate, format, tone }: Film): Promise<EngineInput> {
  const path = join(folder, `${randomUUID()}.${format}`)
  const planes = new Uint8Array(planesLength(size)).fill(128).fill(luma, 0, size.width * size.height)
  const wave = Float32Array.from({ length: seconds * 48_000 }, (_, index) => Math.sin(index / 9) * 0.5)
  const bytes = await encodeVideo({
    format,
    size,
    framesPerSecond: rate,
    frames: seconds * rate,
    bitrate: 200_000,
    sound: tone ? { sampleRate: 48_000, channels: [wave, wave] } : null,
    tags: {},
    frame: () => planes,
    checkpoint: () => undefined,
    onFrame: () => undefined,
  })
  await writeFile(path, bytes)
  return { role: 'source', path, mediaType: `video/${format}` }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'join-test-'))
  dark = await make({ luma: 40, size: { width: 96, height: 64 }, rate: 20, format: 'mp4', tone: true })
  bright = await make({ luma: 200, size: { width: 64, height: 64 }, rate: 10, format: 'webm', tone: true })
  silent = await make({ luma: 40, size: { width: 96, height: 64 }, rate: 20, format: 'mp4', tone: false })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(inputs: EngineInput[], options: Partial<EngineOptions['sketch-join']> = {}, signals = new Int32Array(signalWords.count)) {
  const context = createJobContext({ jobId: randomUUID(), scratchDir: folder, signals, post: () => {} })
  return joinVideos({ transition: 'cut', fade: 0.2, sound: true, ...options }, inputs, context)
}

async function read(inputs: EngineInput[], options: Partial<EngineOptions['sketch-join']> = {}) {
  const { files } = await run(inputs, options)
  const [file] = files
  if (!file) throw new Error('no film')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file.path) })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video) throw new Error('no pictures')
  const frames: { left: number; middle: number }[] = []
  for await (const sample of new VideoSampleSink(video).samples()) {
    const planes = new Uint8Array(sample.allocationSize())
    await sample.copyTo(planes)
    const row = sample.codedWidth * 32
    frames.push({ left: planes[row + 2] ?? 0, middle: planes[row + sample.codedWidth / 2] ?? 0 })
    sample.close()
  }
  const loudness: number[] = []
  if (audio)
    for await (const sample of new AudioSampleSink(audio).samples()) {
      const plane = new Float32Array(sample.numberOfFrames)
      sample.copyTo(plane, { format: 'f32-planar', planeIndex: 0 })
      const loudest = plane.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
      loudness[Math.floor(sample.timestamp * 10)] = Math.max(loudness[Math.floor(sample.timestamp * 10)] ?? 0, loudest)
      sample.close()
    }
  return { file, frames, loudness: audio ? loudness : null, seconds: await input.computeDuration() }
}

test('films of other sizes and rates are fitted to the first, in the given order', async () => {
  const { file, frames, seconds: length } = await read([dark, bright])
  expect(file).toMatchObject({ mediaType: 'video/mp4', width: 96, height: 64, durationMs: 1_000 })
  expect(frames).toHaveLength(20)
  expect(length).toBeCloseTo(1, 1)
  expect(frames[5]?.middle).toBeLessThan(80)
  expect(frames[15]?.middle).toBeGreaterThan(160)
  // The square film has black bars.
  expect(frames[15]?.left).toBeLessThan(30)
})

test('a cross-fade passes through the middle and shortens the film', async () => {
  const { frames, file } = await read([dark, bright], { transition: 'fade', fade: 0.2 })
  expect(file.durationMs).toBe(800)
  // The fade lasts from 0.3 to 0.5 s.
  expect(frames[5]?.middle).toBeLessThan(80)
  expect(frames[8]?.middle).toBeGreaterThan(90)
  expect(frames[8]?.middle).toBeLessThan(150)
  expect(frames[12]?.middle).toBeGreaterThan(160)
})

test('the sound follows its film, and a silent film is silent', async () => {
  const { loudness, file } = await read([dark, silent, dark])
  expect(loudness?.[2]).toBeGreaterThan(0.3)
  expect(loudness?.[7]).toBeLessThan(0.1)
  expect(loudness?.[12]).toBeGreaterThan(0.3)
  expect(file.peaks).toHaveLength(200)
})

test('without sound, or from silent films, the file has no sound track', async () => {
  expect((await read([dark, bright], { sound: false })).loudness).toBeNull()
  expect((await read([silent, silent])).loudness).toBeNull()
})

test('one film, or a file that is none, is refused', async () => {
  const path = join(folder, 'words.mp4')
  await writeFile(path, 'no film')
  await expect(run([dark])).rejects.toMatchObject({ class: 'invalid_input' })
  await expect(run([dark, { role: 'source', path, mediaType: 'video/mp4' }])).rejects.toMatchObject({ class: 'invalid_input' })
})

test('a canceled job stops', async () => {
  const signals = new Int32Array(signalWords.count)
  signals[signalWords.cancel] = 1
  await expect(run([dark, bright], {}, signals)).rejects.toMatchObject({ class: 'canceled' })
})

test('a film with a layer of transparency is joined without it', async () => {
  const path = fileURLToPath(new URL('../../tests/fixtures/inputs/video-with-alpha.webm', import.meta.url))
  const { seconds: length, frames } = await read([{ role: 'source', path, mediaType: 'video/webm' }, dark])
  expect(length).toBeCloseTo(1.5, 1)
  expect(frames.at(-1)?.middle).toBeLessThan(80)
})
