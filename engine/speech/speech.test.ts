import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJobContext, signalWords } from '../job.ts'
import type { JobContext } from '../job.ts'
import { measureLoudness } from '../sound/loudness.ts'
import { EngineError } from '../protocol/engine.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { performers } from './cast.ts'
import { renderSpeech, speak } from './speech.ts'
import { sampleRate } from '../sound/pcm.ts'
import { voices } from '../protocol/voices.ts'

let scratchDir: string
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'speech-test-'))
})
afterAll(() => rm(scratchDir, { recursive: true }))

function createContext(): { context: JobContext; progress: number[]; cancel(): void } {
  const signals = new Int32Array(new SharedArrayBuffer(signalWords.count * Int32Array.BYTES_PER_ELEMENT))
  const progress: number[] = []
  const context = createJobContext({
    jobId: randomUUID(),
    scratchDir,
    signals,
    post: (message) => {
      if (message.type === 'progress') progress.push(message.progress)
    },
  })
  return { context, progress, cancel: () => Atomics.store(signals, signalWords.cancel, 1) }
}

const manner = { voice: 'auto', speed: 1, pitch: 1, pauses: 1 }
const usual: EngineOptions['sketch-speech'] = { ...manner, format: 'wav', subtitles: 'none', embed_prompt: true }
const say = (text: string, options: Partial<typeof manner> = {}) => speak(text, { ...manner, ...options, context: createContext().context })

const secondsOf = ({ sound }: Awaited<ReturnType<typeof say>>) => sound.channels[0].length / sound.sampleRate
const loudest = (samples: Float32Array) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)

