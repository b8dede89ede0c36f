import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repetitions } from '../../tests/fixtures/campaign.ts'
import { cleanPrompt, maxPromptLength } from '../understanding/clean-prompt.ts'
import { openEngine } from './open-engine.ts'
import { cuesOf } from '../speech/cues.ts'
import { narrationFromPrompt } from '../film/narration.ts'
import { openPlate } from '../film/open-plate.ts'
import { EngineError } from './engine.ts'
import { pictureStyles } from './styles.ts'
import type { Engine } from './engine.ts'
import type { EngineInput, EngineJob } from './options.ts'
import { buildScene } from '../scene/scene.ts'
import { readText } from '../speech/reading.ts'
import { sentencesOf } from '../text/sentences.ts'
import { writeTask } from '../text/tasks.ts'
import { readPrompt } from '../understanding/read-prompt.ts'
import { settings, things } from '../understanding/understanding.ts'
import { languageOf } from './voices.ts'

/** `FUZZ_SEED=123 vitest run …` repeats a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
/** Evenly distributed; fast-check's own doubles are nearly all close to zero. */
const between = (low: number, high: number) => fc.integer({ min: 0, max: 1_000 }).map((step) => low + ((high - low) * step) / 1_000)
const parameters = (numRuns: number) => ({ numRuns: repetitions(Math.round(numRuns / 8), numRuns * 4), seed, endOnFailure: true })

const spoken =
  'без никаких not without no море горы лес ночь закат дождь снег туман от до из в to from into night day rain snow акварель ink neon 120 bpm ре минор камера облёт zoom pan 3 три two лодки кошки'
const vocabulary = [...settings, ...things, ...spoken.split(' ')]
const pieces = [
  '\u0000',
  '\u001b[31m',
  '\u0007',
  '\r\n',
  '\t',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\u200d',
  '\u202e',
  '\u2066',
  '\u0301\u0301\u0301',
  '🙂',
  '👩‍👩‍👧',
  '🏳️‍🌈',
  '𝕬',
  'שלום',
  'مرحبا',
  '漢字',
  'ё',
  'Й',
  'ﬁ',
  'İ',
  'ß',
  '٣',
  '<script>',
  '</svg>',
  '&amp;',
  '{"a":',
  '{{x}}',
  '${x}',
  '%s%n',
  "';--",
  '../../etc',
  'C:\\',
  '\\u0000',
  '[[',
  '((((',
  '*+?^$|',
  '-->',
  'NaN',
  '-1',
  '1e999',
  '__proto__',
]
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 2, arbitrary: fc.constantFrom(...pieces) },
  fc.string({ unit: 'binary', maxLength: 12 }),
)
/** From nothing to a few hundred words, joined without sense. */
const prompt = fc
  .tuple(fc.array(word, { maxLength: 60 }), fc.constantFrom(' ', '', ', ', '. ', '\n', '\u00a0'))
  .map(([words, between]) => words.join(between))
const endless = fc
  .tuple(prompt, fc.integer({ min: 1, max: 100_000 }))
  .map(([text, length]) => (text || 'a').repeat(Math.ceil(length / (text.length || 1))).slice(0, 100_000))

