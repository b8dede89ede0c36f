import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJobContext, signalWords } from '../job.ts'
import { measureLoudness } from '../sound/loudness.ts'
import { composeMusic } from './compose.ts'
import { renderEffects } from './effects.ts'
import { styleNames } from './style.ts'
import { isStrongBeat } from './melody.ts'
import type { MusicOptions } from './plan.ts'
import type { Score } from './score.ts'
import { playScore } from './synth.ts'
import { renderMusic } from './music.ts'
import { sampleRate } from '../sound/pcm.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { readPrompt } from '../understanding/read-prompt.ts'

let scratchDir: string
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'music-test-'))
})
afterAll(() => rm(scratchDir, { recursive: true }))

const genres = styleNames.filter((name) => name !== 'ballad')
const usual: MusicOptions = { genre: 'auto', tempo: 0, key: 'auto', loop: false, seconds: 30, seed: 1 }
const compose = (prompt: string, options: Partial<MusicOptions> = {}) => composeMusic(readPrompt(prompt), { ...usual, ...options })
const play = (score: Score, seed = 1) => playScore(score, { seed, checkpoint() {}, onProgress() {} })

const voicesOf = (score: Score) => new Set<string>(score.tracks.map((track) => track.voice))
const notesOf = (score: Score, role: string) => score.tracks.filter((track) => track.role === role).flatMap((track) => track.notes)
const loudest = (channels: readonly Float32Array[]) =>
  channels.reduce((peak, channel) => channel.reduce((high, value) => Math.max(high, Math.abs(value)), peak), 0)

async function render(prompt: string, options: Partial<EngineOptions['sketch-music']> = {}) {
  const progress: number[] = []
  const context = createJobContext({
    jobId: randomUUID(),
    scratchDir,
    signals: new Int32Array(new SharedArrayBuffer(signalWords.count * Int32Array.BYTES_PER_ELEMENT)),
    post: (message) => {
      if (message.type === 'progress') progress.push(message.progress)
    },
  })
  const { files } = await renderMusic(
    prompt,
    { duration: 10, genre: 'auto', tempo: 0, key: 'auto', loop: false, format: 'wav', embed_prompt: true, seed: 1, ...options },
    context,
  )
  const [file] = files
  return { file, progress, bytes: await readFile(file?.path ?? '') }
}

