/** Sound as samples in -1..1, one array per channel, all of one length. */
export type Sound = { sampleRate: number; channels: readonly [Float32Array, ...Float32Array[]] }

/** The one rate everything is made at: the codecs claim to take others and then fail. */
export const sampleRate = 48_000
export const peakCount = 200

export const durationMsOf = (sound: Sound) => Math.round((sound.channels[0].length / sound.sampleRate) * 1000)

/** The loudest sample of each of `count` equal parts, 0..1, scaled so that the loudest part of all is 1. */
export function peaksOf(sound: Sound, count = peakCount): number[] {
  const length = sound.channels[0].length
  const peaks = Array.from({ length: count }, (_, part) => {
    const end = Math.floor(((part + 1) * length) / count)
    let peak = 0
    for (const channel of sound.channels) {
      for (let index = Math.floor((part * length) / count); index < end; index += 1) {
        peak = Math.max(peak, Math.abs(channel[index] ?? 0))
      }
    }
    return peak
  })
  const loudest = Math.max(...peaks, 1e-6)
  return peaks.map((peak) => Math.round((peak / loudest) * 1000) / 1000)
}

/** 16-bit samples, channels interleaved as in a WAV file. */
export function interleave(channels: Sound['channels']): Int16Array {
  const length = channels[0].length
  const samples = new Int16Array(length * channels.length)
  channels.forEach((channel, offset) => {
    for (let index = 0; index < length; index += 1) {
      const value = Math.max(-1, Math.min(1, channel[index] ?? 0))
      samples[index * channels.length + offset] = Math.round(value * 32767)
    }
  })
  return samples
}

/** Resamples by cubic (Catmull-Rom) interpolation; smooth enough for a voice at 22 kHz going up. */
export function resample(input: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return input
  const output = new Float32Array(Math.floor((input.length * toRate) / fromRate))
  const last = input.length - 1
  for (let index = 0; index < output.length; index += 1) {
    const position = (index * fromRate) / toRate
    const base = Math.floor(position)
    const t = position - base
    const before = input[Math.max(0, base - 1)] ?? 0
    const from = input[base] ?? 0
    const to = input[Math.min(last, base + 1)] ?? 0
    const after = input[Math.min(last, base + 2)] ?? 0
    output[index] = from + 0.5 * t * (to - before + t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)))
  }
  return output
}
