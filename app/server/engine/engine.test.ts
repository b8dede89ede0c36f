import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine } from './engine.ts'
import { EngineError } from './protocol.ts'
import { toOklch } from './scene/colour.ts'
import { paints } from './scene/paints.ts'
import type { Engine, EngineFile, EngineJob, EngineOptions, EngineResult } from './protocol.ts'

const english = `The city council approved a plan on Tuesday to expand the bicycle network over the next five years. The plan adds
120 kilometres of protected bicycle lanes and repairs existing paths. Council members said that protected lanes reduce injuries and
encourage more residents to cycle to work. Some shop owners worry that the lanes will remove parking spaces. The weather was mild.
The city will pay for the network with a state transport grant and a small increase in parking fees. Dr. Lee, who led the study,
found that each kilometre of protected lane cut bicycle injuries by 14 percent. Construction of the first lanes begins in spring.`

const russian = `Фотосинтез — это процесс, при котором растения превращают энергию света в химическую энергию. Он происходит в
хлоропластах клеток, где содержится зелёный пигмент хлорофилл. Хлорофилл поглощает главным образом красный и синий свет, поэтому
листья кажутся нам зелёными. Утром мы выпили чаю. В световой фазе вода расщепляется, и выделяется кислород. В темновой фазе из
углекислого газа и воды растения строят глюкозу, используя запасённую энергию. Скорость фотосинтеза зависит от освещённости.`

/** Markup once in ten: it is spoken, and what it says would take minutes. */
const hostile = `\u0000\u001b[31m<script>alert(1)</script> ${`${'🙂👩‍👩‍👧 \ud800 ‮ '.repeat(10)}<mstts:x/> & `.repeat(180)}`.slice(0, 20_000)

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

type Run = EngineResult & { progress: number[]; written: string; /** How many it was written in. */ pieces: number }

async function run(job: EngineJob, options: { on?: Engine; signal?: AbortSignal } = {}): Promise<Run> {
  const progress: number[] = []
  let written = ''
  let pieces = 0
  const result = await (options.on ?? engine).run(job, {
    signal: options.signal ?? new AbortController().signal,
    onProgress: (value) => progress.push(value),
    onText: (delta) => {
      written += delta
      pieces += 1
    },
  })
  return { ...result, progress, written, pieces }
}

