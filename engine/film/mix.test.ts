import { describe, expect, test } from 'vitest'
import { sampleRate } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import { mixFilmSound } from './mix.ts'

const seconds = 6
const tone = (hertz: number, length: number, amplitude: number) =>
  Float32Array.from(
    { length: Math.round(length * sampleRate) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  )
const music: Sound = { sampleRate, channels: [tone(220, seconds, 0.5), tone(220, seconds, 0.5)] }
const voice: Sound = { sampleRate, channels: [tone(700, 2, 0.9)] }
const spoken = [
  { startMs: 2_000, endMs: 2_700 },
  { startMs: 2_900, endMs: 4_000 },
]

/** Strength of one frequency between two times. */
function strength(sound: Sound, hertz: number, from: number, to: number): number {
  const samples = sound.channels[0].subarray(from * sampleRate, to * sampleRate)
  let [re, im] = [0, 0]
  samples.forEach((value, index) => {
    re += value * Math.cos((2 * Math.PI * hertz * index) / sampleRate)
    im += value * Math.sin((2 * Math.PI * hertz * index) / sampleRate)
  })
  return (2 * Math.hypot(re, im)) / samples.length
}
const mix = (parts: { music: Sound | null; voice: Sound | null }) =>
  mixFilmSound({ seconds, voiceAtMs: 2_000, spoken: parts.voice ? spoken : [], checkpoint: () => {}, ...parts })

describe("a film's sound", () => {
  test('the sound of a film is as long as the film to the sample, stereo, and does not clip', () => {
    for (const parts of [
      { music, voice },
      { music, voice: null },
      { music: null, voice },
    ]) {
      const sound = mix(parts)
      expect(sound.channels.map((channel) => channel.length)).toEqual([seconds * sampleRate, seconds * sampleRate])
      expect(
        Math.max(...sound.channels.map((channel) => channel.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0))),
      ).toBeLessThan(0.9)
    }
  })

  test('the music of a film is 12 dB lower during speech, and as before around it', () => {
    const sound = mix({ music, voice })
    const alone = strength(sound, 220, 0.5, 1.5)
    expect(20 * Math.log10(strength(sound, 220, 2.1, 3.9) / alone)).toBeCloseTo(-12, 0)
    expect(20 * Math.log10(strength(sound, 220, 4.9, 5.4) / alone)).toBeCloseTo(0, 0)
    expect(strength(sound, 700, 2.1, 3.9)).toBeGreaterThan(2 * strength(sound, 220, 2.1, 3.9))
  })

  test('the sound of a film fades in and out without a click', () => {
    const [left] = mix({ music, voice }).channels
    let steepest = 0
    for (let index = 1; index < left.length; index += 1)
      steepest = Math.max(steepest, Math.abs((left[index] ?? 0) - (left[index - 1] ?? 0)))
    expect(steepest).toBeLessThan(0.06)
    expect(Math.abs(left[0] ?? 1)).toBeLessThan(1e-3)
    expect(Math.abs(left.at(-1) ?? 1)).toBeLessThan(1e-3)
  })
})
