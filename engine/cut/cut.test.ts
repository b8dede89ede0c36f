import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, AudioSampleSink, FilePathSource, Input, VideoSampleSink } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planesLength } from '../film/planes.ts'
import { createJobContext, signalWords } from '../job.ts'
import { soundOfTrack } from '../join/clip.ts'
import { openSoundFile } from '../media/encode-audio.ts'
import { encodeVideo } from '../media/encode-video.ts'
import type { Cut, CutShot } from '../protocol/cut.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { measureLoudness } from '../sound/loudness.ts'
import { sampleRate } from '../sound/pcm.ts'
import { renderCut } from './cut.ts'
import { makeSound } from './sound.ts'

let folder: string
/** A bright clip of half a second with a tone, and a film that is none. */
let clip: string
let damaged: string

const context = () =>
  createJobContext({ jobId: randomUUID(), scratchDir: folder, signals: new Int32Array(signalWords.count), post: () => {} })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cut-test-'))
  const size = { width: 96, height: 96 }
  clip = join(folder, 'clip.mp4')
  damaged = join(folder, 'damaged.mp4')
  const wave = Float32Array.from({ length: 24_000 }, (_, index) => Math.sin(index / 9) * 0.5)
  const bytes = await encodeVideo({
    format: 'mp4',
    size,
    framesPerSecond: 24,
    frames: 12,
    bitrate: 200_000,
    sound: { sampleRate, channels: [wave, wave] },
    tags: {},
    frame: () => new Uint8Array(planesLength(size)).fill(128).fill(235, 0, size.width * size.height),
    checkpoint: () => undefined,
    onFrame: () => undefined,
  })
  await writeFile(clip, bytes)
  await writeFile(damaged, bytes.subarray(0, 900))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const shot = (given: Partial<CutShot> & Pick<CutShot, 'id' | 'starts' | 'frames'>): CutShot => ({
  transition: { kind: 'cut', frames: 0 },
  place: 'School corridor',
  light: 'night',
  framing: 'wide',
  camera: 'still',
  action: '',
  figures: [],
  source: { kind: 'card' },
  ...given,
})

const options: EngineOptions['sketch-film'] = { shape: '1:1', resolution: '480p', fps: '24', captions: 'file', duration: 10 }
const cutOf = (given: Partial<Cut> & Pick<Cut, 'frames' | 'shots'>): Cut => ({
  step: 'film',
  title: '',
  language: 'en',
  seed: 7,
  look: { style: 'auto', words: '' },
  lines: [],
  music: null,
  ...given,
})

async function readFilm(path: string) {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video || !audio) throw new Error('a film has pictures and sound')
  const light: number[] = []
  for await (const sample of new VideoSampleSink(video).samples()) {
    const planes = new Uint8Array(sample.allocationSize())
    await sample.copyTo(planes)
    light.push(planes[sample.codedWidth * 200 + 240] ?? 0)
    sample.close()
  }
  const length = Math.round((await audio.computeDuration()) * sampleRate)
  const sound = await soundOfTrack(new AudioSampleSink(audio), { length, first: 0, checkpoint: () => {} })
  return { light, sound, seconds: await input.computeDuration() }
}

