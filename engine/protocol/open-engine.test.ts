import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine } from './open-engine.ts'
import { EngineError } from './engine.ts'
import type { Engine, EngineFile, EngineResult } from './engine.ts'
import { type EngineJob, engineOptions, type EngineOptions } from './options.ts'

const english = `The city council approved a plan on Tuesday to expand the bicycle network over the next five years. The plan adds
120 kilometres of protected bicycle lanes and repairs existing paths. Council members said that protected lanes reduce injuries and
encourage more residents to cycle to work. Some shop owners worry that the lanes will remove parking spaces. The weather was mild.
The city will pay for the network with a state transport grant and a small increase in parking fees. Dr. Lee, who led the study,
found that each kilometre of protected lane cut bicycle injuries by 14 percent. Construction of the first lanes begins in spring.`

const russian = `Фотосинтез — это процесс, при котором растения превращают энергию света в химическую энергию. Он происходит в
хлоропластах клеток, где содержится зелёный пигмент хлорофилл. Хлорофилл поглощает главным образом красный и синий свет, поэтому
листья кажутся нам зелёными. Утром мы выпили чаю. В световой фазе вода расщепляется, и выделяется кислород. В темновой фазе из
углекислого газа и воды растения строят глюкозу, используя запасённую энергию. Скорость фотосинтеза зависит от освещённости.`

let scratchDir: string
let engine: Engine

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'engine-test-'))
  engine = openEngine({ scratchDir })
})

afterAll(async () => {
  await engine.close()
  await rm(scratchDir, { recursive: true, force: true })
})

type Run = EngineResult & { progress: number[]; previews: string[]; written: string; pieces: number }

async function run(job: EngineJob, options: { on?: Engine; signal?: AbortSignal } = {}): Promise<Run> {
  const progress: number[] = []
  const previews: string[] = []
  let written = ''
  let pieces = 0
  const result = await (options.on ?? engine).run(job, {
    signal: options.signal ?? new AbortController().signal,
    onProgress: (value) => progress.push(value),
    onPreview: (preview) => previews.push(preview),
    onText: (delta) => {
      written += delta
      pieces += 1
    },
  })
  return { ...result, progress, previews, written, pieces }
}

function image(prompt: string, options: Partial<EngineOptions['sketch-image']> = {}): EngineJob {
  const small = { size: '512', format: 'png', seed: 1 } as const
  return { model: 'sketch-image', prompt, options: v.parse(engineOptions['sketch-image'], { ...small, ...options }), inputs: [] }
}
function video(prompt: string, options: Partial<EngineOptions['sketch-video']> = {}): EngineJob {
  const short = { resolution: '480p', fps: '24', duration: 2, seed: 1 } as const
  return { model: 'sketch-video', prompt, options: v.parse(engineOptions['sketch-video'], { ...short, ...options }), inputs: [] }
}
function speech(prompt: string, options: Partial<EngineOptions['sketch-speech']> = {}): EngineJob {
  const defaults = { voice: 'auto', speed: 1, pitch: 1, pauses: 1, format: 'wav', subtitles: 'none', embed_prompt: true } as const
  return { model: 'sketch-speech', prompt, options: { ...defaults, ...options }, inputs: [] }
}
function music(prompt: string, options: Partial<EngineOptions['sketch-music']> = {}): EngineJob {
  const defaults = { duration: 6, genre: 'auto', tempo: 0, key: 'auto', loop: false, format: 'wav', embed_prompt: true, seed: 1 } as const
  return { model: 'sketch-music', prompt, options: { ...defaults, ...options }, inputs: [] }
}
function text(prompt: string, options: Partial<EngineOptions['sketch-text']> = {}): EngineJob {
  return { model: 'sketch-text', prompt, options: { task: 'summary', length: 'short', ...options }, inputs: [] }
}

function onlyFile(result: EngineResult): EngineFile {
  const [file, ...others] = result.files
  if (!file || others.length > 0) throw new Error(`expected one file, got ${result.files.length}`)
  return file
}

async function failureOf(work: Promise<unknown>): Promise<EngineError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof EngineError)) throw new Error(`expected an EngineError, got ${String(error)}`)
  return error
}

