/** Sound as samples in -1..1, one array per channel, all of one length. */
export type Sound = { sampleRate: number; channels: readonly [Float32Array, ...Float32Array[]] }

/** The only rate in use: the codecs claim to accept others, then fail. */
export const sampleRate = 48_000
export const peakCount = 200

export const durationMsOf = (sound: Sound) => Math.round((sound.channels[0].length / sound.sampleRate) * 1000)

/** Collects the waveform as the sound passes: the loudest sample of each hundredth of a second. */
export type PeakMeter = {
  add(channels: Sound['channels']): void
  /** `count` values, 0..1, scaled so that the loudest is 1. */ peaks(count?: number): number[]
}

export function createPeakMeter(): PeakMeter {
  const step = sampleRate / 100
  const blocks: number[] = []
  let highest = 0
  let filled = 0
  return {
    add(channels) {
      const length = channels[0].length
      for (let from = 0; from < length;) {
        const to = Math.min(length, from + step - filled)
        for (const channel of channels) highest = loudestOf(channel, { from, to, known: highest })
        filled += to - from
        from = to
        if (filled < step) continue
        blocks.push(highest)
        highest = 0
        filled = 0
      }
    },
    peaks(count = peakCount) {
      const all = filled > 0 ? [...blocks, highest] : blocks
      const peaks = Array.from({ length: count }, (_, part) => {
        const from = Math.floor((part * all.length) / count)
        return Math.max(0, ...all.slice(from, Math.max(from + 1, Math.floor(((part + 1) * all.length) / count))))
      })
      const loudest = Math.max(...peaks, 1e-6)
      return peaks.map((peak) => Math.round((peak / loudest) * 1000) / 1000)
    },
  }
}

function loudestOf(samples: Float32Array, { from, to, known }: { from: number; to: number; known: number }): number {
  let highest = known
  for (let index = from; index < to; index += 1) {
    const value = samples[index] ?? 0
    if (value > highest) highest = value
    else if (-value > highest) highest = -value
  }
  return highest
}

export function peaksOf(sound: Sound, count = peakCount): number[] {
  const meter = createPeakMeter()
  meter.add(sound.channels)
  return meter.peaks(count)
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