/** The pitch that most voiced stretches of 40 ms have, in hertz, by autocorrelation. */
function pitchOf(samples: Float32Array): number {
  const rate = 24_000
  const small = Float32Array.from({ length: samples.length >> 1 }, (_, index) => (samples[2 * index] ?? 0) + (samples[2 * index + 1] ?? 0))
  const window = 0.04 * rate
  const pitches: number[] = []
  for (let start = 0; start + 2 * window < small.length; start += window) {
    const energy = (lag: number) => {
      let sum = 0
      for (let index = start; index < start + window; index += 1) sum += (small[index] ?? 0) * (small[index + lag] ?? 0)
      return sum
    }
    const lags = Array.from({ length: 360 }, (_, index) => ({ lag: 60 + index, energy: energy(60 + index) }))
    const best = lags.reduce((highest, found) => (found.energy > highest.energy ? found : highest))
    const still = energy(0)
    if (still > 0.17 && best.energy > 0.6 * still) pitches.push(rate / best.lag)
  }
  return pitches.toSorted((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0
}

describe('voices', () => {
  test('each language has at least six voices, each with a partner of the same sex in the other language', () => {
    for (const language of ['en', 'ru']) {
      const own = voices.filter((voice) => voice.language === language)
      expect(own.length).toBeGreaterThanOrEqual(6)
      for (const voice of own) {
        const partner = voices.find(({ id }) => id === voice.partner)
        expect(partner).toMatchObject({ sex: voice.sex, language: language === 'en' ? 'ru' : 'en' })
      }
    }
    expect(new Set(Object.values(performers).map(({ accent, variant }) => accent + variant)).size).toBe(voices.length - 1)
  })

  test.each(voices.map(({ id }) => id))('the voice %s is audible, as loud as the others, and does not clip', async (voice) => {
    const spoken = await say('The evening sun sets. Вечером садится солнце.', { voice })
    expect(measureLoudness(spoken.sound.channels)).toBeCloseTo(-16, 0)
    expect(loudest(spoken.sound.channels[0])).toBeLessThan(0.9)
  })

  test('women’s voices are higher than men’s, and an unknown voice is rejected', async () => {
    const text = 'A warm evening by the sea, and nobody hurries anywhere.'
    const [emma, arthur] = await Promise.all([say(text, { voice: 'emma' }), say(text, { voice: 'arthur' })])
    expect(pitchOf(emma.sound.channels[0])).toBeGreaterThan(1.6 * pitchOf(arthur.sound.channels[0]))
    await expect(say('Hello', { voice: 'en-us' })).rejects.toMatchObject({ class: 'invalid_input', message: 'unknown_voice' })
  })

  test('foreign words are spoken by the partner voice', async () => {
    const mixed = await say('Это мой playlist на вечер.', { voice: 'dmitry' })
    const alone = await say('playlist', { voice: 'arthur' })
    const word = mixed.words.find(({ text }) => text === 'playlist')
    const length = (word?.endMs ?? 0) - (word?.startMs ?? 0)
    const own = alone.words[0]
    expect(Math.abs(length - ((own?.endMs ?? 0) - (own?.startMs ?? 0)))).toBeLessThan(120)
  })
})

describe('manner', () => {
  const text = 'First this, then that; and at last the end. And once more.'
  test('speed, pitch and pauses change the speech accordingly', async () => {
    const [plain, slow, fast, high, long] = await Promise.all([
      say(text),
      say(text, { speed: 0.5 }),
      say(text, { speed: 2 }),
      say(text, { pitch: 1.4 }),
      say(text, { pauses: 2.5 }),
    ])
    expect(secondsOf(slow)).toBeGreaterThan(1.6 * secondsOf(plain))
    expect(secondsOf(fast)).toBeLessThan(0.65 * secondsOf(plain))
    expect(pitchOf(high.sound.channels[0])).toBeGreaterThan(1.2 * pitchOf(plain.sound.channels[0]))
    const gap = ({ words }: typeof plain) => (words[2]?.startMs ?? 0) - (words[1]?.endMs ?? 0)
    expect(gap(long)).toBeGreaterThan(2 * gap(plain))
    const speaking = ({ words }: typeof plain) => (words[1]?.endMs ?? 0) - (words[0]?.startMs ?? 0)
    expect(Math.abs(speaking(long) - speaking(plain))).toBeLessThan(60)
  })

  test('a paragraph is a longer pause than a sentence, a sentence than a comma', async () => {
    const { words } = await say('One two, three four. Five six.\n\nSeven eight.')
    const gapAfter = (text: string) => {
      const at = words.findIndex((word) => word.text === text)
      return (words[at + 1]?.startMs ?? 0) - (words[at]?.endMs ?? 0)
    }
    expect(gapAfter('two,')).toBeGreaterThan(120)
    expect(gapAfter('four.')).toBeGreaterThan(gapAfter('two,') + 100)
    expect(gapAfter('six.')).toBeGreaterThan(gapAfter('four.') + 200)
  })
})

describe('words', () => {
  test('every written word has its time within the sound, in order, and its sentence', async () => {
    const text = 'Встреча 21 ноября 2026 г. в 15:30 — не опоздайте! Мой iPhone 15 и USB-кабель со мной.'
    const spoken = await say(text)
    expect(spoken.words.map((word) => word.text).join(' ')).toBe(text)
    expect(spoken.words.map((word) => word.sentence)).toEqual([...Array<number>(9).fill(0), ...Array<number>(7).fill(1)])
    for (const [index, word] of spoken.words.entries()) {
      expect(word.endMs).toBeGreaterThan(word.startMs)
      expect(word.startMs).toBeGreaterThanOrEqual(spoken.words[index - 1]?.endMs ?? 0)
    }
    expect(spoken.words.at(-1)?.endMs).toBeLessThan(secondsOf(spoken) * 1000)
  })

  test('the sound is loud during a word and quiet between sentences', async () => {
    const { sound, words } = await say('Hello there. Goodbye now.')
    const level = (from: number, to: number) => loudest(sound.channels[0].subarray(Math.round(from * 48), Math.round(to * 48)))
    for (const word of words) expect(level(word.startMs, word.endMs)).toBeGreaterThan(0.1)
    expect(level((words[1]?.endMs ?? 0) + 120, (words[2]?.startMs ?? 0) - 20)).toBeLessThan(0.02)
  })
})

describe('files', () => {
  test.each([
    ['mp3', 'audio/mpeg', 'mp3'],
    ['opus', 'audio/ogg', 'opus'],
    ['m4a', 'audio/mp4', 'aac'],
    ['wav', 'audio/wav', 'pcm-s16'],
  ] as const)('a file as %s is %s with %s audio of the stated length and the same bytes each time', async (format, mediaType, codec) => {
    const text = 'The same words give the same bytes. И по-русски тоже.'
    const [first, second] = [
      await renderSpeech(text, { ...usual, format }, createContext().context),
      await renderSpeech(text, { ...usual, format }, createContext().context),
    ]
    const [file] = first.files
    const bytes = await readFile(file?.path ?? '')
    expect(file).toMatchObject({ mediaType, width: null, height: null })
    expect(file?.peaks).toHaveLength(200)
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
    const track = await input.getPrimaryAudioTrack()
    expect(await track?.getCodec()).toBe(codec)
    expect(Math.abs((await input.computeDuration()) * 1000 - (file?.durationMs ?? 0))).toBeLessThan(120)
    expect(bytes.equals(await readFile(second.files[0]?.path ?? ''))).toBe(true)
  })

  test.each(['The end.', 'Привет! 🙂', 'One sentence. '.repeat(3)])('files end within 150 ms of the last sound: %s', async (text) => {
    const { files } = await renderSpeech(text, { ...usual, pauses: 2.5, format: 'wav' }, createContext().context)
    const bytes = await readFile(files[0]?.path ?? '')
    const data = bytes.subarray(bytes.indexOf('data') + 8)
    const samples = new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length - (data.length % 2)))
    const lastSound = samples.findLastIndex((sample) => Math.abs(sample) > 0.004 * 32_768)
    expect(lastSound).toBeGreaterThan(0)
    expect((samples.length - lastSound) / sampleRate).toBeLessThanOrEqual(0.15)
    expect(Math.abs((samples.length / sampleRate) * 1000 - (files[0]?.durationMs ?? 0))).toBeLessThan(2)
  })

  test('subtitles are a second file, timed by the words', async () => {
    const text =
      'Первое предложение стоит само по себе. Второе предложение гораздо длиннее, и поэтому оно не помещается в одну строку, а занимает две или даже больше.'
    for (const subtitles of ['srt', 'webvtt'] as const) {
      const { files } = await renderSpeech(text, { ...usual, subtitles }, createContext().context)
      expect(files.map(({ mediaType }) => mediaType)).toEqual(['audio/wav', subtitles === 'srt' ? 'application/x-subrip' : 'text/vtt'])
      const written = await readFile(files[1]?.path ?? '', 'utf8')
      if (subtitles === 'webvtt') expect(written.startsWith('WEBVTT\n\n')).toBe(true)
      const times = [...written.matchAll(/(\d\d):(\d\d):(\d\d)[,.](\d{3})/g)].map(
        ([, h, m, s, ms]) => ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms),
      )
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual((files[0]?.durationMs ?? 0) + 10)
      expect(
        written
          .replace(/^.*(?:-->|WEBVTT).*$|^\d+$/gm, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ).toBe(text)
      for (const line of written.split('\n')) expect(line.length).toBeLessThanOrEqual(45)
    }
  })

  test('a long text is spoken in parts, with steady progress', async () => {
    const sentence = 'Вечернее солнце садится за тихие горы, и в гавани загораются первые огни. The harbour lights are lit. '
    const { context, progress } = createContext()
    // Every part reports its progress, and the context forwards reports as often as its time limit allows.
    const said: number[] = []
    const watched = { ...context, progress: (fraction: number) => (said.push(fraction), context.progress(fraction)) }
    const { files } = await renderSpeech(sentence.repeat(6), { ...usual, format: 'opus', speed: 2 }, watched)
    expect(files[0]?.durationMs).toBeGreaterThan(15_000)
    expect(said.length).toBeGreaterThan(4)
    expect(said).toEqual(said.toSorted((a, b) => a - b))
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
  })

  test('a cancel between parts ends the job', async () => {
    const { context, cancel } = createContext()
    const canceling = { ...context, progress: cancel }
    const work = renderSpeech('One sentence after the other. '.repeat(400), usual, canceling)
    await expect(work).rejects.toMatchObject({ class: 'canceled' })
  })
})

describe('unspeakable texts', () => {
  test.each([' 🙂 … !', '', '漢字', '***'])('"%s" is unspeakable', async (text) => {
    const outcome = renderSpeech(text, usual, createContext().context)
    await expect(outcome).rejects.toBeInstanceOf(EngineError)
    await expect(outcome).rejects.toMatchObject({ class: 'invalid_input', message: 'nothing_to_say' })
  })

  test('markup is spoken as text, not interpreted', async () => {
    const plain = await say('one two three')
    const marked = await say('one <two> three <break time="5s"/> &amp; <voice name="xx">')
    expect(secondsOf(marked)).toBeGreaterThan(secondsOf(plain))
    expect(secondsOf(marked)).toBeLessThan(8)
  })
})

test('the scratch folder contains results only', async () => {
  for (const name of await readdir(scratchDir)) expect(name).toMatch(/speech\.(?:wav|mp3|opus|m4a|srt|vtt)$/)
})
