import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSoundFile, writeSound } from './encode-audio.ts'
import type { SoundTags } from './encode-audio.ts'
import { limit, master, measureLoudness } from '../sound/loudness.ts'
import { createPeakMeter, peaksOf, sampleRate } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import { soundFormats } from '../protocol/options.ts'
import type { SoundFormat } from '../protocol/options.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-audio-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const tone = (seconds: number, hertz = 440, level = 0.5) =>
  Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, index) => level * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  )
const stereo = (seconds: number): Sound => ({ sampleRate, channels: [tone(seconds, 330), tone(seconds, 440)] })

async function write(sound: Sound, format: SoundFormat, tags: SoundTags = { prompt: null, seed: null }): Promise<Buffer> {
  const path = join(folder, `${randomUUID()}.${format}`)
  await writeSound(path, sound, { format, kind: 'music', tags, checkpoint() {} })
  return readFile(path)
}

const inputOf = (bytes: Buffer) => new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })

describe('files', () => {
  test.each(soundFormats)('a file as %s holds the whole of a sound, also of one that ends in the middle of a frame', async (format) => {
    for (const seconds of [0.05, 3.21]) {
      const input = inputOf(await write(stereo(seconds), format))
      const track = await input.getPrimaryAudioTrack()
      expect(await track?.getNumberOfChannels()).toBe(2)
      expect(await track?.getSampleRate()).toBe(sampleRate)
      expect(Math.abs((await input.computeDuration()) - seconds)).toBeLessThan(0.08)
    }
  })

  test.each(soundFormats)('a file as %s names its generator, the prompt and the seed, in any alphabet', async (format) => {
    const tags = await inputOf(await write(stereo(0.3), format, { prompt: 'Закат над морем & «тишина»', seed: 1234 })).getMetadataTags()
    const all = JSON.stringify(tags, (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value))
    const readable = format === 'wav' ? Buffer.from(all, 'latin1').toString('utf8') : all
    expect(readable).toContain('Закат над морем')
    expect(readable).toContain('Quartet Sketch')
    expect(readable).toContain('1234')
  })

  test.each(soundFormats)('a file as %s leaves the prompt out on request, and is the same each time', async (format) => {
    const first = await write(stereo(0.3), format, { prompt: null, seed: 5 })
    const second = await write(stereo(0.3), format, { prompt: null, seed: 5 })
    expect(first.equals(second)).toBe(true)
    const tags = await inputOf(first).getMetadataTags()
    expect(tags.title).toBeUndefined()
    expect(tags.comment).toBeUndefined()
    expect(first.includes('Quartet Sketch')).toBe(true)
  })

  test('a long prompt is cut, at a word', async () => {
    const bytes = await write(stereo(0.3), 'mp3', { prompt: 'слово '.repeat(2_000).trim(), seed: null })
    expect((await inputOf(bytes).getMetadataTags()).comment).toMatch(/^(?:слово )+слово…$/u)
    expect(bytes.length).toBeLessThan(30_000)
  })

  test('a file written in pieces is the same as one written at once', async () => {
    const sound = stereo(1.3)
    for (const format of soundFormats) {
      const path = join(folder, `pieces.${format}`)
      const file = await openSoundFile(path, { format, channels: 2, sampleRate, kind: 'music', tags: { prompt: null, seed: null } })
      for (let at = 0; at < sound.channels[0].length; at += 7_001) {
        const [left, right] = sound.channels.map((channel) => channel.subarray(at, at + 7_001))
        if (left && right) await file.add([left, right])
      }
      await file.finish()
      expect((await readFile(path)).equals(await write(sound, format))).toBe(true)
    }
  })

  test('a checkpoint that throws ends the writing', async () => {
    let looks = 0
    const work = writeSound(join(folder, 'canceled.mp3'), stereo(5), {
      format: 'mp3',
      kind: 'music',
      tags: { prompt: null, seed: null },
      checkpoint() {
        looks += 1
        if (looks > 3) throw new Error('stop')
      },
    })
    await expect(work).rejects.toThrow('stop')
    expect(looks).toBe(4)
  })
})

describe('loudness', () => {
  test('a sine of 997 Hz at 0 dB in one channel has -3.01 LUFS, as BS.1770 says', () => {
    expect(measureLoudness([tone(5, 997, 1)])).toBeCloseTo(-3.01, 1)
    expect(measureLoudness([tone(5, 997, 1), tone(5, 997, 1)])).toBeCloseTo(0, 1)
    expect(measureLoudness([tone(5, 997, 0.1)])).toBeCloseTo(-23.01, 1)
  })

  test('silence does not count towards loudness: a sound and the same between pauses are equally loud', () => {
    const padded = new Float32Array(20 * sampleRate)
    padded.set(tone(6), 7 * sampleRate)
    expect(measureLoudness([padded])).toBeCloseTo(measureLoudness([tone(6)]), 0)
    expect(measureLoudness([new Float32Array(sampleRate)])).toBe(-Infinity)
  })

  test('the limiter keeps to the ceiling, between the samples too, without a step', () => {
    // A sine at a quarter of the sample rate, sampled beside its peaks, which lie 3 dB above the samples.
    const tricky = Float32Array.from(
      { length: sampleRate },
      (_, index) => 0.9 * Math.sin((Math.PI / 2) * index + Math.PI / 4) * (index % 12_000 < 2_000 ? 1 : 0.2),
    )
    limit([tricky], 0.7)
    const highest = tricky.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
    expect(highest * Math.SQRT2).toBeLessThan(0.72)
    const quiet = tone(1, 100, 0.3)
    expect(limit([quiet], 0.89)).toBe(1)
    expect(quiet).toEqual(tone(1, 100, 0.3))
    expect(limit([quiet], 0.89, { gain: 2 })).toBe(1)
    expect(quiet).toEqual(tone(1, 100, 0.3).map((value) => value * 2))
    // The limit also holds after amplification, and the lost gain is reported.
    const energyOf = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0)
    const loud = tone(1, 100, 0.3)
    const kept = limit([loud], 0.89, { gain: 4 })
    expect(loud.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBeLessThan(0.891)
    expect(kept).toBeCloseTo(energyOf(loud) / (16 * energyOf(tone(1, 100, 0.3))), 3)
  })

  test('mastering reaches the loudness under the ceiling', () => {
    const spiky = tone(6, 220, 0.05)
    for (let at = 0; at < spiky.length; at += 9_000) spiky[at] = 1
    master([spiky], { loudness: -14, peak: -1 })
    expect(measureLoudness([spiky])).toBeCloseTo(-14, 0)
    expect(spiky.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBeLessThan(0.9)
  })
})

describe('peaks', () => {
  test('peaks are 200 values from 0 to 1 that follow the sound', () => {
    const half = tone(4)
    half.fill(0, half.length / 2)
    const peaks = peaksOf({ sampleRate, channels: [half] })
    expect(peaks).toHaveLength(200)
    expect(peaks.slice(0, 99).every((peak) => peak > 0.9)).toBe(true)
    expect(peaks.slice(101).every((peak) => peak < 0.01)).toBe(true)
  })

  test('peaks computed in pieces are the same', () => {
    const sound = stereo(2)
    const meter = createPeakMeter()
    for (let at = 0; at < sound.channels[0].length; at += 777)
      meter.add([sound.channels[0].subarray(at, at + 777), (sound.channels[1] ?? sound.channels[0]).subarray(at, at + 777)])
    expect(meter.peaks()).toEqual(peaksOf(sound))
  })
})