describe('a composition', () => {
  test('a composition follows genre, tempo, key and instruments of the prompt, in both languages', () => {
    expect(compose('slow waltz in D minor for flute')).toMatchObject({ genre: 'waltz', beatsPerBar: 3, key: expect.stringMatching(/^D /) })
    expect(compose('вальс в ре миноре для флейты')).toMatchObject({ genre: 'waltz', key: expect.stringMatching(/^D /) })
    expect(voicesOf(compose('вальс для флейты'))).toContain('flute')
    expect(compose('techno 128 bpm').bpm).toBe(128)
    const harp = compose('calm harp and choir without drums')
    expect(voicesOf(harp)).toContain('harp')
    expect(voicesOf(harp)).toContain('choir')
    expect(notesOf(harp, 'drums')).toEqual([])
  })

  test('options take precedence over the prompt', () => {
    expect(compose('waltz in D minor, 90 bpm', { genre: 'techno', tempo: 130, key: 'F' })).toMatchObject({
      genre: 'techno',
      bpm: 130,
      key: expect.stringMatching(/^F /),
    })
  })

  test('moods of the prompt set key and tempo', () => {
    const seeds = [1, 2, 3, 4, 5, 6]
    for (const seed of seeds) expect(compose('sad music', { seed, genre: 'folk' }).key).not.toMatch(/major|lydian|mixolydian/)
    const mean = (prompt: string) => seeds.reduce((sum, seed) => sum + compose(prompt, { seed, genre: 'folk' }).bpm, 0) / seeds.length
    expect(mean('fast happy music')).toBeGreaterThan(mean('slow sad music') + 15)
  })

  test.each(genres)('%s: notes of the melody on strong beats, and long ones, belong to their chord', (genre) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const score = compose('music', { genre, seed, seconds: 40 })
      const beat = 60 / score.bpm
      const bar = beat * score.beatsPerBar
      for (const note of notesOf(score, 'lead')) {
        const at = score.chords.findLast((chord) => chord.start <= note.start + 0.12 * beat)
        const inBar = Math.round(((note.start - (at?.start ?? 0)) / beat) * 4) / 4
        if (!isStrongBeat(inBar, score.beatsPerBar) && note.length < 1.4 * beat) continue
        expect(at?.tones, `${genre} ${seed} ${note.pitch % 12} at ${(note.start / bar).toFixed(2)}`).toContain(note.pitch % 12)
      }
    }
  })

  test.each(genres)('%s: voices of the chords move little, and no voice leaves its instrument', (genre) => {
    const score = compose('music', { genre, seed: 3, seconds: 40 })
    for (const track of score.tracks.filter(({ role }) => role !== 'drums')) {
      for (const note of track.notes) {
        expect(note.pitch).toBeGreaterThanOrEqual(28)
        expect(note.pitch).toBeLessThanOrEqual(96)
        expect(note.velocity).toBeGreaterThan(0)
        expect(note.start).toBeGreaterThanOrEqual(0)
        expect(note.start).toBeLessThan(score.seconds)
      }
    }
    const bars = score.chords.map(
      (chord) =>
        new Set(
          notesOf(score, 'pad')
            .filter((note) => Math.abs(note.start - chord.start) < 0.05)
            .map((note) => note.pitch),
        ),
    )
    const centres = bars
      .filter((pitches) => pitches.size > 2)
      .map((pitches) => [...pitches].reduce((sum, pitch) => sum + pitch, 0) / pitches.size)
    for (const [index, centre] of centres.entries())
      if (index > 0) expect(Math.abs(centre - (centres[index - 1] ?? centre))).toBeLessThan(7)
  })

  test('a composition starts with an intro, builds up to a chorus, rests in a break and ends in its key', () => {
    const score = compose('cinematic', { genre: 'cinematic', seconds: 90, key: 'D' })
    const kinds = score.sections.map((section) => section.kind)
    expect(kinds[0]).toBe('intro')
    expect(kinds.at(-1)).toBe('ending')
    expect(kinds).toContain('chorus')
    expect(kinds).toContain('break')
    expect(score.chords.at(-1)?.tones[0]).toBe(2)
    const energyOf = (kind: string) => score.sections.find((section) => section.kind === kind)?.energy ?? 0
    expect(energyOf('chorus')).toBeGreaterThan(energyOf('verse'))
    expect(energyOf('verse')).toBeGreaterThan(energyOf('break'))
    const bar = (60 / score.bpm) * score.beatsPerBar
    const playersIn = (kind: string) => {
      const section = score.sections.find((found) => found.kind === kind)
      const [from, to] = [(section?.bar ?? 0) * bar, ((section?.bar ?? 0) + (section?.bars ?? 0)) * bar]
      return score.tracks.filter((track) => track.notes.some((note) => note.start > from && note.start < to - 0.1)).length
    }
    expect(playersIn('chorus')).toBeGreaterThan(playersIn('intro'))
  })

  test('the melody of the verse comes back', () => {
    const score = compose('folk song', { genre: 'folk', seconds: 100, seed: 2 })
    const bar = (60 / score.bpm) * score.beatsPerBar
    const tunes = score.sections
      .filter((section) => section.kind === 'verse' && section.bars === 4)
      .map((section) =>
        notesOf(score, 'lead')
          .filter((note) => note.start >= section.bar * bar - 0.05 && note.start < (section.bar + 2) * bar - 0.05)
          .map((note) => note.pitch),
      )
    expect(tunes.length).toBeGreaterThan(1)
    const [first = [], second = []] = tunes
    const same = first.filter((pitch) => second.includes(pitch)).length
    expect(same / first.length).toBeGreaterThan(0.8)
  })

  test('genres differ in tempo, metre, players and pattern', () => {
    const shapes = genres.map((genre) => {
      const score = compose('music', { genre, seed: 7 })
      return [score.beatsPerBar, [...voicesOf(score)].toSorted().join(' ')].join(' ')
    })
    expect(new Set(shapes).size).toBe(genres.length)
  })

  test('the same seed gives the same score, another one another', () => {
    expect(compose('calm piano')).toEqual(compose('calm piano'))
    const melodies = [1, 2, 3, 4, 5].map((seed) =>
      notesOf(compose('calm piano', { seed }), 'lead')
        .map((note) => note.pitch)
        .join(' '),
    )
    expect(new Set(melodies).size).toBe(5)
  })

  test.each([10, 17, 45, 120])('a piece lasts %i seconds, whatever the genre, and fades before that', (seconds) => {
    for (const genre of genres) {
      const score = compose('music', { genre, seconds })
      const last = Math.max(...score.tracks.flatMap((track) => track.notes.map((note) => note.start)))
      expect(score.seconds).toBe(seconds)
      expect(last).toBeLessThan(seconds - 0.5)
      expect(last).toBeGreaterThan(seconds * 0.55)
    }
  })

  test('a requested tempo is kept', () => {
    for (const tempo of [40, 77, 120, 200]) expect(compose('music', { tempo, seconds: 60 }).bpm).toBe(tempo)
  })
})