/** The samples of a 16-bit WAV file, -1..1, and its number of channels. */
async function readWav(path: string): Promise<{ channels: number; sampleRate: number; samples: number[] }> {
  const bytes = await readFile(path)
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  const samples: number[] = []
  for (let at = bytes.indexOf('data') + 8; at + 1 < bytes.length; at += 2) samples.push(bytes.readInt16LE(at) / 32768)
  return { channels: bytes.readUInt16LE(22), sampleRate: bytes.readUInt32LE(24), samples }
}

const loudest = (samples: number[]) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
const rms = (samples: number[]) => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)

async function readStreams(path: string) {
  const input = new Input({ source: new BufferSource(await readFile(path)), formats: ALL_FORMATS })
  const videoTrack = await input.getPrimaryVideoTrack()
  const audioTrack = await input.getPrimaryAudioTrack()
  return {
    duration: await input.computeDuration(),
    video: videoTrack && {
      codec: await videoTrack.getCodec(),
      width: await videoTrack.getCodedWidth(),
      height: await videoTrack.getCodedHeight(),
      frames: (await videoTrack.computePacketStats()).packetCount,
    },
    audio: audioTrack && {
      codec: await audioTrack.getCodec(),
      sampleRate: await audioTrack.getSampleRate(),
      channels: await audioTrack.getNumberOfChannels(),
    },
  }
}

function expectSteadyProgress(progress: number[]): void {
  expect(progress.length).toBeGreaterThan(1)
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress)
  expect(progress.at(-1)).toBe(1)
}

// The renderers have tests of their own; these show that each job crosses the process boundary completely.
describe('every model', () => {
  test('an image arrives with its poster', async () => {
    const result = await run(image('sunset over a mountain lake', { aspect: '16:9' }))
    const file = onlyFile(result)
    expect(file).toMatchObject({ mediaType: 'image/png', width: 512, height: 288, durationMs: null, peaks: null })
    expect(await sharp(await readFile(file.path)).metadata()).toMatchObject({ format: 'png', width: 512, height: 288 })
    const { poster } = file
    expect(poster && (await sharp(await readFile(poster.path)).metadata())).toMatchObject({ format: 'webp', width: poster?.width })
    expectSteadyProgress(result.progress)
  })

  test.each([
    ['an image', () => image('a lighthouse above the sea, storm', { size: '2048' })],
    ['a video', () => video('waves', { aspect: '1:1', sound: 'none' })],
  ])('%s is previewed while it is painted, in at most 2 kB', async (_what, job) => {
    const { previews } = await run(job())
    expect(previews.length).toBeGreaterThan(0)
    for (const preview of previews) {
      expect(preview).toMatch(/^data:image\/webp;base64,/)
      expect(preview.length).toBeLessThanOrEqual(2_000)
    }
  })

  test('a video without sound has no audio track and no peaks', { tags: 'full' }, async () => {
    const result = await run(video('зимний лес ночью', { aspect: '1:1', sound: 'none' }))
    const file = onlyFile(result)
    const streams = await readStreams(file.path)
    expect(streams.audio).toBeNull()
    expect(streams.video).toMatchObject({ codec: 'avc', width: 480, height: 480, frames: 48 })
    expect(file).toMatchObject({ mediaType: 'video/mp4', width: 480, height: 480, durationMs: 2_000, peaks: null })
    expectSteadyProgress(result.progress)
  })

  test('speech is audible, does not clip and lasts as long as stated', async () => {
    const result = await run(speech('Привет, это короткая проверка голоса.'))
    const file = onlyFile(result)
    const { samples, sampleRate, channels } = await readWav(file.path)
    expect({ sampleRate, channels }).toEqual({ sampleRate: 48_000, channels: 1 })
    expect(rms(samples)).toBeGreaterThan(0.03)
    expect(loudest(samples)).toBeLessThan(0.99)
    expect(file.durationMs).toBeCloseTo((samples.length / sampleRate) * 1000, -1)
    expect(file.peaks).toHaveLength(200)
    expectSteadyProgress(result.progress)
  })

  test('an unknown voice and a text with nothing to say are invalid input', async () => {
    expect(await failureOf(run(speech('Hello', { voice: 'xx' })))).toMatchObject({ class: 'invalid_input', message: 'unknown_voice' })
    expect(await failureOf(run(speech(' 🙂 … !')))).toMatchObject({ class: 'invalid_input', message: 'nothing_to_say' })
  })

  test('music is stereo, audible, does not clip and fades out; the same seed gives the same bytes and another seed others', async () => {
    const [first, same, other] = [await run(music('piano')), await run(music('piano')), await run(music('piano', { seed: 2 }))]
    const { samples, channels } = await readWav(onlyFile(first).path)
    expect(channels).toBe(2)
    expect(samples.length / 2 / 48_000).toBeCloseTo(6, 2)
    expect(rms(samples)).toBeGreaterThan(0.04)
    expect(loudest(samples)).toBeLessThan(0.99)
    expect(rms(samples.slice(-4_800))).toBeLessThan(0.01)
    expectSteadyProgress(first.progress)
    const bytes = await readFile(onlyFile(first).path)
    expect((await readFile(onlyFile(same).path)).equals(bytes)).toBe(true)
    expect((await readFile(onlyFile(other).path)).equals(bytes)).toBe(false)
  })
})