function image(prompt: string, options: Partial<EngineOptions['sketch-image']> = {}): EngineJob {
  const defaults = { aspect: '1:1', size: '512', style: 'auto', negative: '', count: 1, transparent: false, format: 'png' } as const
  return { model: 'sketch-image', prompt, options: { ...defaults, embed_prompt: true, seed: 1, ...options }, inputs: [] }
}
function video(prompt: string, options: Partial<EngineOptions['sketch-video']> = {}): EngineJob {
  const defaults = {
    aspect: '16:9',
    resolution: '480p',
    fps: '24',
    duration: 2,
    style: 'auto',
    camera: 'auto',
    negative: '',
    sound: 'music',
    narration: '',
    voice: 'auto',
    subtitles: 'none',
    format: 'mp4',
    embed_prompt: true,
    seed: 1,
  } as const
  return { model: 'sketch-video', prompt, options: { ...defaults, ...options }, inputs: [] }
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

/** Samples, -1..1, of a 16-bit WAV file, and its number of channels. */
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

/** How different two pictures look, 0..255 on average, at a small common size. */
async function difference(first: string, second: string): Promise<number> {
  const small = (path: string) => sharp(path).resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const [a, b] = await Promise.all([small(first), small(second)])
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

function expectSteadyProgress(progress: number[]): void {
  expect(progress.length).toBeGreaterThan(1)
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress)
  expect(progress.at(-1)).toBe(1)
}

const filesOf = async (folder: string) => (await readdir(folder)).length

describe('images', () => {
  test.each([
    ['1:1', '1024', 1024, 1024],
    ['16:9', '512', 512, 288],
    ['3:4', '512', 384, 512],
  ] as const)('an image of %s at %s is %i × %i, not uniform, with a poster at most 640 wide', async (aspect, size, width, height) => {
    const result = await run(image('sunset over a mountain lake', { aspect, size }))
    const file = onlyFile(result)
    const picture = sharp(await readFile(file.path))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width, height })
    expect(file).toMatchObject({ mediaType: 'image/png', width, height, durationMs: null, peaks: null })
    const { channels } = await picture.stats()
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(20)
    const poster = file.poster
    expect(poster && (await sharp(await readFile(poster.path)).metadata())).toMatchObject({
      format: 'webp',
      width: poster?.width,
      height: poster?.height,
    })
    expect(poster?.width).toBeLessThanOrEqual(640)
    expectSteadyProgress(result.progress)
  })

  test('the same prompt, options and seed give the same bytes, and another seed another picture', async () => {
    const first = onlyFile(await run(image('горы')))
    const same = onlyFile(await run(image('горы')))
    const other = onlyFile(await run(image('горы', { seed: 2 })))
    expect((await readFile(same.path)).equals(await readFile(first.path))).toBe(true)
    expect(await difference(first.path, other.path)).toBeGreaterThan(12)
  })

  test('the picture follows the words, in English and in Russian', async () => {
    const meanOf = async (prompt: string) => {
      const file = onlyFile(await run(image(prompt, { format: 'webp', aspect: '4:3' })))
      expect(file.mediaType).toBe('image/webp')
      const { channels } = await sharp(await readFile(file.path)).stats()
      const [red = 0, green = 0, blue = 0] = channels.map((channel) => channel.mean)
      return { red, green, blue, light: (red + green + blue) / 3 }
    }
    const night = await meanOf('ночь в пустыне')
    const day = await meanOf('day in the desert')
    expect(day.light).toBeGreaterThan(night.light + 50)
  })

  test.each([
    ['crimson sea', 'red'],
    ['багровое море ночью', 'red'],
    ['emerald lake at sunset', 'green'],
    ['изумрудное озеро', 'green'],
  ] as const)('a colour word rules the water: %s', async (prompt, colour) => {
    const file = onlyFile(await run(image(prompt, { aspect: '4:3', seed: 4 })))
    const [width, height] = [512, 384]
    const water = await sharp(await readFile(file.path))
      .extract({ left: 0, top: Math.round(height * 0.74), width, height: Math.round(height * 0.16) })
      .toBuffer()
    const { channels } = await sharp(water).stats()
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => channel.mean)
    const [wanted, found] = [toOklch(paints[colour]), toOklch([red, green, blue])]
    expect(found.chroma).toBeGreaterThan(0.05)
    expect(Math.abs(Math.atan2(Math.sin(found.hue - wanted.hue), Math.cos(found.hue - wanted.hue)))).toBeLessThan(0.6)
  })
})

describe('videos', () => {
  test('a video is H.264 and AAC at 1280 × 720, as long as asked, with poster and peaks', async () => {
    const result = await run(video('sunset over the sea', { resolution: '720p', fps: '30' }))
    const file = onlyFile(result)
    const streams = await readStreams(file.path)
    expect(streams.video).toMatchObject({ codec: 'avc', width: 1280, height: 720, frames: 60 })
    expect(streams.audio).toMatchObject({ codec: 'aac', sampleRate: 48_000, channels: 2 })
    expect(Math.abs(streams.duration - 2)).toBeLessThan(0.1)
    expect(file).toMatchObject({ mediaType: 'video/mp4', width: 1280, height: 720, durationMs: 2_000 })
    expect(file.peaks).toHaveLength(200)
    expect(file.poster).toMatchObject({ width: 640, height: 360 })
    // The index before the media: a player can start at once.
    const bytes = await readFile(file.path)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expectSteadyProgress(result.progress)
  })

  test('without sound there is no audio track and there are no peaks', async () => {
    const file = onlyFile(await run(video('зимний лес ночью', { aspect: '1:1', sound: 'none' })))
    const streams = await readStreams(file.path)
    expect(streams.audio).toBeNull()
    expect(streams.video).toMatchObject({ width: 480, height: 480 })
    expect(file.peaks).toBeNull()
  })
})