describe('the sound', () => {
  test.each([...genres, 'auto' as const])('music of %s has -14 LUFS, is stereo, never clips, and is silent at the end', (genre) => {
    const { channels } = play(compose('music', { genre, seconds: 15, seed: 5 }), 5)
    expect(channels).toHaveLength(2)
    expect(channels[0]).toHaveLength(15 * sampleRate)
    expect(Math.abs(measureLoudness(channels) + 14)).toBeLessThan(1)
    expect(loudest(channels)).toBeLessThan(0.9)
    expect(loudest(channels.map((channel) => channel.slice(-480)))).toBeLessThan(0.01)
    expect(channels[0]).not.toEqual(channels[1])
    for (const channel of channels) expect(channel.every(Number.isFinite)).toBe(true)
  })

  test.each(['ambient', 'techno', 'lo-fi'] as const)('music of %s loops: its end leads into its beginning', (genre) => {
    const { channels } = play(compose('music', { genre, loop: true, seconds: 12 }))
    for (const channel of channels) {
      expect(channel).toHaveLength(12 * sampleRate)
      const steps = channel.map((value, index) => Math.abs(value - (channel[index - 1] ?? value)))
      const usualStep = steps.toSorted()[Math.floor(steps.length * 0.995)] ?? 0
      expect(Math.abs((channel[0] ?? 0) - (channel.at(-1) ?? 0))).toBeLessThanOrEqual(usualStep)
      // The sound neither fades out nor restarts from silence.
      expect(loudest([channel.slice(-2_400)])).toBeGreaterThan(0.01)
    }
    const whole = compose('music', { genre, loop: true, seconds: 12 })
    expect(((whole.chords.length * whole.beatsPerBar * 60) / whole.bpm).toFixed(6)).toBe('12.000000')
    expect(whole.sections.map((section) => section.kind)).not.toContain('ending')
  })
})

describe('effects', () => {
  const rms = (channel: Float32Array) => Math.sqrt(channel.reduce((sum, value) => sum + value * value, 0) / channel.length)
  test.each(['rain', 'wind', 'sea', 'fire', 'birds', 'thunder', 'stream', 'crickets', 'city'] as const)(
    'the effect %s is audible, in stereo, and differs from seed to seed',
    (effect) => {
      const make = (seed: number) => renderEffects([effect], { seed, length: 6 * sampleRate, loop: false, checkpoint() {} })
      const [left, right] = make(1)
      expect(rms(left)).toBeGreaterThan(0.002)
      expect(left).not.toEqual(right)
      expect(make(1)[0]).toEqual(left)
      expect(make(2)[0]).not.toEqual(left)
      for (const channel of [left, right]) expect(channel.every(Number.isFinite)).toBe(true)
    },
  )

  test('a prompt that names only a sound gets only that; music with it gets both', async () => {
    const prompts = ['rain on a roof', 'дождь по крыше', 'piano with rain']
    const files = await Promise.all(prompts.map((prompt) => render(prompt)))
    const [roof, krysha, both] = files.map(({ bytes }) => {
      const samples = new Int16Array(
        bytes.buffer.slice(bytes.byteOffset + bytes.length - 10 * sampleRate * 4, bytes.byteOffset + bytes.length),
      )
      // The share of low frequencies: rain has hardly any.
      let low = 0
      let sum = 0
      let slow = 0
      for (let index = 0; index < samples.length; index += 2) {
        const value = samples[index] ?? 0
        slow += 0.03 * (value - slow)
        low += slow * slow
        sum += value * value
      }
      return low / sum
    })
    expect(roof).toBeLessThan(0.05)
    expect(krysha).toBeLessThan(0.05)
    expect(both).toBeGreaterThan(0.2)
  })
})

describe('files', () => {
  test('the same job gives the same bytes, and another seed others; progress is steady', async () => {
    const [first, same, other] = await Promise.all([render('piano'), render('piano'), render('piano', { seed: 2 })])
    expect(first?.bytes.equals(same?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(first?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(false)
    expect(first?.file).toMatchObject({ mediaType: 'audio/wav', durationMs: 10_000, poster: null, thumbnail: null })
    expect(first?.file?.peaks).toHaveLength(200)
    expect(first?.progress).toEqual(first?.progress.toSorted((a, b) => a - b))
    expect(first?.progress.at(-1)).toBe(1)
  })
})