describe('texts', () => {
  const tasks = ['summary', 'key-points', 'outline', 'headlines'] as const
  test.each([
    ['English', english],
    ['Russian', russian],
  ])('every text task answers in %s, and its pieces add up to the text', async (_language, source) => {
    let pieces = 0
    for (const task of tasks) {
      const result = await run(text(source, { task }))
      pieces = Math.max(pieces, result.pieces)
      expect(result.files).toEqual([])
      expect(result.text).toBe(result.written)
      expectSteadyProgress(result.progress)
      if (task === 'outline') expect(result.text).toMatch(/^# .+\n\n## .+\n- /u)
      if (task === 'key-points' || task === 'headlines') expect(result.text?.split('\n').every((line) => line.startsWith('- '))).toBe(true)
    }
    // On a busy machine several pieces arrive as one.
    expect(pieces).toBeGreaterThan(1)
  })

  test('a summary quotes the text, leaves out side issues and is the same each time', async () => {
    const first = await run(text(russian))
    const again = await run(text(russian))
    expect(again.text).toBe(first.text)
    expect(first.text).not.toContain('чаю')
    expect((first.text ?? '').length).toBeLessThan(russian.length / 2)
    expect(russian.replace(/\s+/g, ' ')).toContain((first.text ?? '').split('. ')[0])
  })

  test.each(['Only one sentence here.', 'Три слова всего', ''])('"%s" is too short to summarize', async (source) => {
    expect(await failureOf(run(text(source)))).toMatchObject({ class: 'invalid_input', message: 'text_too_short' })
  })
})

describe('unusual prompts', () => {
  test('an empty prompt still gives an image', async () => {
    for (const prompt of ['', '\u0000']) expect(onlyFile(await run(image(prompt, { aspect: '16:9' }))).width).toBe(512)
  })

  test('20,000 characters of prose are summarized', async () => {
    const result = await run(
      text(
        Array.from({ length: 40 }, (_, index) => english.replace('120', String(index)))
          .join('\n')
          .slice(0, 20_000),
      ),
    )
    expect(result.text?.length).toBeGreaterThan(50)
  })
})

describe('canceling', () => {
  test.each([
    ['video', video('stormy sea', { duration: 10 }), 0.05],
    ['image', image('mountains and forest', { size: '1024', count: 4 }), 0],
    ['music', music('epic', { duration: 30, format: 'mp3' }), 0.05],
  ] as const)('%s: a cancel stops the job before its end and leaves no file', async (_name, job, from) => {
    const before = new Set(await readdir(scratchDir))
    const abort = new AbortController()
    const progress: number[] = []
    const work = engine.run(job, {
      signal: abort.signal,
      onText: () => {},
      onProgress(value) {
        progress.push(value)
        if (value >= from) abort.abort()
      },
    })
    expect(await failureOf(work)).toMatchObject({ class: 'canceled' })
    expect(progress.at(-1)).toBeLessThan(1)
    // The thread removes its files when it notices the cancel.
    await expect.poll(async () => (await readdir(scratchDir)).filter((name) => !before.has(name))).toEqual([])
  })

  test('a job that is aborted before it starts never runs', async () => {
    expect(await failureOf(run(image('sea'), { signal: AbortSignal.abort() }))).toMatchObject({ class: 'canceled' })
  })

  test('the engine continues to work after cancels', async () => {
    expect(onlyFile(await run(image('sea', { aspect: '16:9' }))).width).toBe(512)
  })
})

describe('the child process', () => {
  async function childrenOfThisProcess(): Promise<number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    return stdout
      .split('\n')
      .filter((line) => line.includes('engine/process/main.ts'))
      .map((line) => Number.parseInt(line, 10))
  }

  test('the child process ends when its parent is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-orphan-'))
    const program = `
      import { openEngine } from ${JSON.stringify(new URL('./open-engine.ts', import.meta.url).href)}
      const engine = openEngine({ scratchDir: ${JSON.stringify(folder)}, logger: { info: ({ pid }) => console.log(pid), warn() {} } })
      engine.run(${JSON.stringify(video('city', { duration: 10 }))}, { signal: new AbortController().signal, onProgress() {}, onText() {} })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [output] = await once(parent.stdout, 'data')
    const childPid = Number(String(output))
    const isAlive = () => {
      try {
        return process.kill(childPid, 0)
      } catch {
        return false
      }
    }
    expect(isAlive()).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(isAlive).toBe(false)
    await rm(folder, { recursive: true })
  })

  test('closing rejects running jobs as canceled and ends the child process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-close-'))
    const before = await childrenOfThisProcess()
    const own = openEngine({ scratchDir: folder })
    await own.capabilities()
    const failure = failureOf(run(video('city at night', { duration: 10 }), { on: own }))
    await own.close()
    expect(await failure).toMatchObject({ class: 'canceled' })
    expect(await childrenOfThisProcess()).toEqual(before)
    await rm(folder, { recursive: true })
  })

  test('an idle child process ends, and the next job starts another', { tags: 'full' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-idle-'))
    const before = await childrenOfThisProcess()
    const own = openEngine({ scratchDir: folder, idleTimeoutMs: 100 })
    await run(text(english), { on: own })
    await expect.poll(childrenOfThisProcess).toEqual(before)
    expect((await run(text(english), { on: own })).text).not.toBe('')
    await own.close()
    await rm(folder, { recursive: true })
  })

  test('opening removes files left by an earlier engine, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-stale-'))
    await writeFile(join(folder, '01234567-89ab-cdef-0123-456789abcdef-video.mp4'), 'left over')
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    const own = openEngine({ scratchDir: folder })
    await own.capabilities()
    expect(await readdir(folder)).toEqual(['notes.txt'])
    await own.close()
    await rm(folder, { recursive: true })
  })
})

describe('capabilities', () => {
  test('a complete installation has every model available', async () => {
    expect(await engine.capabilities()).toEqual({
      'sketch-image': null,
      'sketch-video': null,
      'sketch-speech': null,
      'sketch-music': null,
      'sketch-text': null,
      'sketch-join': null,
      'sketch-film': null,
    })
  })

  test('a missing package is named and makes only its own models unavailable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-missing-'))
    const own = openEngine({ scratchDir: folder, treatAsMissing: ['@napi-rs/webcodecs', 'tonal'] })
    expect(await own.capabilities()).toEqual({
      'sketch-image': null,
      'sketch-video': { missing: ['@napi-rs/webcodecs', 'tonal'] },
      'sketch-speech': { missing: ['@napi-rs/webcodecs'] },
      'sketch-music': { missing: ['tonal', '@napi-rs/webcodecs'] },
      'sketch-text': null,
      'sketch-join': { missing: ['@napi-rs/webcodecs'] },
      'sketch-film': { missing: ['@napi-rs/webcodecs', 'tonal'] },
    })
    expect(await failureOf(run(music('calm'), { on: own }))).toMatchObject({ class: 'unavailable' })
    expect((await run(text(english), { on: own })).text).not.toBe('')
    await own.close()
    await rm(folder, { recursive: true })
  })
})