test('a film has its length to the frame, words at their time and loudness, and a stand-in for every bad file', async () => {
  const { spoken = [] } = await renderCut({ step: 'speak', lines: [{ text: 'There you are.', voice: 'emma' }] }, options, context())
  const [said] = spoken
  if (!said) throw new Error('nothing was said')
  const first = 8 + Math.ceil((said.durationMs / 1_000) * 24) + 12
  const cut = cutOf({
    frames: first + 44,
    shots: [
      shot({ id: 'card', starts: 0, frames: first, camera: 'push_in' }),
      shot({
        id: 'clip',
        starts: first,
        frames: 20,
        transition: { kind: 'fade', frames: 4 },
        source: { kind: 'clip', path: clip, from: 0, still: null, level: null },
      }),
      shot({
        id: 'damaged',
        starts: first + 20,
        frames: 12,
        source: { kind: 'clip', path: damaged, from: 0, still: null, level: { alone: 0, underWords: -12 } },
      }),
      shot({ id: 'missing', starts: first + 32, frames: 12, source: { kind: 'still', path: join(folder, 'nowhere.webp') } }),
    ],
    lines: [{ shot: 0, starts: 8, path: said.path, text: 'There you are.', words: said.words }],
  })
  const { files, film } = await renderCut(cut, options, context())
  const [video, captions] = files
  if (!video || !captions) throw new Error('no film')
  expect(video).toMatchObject({ mediaType: 'video/mp4', width: 480, height: 480, durationMs: Math.round((cut.frames / 24) * 1_000) })
  expect(film?.standIns).toEqual(['damaged', 'missing'])
  const { light, sound, seconds } = await readFilm(video.path)
  expect(light).toHaveLength(cut.frames)
  expect(Math.abs(seconds - cut.frames / 24)).toBeLessThanOrEqual(1 / 24)
  // The clip fades in, is seen, and its last frame is held; before and after it are dark cards.
  expect(light[first - 1]).toBeLessThan(110)
  expect(light[first + 1]).toBeGreaterThan(110)
  expect(light[first + 1]).toBeLessThan(200)
  expect(light[first + 10]).toBeGreaterThan(220)
  expect(light[first + 19]).toBeGreaterThan(220)
  expect(light[first + 25]).toBeLessThan(110)
  expect(measureLoudness(sound)).toBeGreaterThan(-17)
  expect(measureLoudness(sound)).toBeLessThan(-15)
  const onset = (sound[0].findIndex((sample) => Math.abs(sample) > 0.03) / sampleRate) * 1_000
  const [cue] = film?.cues ?? []
  expect(Math.abs((cue?.startMs ?? 0) - onset)).toBeLessThanOrEqual(150)
  expect(await readFile(captions.path, 'utf8')).toContain('There you are.')
  // Nothing is left over but the results and the given files.
  expect((await readdir(folder)).filter((name) => name.endsWith('.pcm'))).toEqual([])
})

const loudestOf = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

describe('the sound of a film', () => {
  const read = async (cut: Cut) => {
    const sound = await makeSound({ cut, framesPerSecond: 24, context: context(), onProgress: () => {} })
    const whole = await sound.read(0, Math.round((cut.frames / 24) * sampleRate))
    await sound.close()
    return whole
  }

  test('music alone is composed to the exact length and as loud as music is', async () => {
    const sound = await read(
      cutOf({ frames: 121, shots: [shot({ id: 'one', starts: 0, frames: 121 })], music: { words: 'calm piano', path: null, level: -6 } }),
    )
    expect(sound[0]).toHaveLength(242_000)
    expect(measureLoudness(sound)).toBeGreaterThan(-15)
    expect(measureLoudness(sound)).toBeLessThan(-13)
    expect(loudestOf(sound[0])).toBeLessThanOrEqual(10 ** (-1 / 20))
  })

  test('a clip’s own sound gives way to words', async () => {
    const path = join(folder, 'silence.wav')
    const file = await openSoundFile(path, { format: 'wav', channels: 1, sampleRate, kind: 'voice', tags: { prompt: null, seed: null } })
    await file.add([new Float32Array(sampleRate / 10)])
    await file.finish()
    const source = { kind: 'clip', path: clip, from: 0, still: null, level: { alone: 0, underWords: -12 } } as const
    // The same clip under words, and again when they have long ended.
    const shots = [shot({ id: 'one', starts: 0, frames: 12, source }), shot({ id: 'two', starts: 48, frames: 12, source })]
    const words = [{ text: 'Quiet.', startMs: 0, endMs: 500, sentence: 0 }]
    const [left] = await read(cutOf({ frames: 84, shots, lines: [{ shot: 0, starts: 0, path, text: 'Quiet.', words }] }))
    const loudest = (from: number, to: number) => loudestOf(left.subarray(from * sampleRate, to * sampleRate))
    expect(20 * Math.log10(loudest(0.2, 0.4) / loudest(2.2, 2.4))).toBeCloseTo(-12, 0)
  })
})