describe('speech', () => {
  test.each([
    ['Hello, this is a short test of the voice.', 'auto'],
    ['Привет, это короткая проверка голоса.', 'auto'],
    ['Привет, это короткая проверка голоса.', 'grace'],
  ])('"%s" is audible in voice %s and does not clip', async (prompt, voice) => {
    const result = await run(speech(prompt, { voice }))
    const file = onlyFile(result)
    const { samples, sampleRate, channels } = await readWav(file.path)
    expect({ sampleRate, channels }).toEqual({ sampleRate: 48_000, channels: 1 })
    expect(rms(samples)).toBeGreaterThan(0.03)
    expect(loudest(samples)).toBeLessThan(0.99)
    expect(file.durationMs).toBeCloseTo((samples.length / sampleRate) * 1000, -1)
    expect(file.peaks).toHaveLength(200)
    expectSteadyProgress(result.progress)
  })

  test('an MP3 lasts as long as it says', async () => {
    const file = onlyFile(await run(speech('One two three. Four five six.', { format: 'mp3' })))
    const streams = await readStreams(file.path)
    expect(file.mediaType).toBe('audio/mpeg')
    expect(streams.audio?.codec).toBe('mp3')
    expect(Math.abs(streams.duration * 1000 - (file.durationMs ?? 0))).toBeLessThan(100)
  })

  // That every listed voice speaks is said beside the speech itself.
  test('speed changes the length', async () => {
    const slow = onlyFile(await run(speech('The evening sun sets over the mountains.', { speed: 0.5 })))
    const fast = onlyFile(await run(speech('The evening sun sets over the mountains.', { speed: 2 })))
    expect(slow.durationMs ?? 0).toBeGreaterThan(2 * (fast.durationMs ?? 0))
  })

  test('markup is spoken as text, not obeyed', async () => {
    const plain = onlyFile(await run(speech('one two three')))
    const marked = onlyFile(await run(speech('one <two> three <break time="5s"/>')))
    expect(marked.durationMs ?? 0).toBeGreaterThan(plain.durationMs ?? 0)
    expect(marked.durationMs ?? 0).toBeLessThan(5_000)
  })

  test('an unknown voice, and a text with nothing to say, are invalid input', async () => {
    expect(await failureOf(run(speech('Hello', { voice: 'xx' })))).toMatchObject({ class: 'invalid_input', message: 'unknown_voice' })
    expect(await failureOf(run(speech(' 🙂 … !')))).toMatchObject({ class: 'invalid_input', message: 'nothing_to_say' })
  })
})

describe('music', () => {
  test.each(['calm sad night rain', 'весёлая быстрая танцевальная мелодия'])(
    '"%s" is stereo, audible, does not clip and fades out',
    async (prompt) => {
      const result = await run(music(prompt))
      const { samples, channels } = await readWav(onlyFile(result).path)
      expect(channels).toBe(2)
      expect(samples.length / 2 / 48_000).toBeCloseTo(6, 2)
      expect(rms(samples)).toBeGreaterThan(0.04)
      expect(loudest(samples)).toBeLessThan(0.99)
      expect(rms(samples.slice(-4_800))).toBeLessThan(0.01)
      expectSteadyProgress(result.progress)
    },
  )

  test('the same seed plays the same, another seed something else', async () => {
    const [first, same, other] = await Promise.all(
      [music('piano'), music('piano'), music('piano', { seed: 2 })].map(async (job) => readFile(onlyFile(await run(job)).path)),
    )
    expect(first && same?.equals(first)).toBe(true)
    expect(first && other?.equals(first)).toBe(false)
  })
})

describe('texts', () => {
  const tasks = ['summary', 'key-points', 'outline', 'headlines'] as const
  test.each([
    ['English', english],
    ['Russian', russian],
  ])('every task answers in %s, in pieces that make up the whole', async (_language, source) => {
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
    // Of one of them at least: a machine that is held up writes larger pieces, not longer.
    expect(pieces).toBeGreaterThan(5)
  })

  test('a summary takes its sentences from the text, leaves out what is beside the point, and is the same each time', async () => {
    const first = await run(text(russian))
    const again = await run(text(russian))
    expect(again.text).toBe(first.text)
    expect(first.text).not.toContain('чаю')
    expect((first.text ?? '').length).toBeLessThan(russian.length / 2)
    expect(russian.replace(/\s+/g, ' ')).toContain((first.text ?? '').split('. ')[0])
  })

  test.each(['Only one sentence here.', 'Три слова всего', ''])('"%s" is too short', async (source) => {
    expect(await failureOf(run(text(source)))).toMatchObject({ class: 'invalid_input', message: 'text_too_short' })
  })
})