// Unbounded work exceeds the test timeout.
describe('hostile prompts', () => {
  test('hostile prompts are cleaned and read at any length', () => {
    fc.assert(
      fc.property(fc.oneof(prompt, prompt, prompt, endless), prompt, (text, negative) => {
        const clean = cleanPrompt(text)
        expect(clean.length).toBeLessThanOrEqual(maxPromptLength)
        expect(clean.isWellFormed()).toBe(true)
        // oxlint-disable-next-line no-control-regex -- these characters must be absent
        expect(clean).not.toMatch(/[\u0000-\u0008\u001b\u202e\ufeff]/u)
        const understanding = readPrompt(clean, { negative })
        expect(understanding.ignored.length).toBeLessThanOrEqual(8)
        expect(understanding.colours.length).toBeLessThanOrEqual(4)
        for (const setting of understanding.without.settings) expect(understanding.settings).not.toContain(setting)
        for (const thing of understanding.without.things) expect(understanding.things).not.toContain(thing)
      }),
      parameters(850),
    )
  })

  test('hostile prompts become an image in every style, at every moment and camera position', { tags: 'full' }, () => {
    const unit = between(-1, 1)
    const moment = fc.record({
      seconds: between(0, 17),
      camera: unit,
      tilt: unit,
      zoom: between(0, 1),
    })
    const size = fc.constantFrom({ width: 48, height: 32 }, { width: 20, height: 44 }, { width: 64, height: 28 }, { width: 32, height: 32 })
    fc.assert(
      fc.property(
        prompt,
        fc.integer(),
        size,
        fc.constantFrom(...pictureStyles),
        moment,
        fc.boolean(),
        (text, number, shape, style, at, still) => {
          const read = readPrompt(cleanPrompt(text))
          const understanding = style === 'auto' ? read : { ...read, style }
          const canvas = createCanvas(shape.width, shape.height)
          buildScene({ understanding, seed: number, size: shape, still, checkpoint: () => {} }).paint(canvas.getContext('2d'), at)
          const pixels = canvas.data()
          const centre = 4 * (Math.floor(shape.height / 2) * shape.width + Math.floor(shape.width / 2))
          expect(pixels[centre + 3]).toBeGreaterThan(200)
        },
      ),
      parameters(250),
    )
  })

  test('hostile prompts are split into speech and captions', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const clean = cleanPrompt(text)
        readText(clean, languageOf(clean))
        expect(narrationFromPrompt(clean).length).toBeLessThanOrEqual(200)
        const words = clean
          .split(/\s+/u)
          .map((piece, index) => ({ text: piece, startMs: 300 * index, endMs: 300 * index + 250, sentence: Math.floor(index / 7) }))
        const cues = cuesOf(words, { fits: (line) => line.length <= 42, endMs: 300 * words.length })
        for (const { lines } of cues) expect(lines.length).toBeLessThanOrEqual(2)
      }),
      parameters(600),
    )
  })

  test('hostile prompts are summarized or too short', async () => {
    const tasks = fc.constantFrom('summary', 'key-points', 'keywords', 'outline', 'headlines', 'search-snippet', 'readability', 'verse')
    const lengths = fc.constantFrom('short', 'medium', 'long')
    await fc.assert(
      fc.asyncProperty(fc.oneof(prompt, prompt, prompt, endless), tasks, lengths, async (text, task, length) => {
        const clean = cleanPrompt(text)
        const language = languageOf(clean)
        const sentences = sentencesOf(clean, language)
        if (sentences.length >= 2) await writeTask(sentences, { task, length, language, checkpoint: () => {} })
      }),
      parameters(150),
    )
  })
})

describe('hostile images', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fuzz-picture-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('hostile images are opened or rejected as unreadable', async () => {
    const whole = sharp({ create: { width: 60, height: 40, channels: 3, background: '#487' } })
    const originals = await Promise.all([
      whole.clone().jpeg().toBuffer(),
      whole.clone().png().toBuffer(),
      whole.clone().webp().toBuffer(),
      whole.clone().gif().toBuffer(),
      whole.clone().avif({ effort: 0 }).toBuffer(),
    ])
    const damage = fc.record({
      original: fc.constantFrom(...originals),
      kept: between(0, 1),
      flips: fc.array(fc.tuple(between(0, 0.999), fc.integer({ min: 0, max: 255 })), {
        maxLength: 8,
      }),
    })
    // Whole pictures come first, so that some are opened whatever the seed.
    const examples = originals.map((original): [{ original: typeof original; kept: number; flips: [number, number][] }] => [
      { original, kept: 1, flips: [] },
    ])
    let number = 0
    let opened = 0
    await fc.assert(
      fc.asyncProperty(damage, async ({ original, kept, flips }) => {
        const bytes = Buffer.from(original.subarray(0, kept > 0.5 ? original.length : Math.ceil(original.length * kept * 2)))
        for (const [at, value] of flips) bytes[Math.floor(at * bytes.length)] = value
        number += 1
        const path = join(folder, String(number))
        await writeFile(path, bytes)
        try {
          const plate = await openPlate(path, { width: 64, height: 48 }, () => {})
          expect(new Float32Array(plate.depth).every((depth) => depth >= 0 && depth <= 1)).toBe(true)
          opened += 1
        } catch (error) {
          expect(error).toBeInstanceOf(EngineError)
          expect(error).toMatchObject({ class: 'invalid_input', message: 'file_unreadable' })
        }
      }),
      { ...parameters(250), examples },
    )
    expect(opened).toBeGreaterThanOrEqual(originals.length)
    expect(opened).toBeLessThan(number)
  })
})