describe('hostile prompts', () => {
  test('20,000 characters of markup, controls, emoji and broken Unicode do not break any model', async () => {
    await run(image(hostile, { aspect: '4:3' }))
    await run(music(hostile, { duration: 5 }))
    for (const job of [speech(hostile, { speed: 2 }), text(hostile)]) {
      const outcome = await run(job).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ class: 'invalid_input' })
    }
    for (const prompt of ['', '\u0000', '']) expect(onlyFile(await run(image(prompt, { aspect: '16:9' }))).width).toBe(512)
  }, 120_000)

  test('twenty thousand characters of prose are summarised', async () => {
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

describe('cancelling', () => {
  test.each([
    ['video', video('stormy sea', { duration: 4 }), 0.2],
    ['image', image('mountains and forest'), 0],
    ['music', music('epic', { duration: 60, format: 'mp3' }), 0.1],
    // Tried again, as a machine that is busy with something else may be late once.
  ] as const)('%s: stops within 200 ms and leaves no file', { retry: 2 }, async (_name, job, from) => {
    const before = await filesOf(scratchDir)
    const abort = new AbortController()
    let abortedAt = 0
    const work = engine.run(job, {
      signal: abort.signal,
      onText: () => {},
      onProgress(progress) {
        if (progress < from || abortedAt > 0) return
        abortedAt = performance.now()
        abort.abort()
      },
    })
    // Not every model reports before it is half done.
    const early = setTimeout(() => {
      if (abortedAt > 0) return
      abortedAt = performance.now()
      abort.abort()
    }, 150)
    expect(await failureOf(work)).toMatchObject({ class: 'canceled' })
    clearTimeout(early)
    expect(performance.now() - abortedAt).toBeLessThan(200)
    expect(await filesOf(scratchDir)).toBe(before)
  })

  test('a job that is aborted before it starts never runs', async () => {
    expect(await failureOf(run(image('sea'), { signal: AbortSignal.abort() }))).toMatchObject({ class: 'canceled' })
  })

  test('the engine goes on working after cancels', async () => {
    expect(onlyFile(await run(image('sea', { aspect: '16:9' }))).width).toBe(512)
  })
})

describe('the child process', () => {
  async function childrenOfThisProcess(): Promise<number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    return stdout
      .split('\n')
      .filter((line) => line.includes('engine/main.ts'))
      .map((line) => Number.parseInt(line, 10))
  }

  test('it does not outlive a parent that is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-orphan-'))
    const program = `
      import { openEngine } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)}
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
    await expect.poll(isAlive, { timeout: 10_000 }).toBe(false)
    await rm(folder, { recursive: true })
  })

  test('closing rejects what runs as canceled and ends the child', async () => {
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

  test('it ends when it has had nothing to do, and the next job starts another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-idle-'))
    const before = await childrenOfThisProcess()
    const own = openEngine({ scratchDir: folder, idleTimeoutMs: 100 })
    await run(text(english), { on: own })
    await expect.poll(childrenOfThisProcess, { timeout: 3_000 }).toEqual(before)
    expect((await run(text(english), { on: own })).text).not.toBe('')
    await own.close()
    await rm(folder, { recursive: true })
  })

  test('opening removes what an earlier engine left, and nothing else', async () => {
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
  test('on a whole installation every model is available', async () => {
    expect(await engine.capabilities()).toEqual({
      'sketch-image': null,
      'sketch-video': null,
      'sketch-speech': null,
      'sketch-music': null,
      'sketch-text': null,
    })
  })

  test('a missing package is named, makes only its models unavailable, and the others work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-missing-'))
    const own = openEngine({ scratchDir: folder, treatAsMissing: ['@napi-rs/webcodecs', 'tonal'] })
    expect(await own.capabilities()).toEqual({
      'sketch-image': null,
      'sketch-video': { missing: ['@napi-rs/webcodecs', 'tonal'] },
      'sketch-speech': { missing: ['@napi-rs/webcodecs'] },
      'sketch-music': { missing: ['tonal', '@napi-rs/webcodecs'] },
      'sketch-text': null,
    })
    expect(await failureOf(run(music('calm'), { on: own }))).toMatchObject({ class: 'unavailable' })
    expect((await run(text(english), { on: own })).text).not.toBe('')
    await own.close()
    await rm(folder, { recursive: true })
  })
})