describe('the engine', () => {
  let folder: string
  let engine: Engine
  const children: unknown[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fuzz-engine-'))
    engine = openEngine({
      scratchDir: folder,
      logger: { info: (details) => void children.push(details), warn: (details) => void children.push(details) },
    })
  })
  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true })
  })

  const common = { embed_prompt: true, seed: 1 }
  const jobs: ((text: string, inputs: EngineInput[]) => EngineJob)[] = [
    (text) => ({ model: 'sketch-text', prompt: text, options: { task: 'summary', length: 'short' }, inputs: [] }),
    (text) => ({
      model: 'sketch-speech',
      prompt: text.slice(0, 150),
      options: { voice: 'auto', speed: 2, pitch: 1, pauses: 0.5, format: 'wav', subtitles: 'webvtt', embed_prompt: true },
      inputs: [],
    }),
    (text) => ({
      model: 'sketch-music',
      prompt: text,
      options: { ...common, duration: 10, genre: 'auto', tempo: 0, key: 'auto', loop: false, format: 'wav' },
      inputs: [],
    }),
    (text, inputs) => ({
      model: 'sketch-image',
      prompt: text,
      options: {
        ...common,
        aspect: '4:3',
        size: '512',
        style: 'auto',
        card: text.length % 2 === 0 ? 'none' : 'event',
        headline: text.slice(0, 120),
        message: text.slice(0, 280),
        detail: text.slice(0, 80),
        negative: text.slice(0, 200),
        count: 1,
        transparent: false,
        format: 'webp',
      },
      inputs: inputs.map((input) => ({ ...input, role: 'reference' })),
    }),
    (text, inputs) => ({
      model: 'sketch-video',
      prompt: text,
      options: {
        ...common,
        aspect: '1:1',
        resolution: '480p',
        fps: '24',
        duration: 2,
        style: 'auto',
        camera: 'auto',
        negative: '',
        sound: 'narration',
        narration: text.slice(0, 20),
        voice: 'auto',
        subtitles: 'burnt',
        format: 'mp4',
      },
      inputs,
    }),
  ]

  test('the engine answers every job with a result or a classified error, and its process survives', async () => {
    const bomb = join(folder, 'bomb.png')
    await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 1 })
      .toFile(bomb)
    const prompts = [...fc.sample(prompt, { numRuns: 1, seed }), '<b>&</b> \ud800‮🙂'.repeat(4_000), '\u0000', 'м'.repeat(100_000)].slice(
      0,
      repetitions(2, 4),
    )
    for (const [index, text] of prompts.entries()) {
      for (const job of jobs) {
        const inputs: EngineInput[] = index === 0 ? [{ role: 'first_frame', path: bomb, mediaType: 'image/png' }] : []
        const work = engine.run(job(text, inputs), { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} })
        const failure = await work.then(
          () => null,
          (error: unknown) => error,
        )
        if (failure !== null) expect(failure).toMatchObject({ class: 'invalid_input', message: expect.stringMatching(/^[a-z_]+$/) })
      }
    }
    // The engine started once and had nothing to warn of.
    expect(children).toHaveLength(1)
    // Ten jobs take several seconds of processor time.
  }, 120_000)
})
