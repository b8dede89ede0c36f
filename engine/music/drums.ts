import { applyFilter, bandPass, highPass, lowPass } from '../sound/filters.ts'
import { sampleRate } from '../sound/pcm.ts'
import type { Random } from '../random.ts'
import { frequencyOf, struckNote } from './tones.ts'
import type { Voice } from './score.ts'

const tau = 2 * Math.PI
const rate = sampleRate

const silence = (seconds: number) => new Float32Array(Math.ceil(seconds * rate))

function noise(seconds: number, random: Random): Float32Array {
  const out = silence(seconds)
  for (let index = 0; index < out.length; index += 1) out[index] = random() * 2 - 1
  return out
}

/** Applies an envelope: a rise of `attack` seconds, then a decay of `speed` e-folds per second. */
function fade(out: Float32Array, speed: number, attack = 0): Float32Array {
  const factor = Math.exp(-speed / rate)
  let level = 1
  const rise = Math.max(1, Math.round(attack * rate))
  for (let index = 0; index < out.length; index += 1) {
    out[index] = (out[index] ?? 0) * level * (index < rise ? index / rise : 1)
    level *= factor
  }
  return out
}

function add(out: Float32Array, other: Float32Array, gain: number, offset = 0): Float32Array {
  for (let index = 0; index < other.length && index + offset < out.length; index += 1)
    out[index + offset] = (out[index + offset] ?? 0) + (other[index] ?? 0) * gain
  return out
}

/** A sine whose pitch falls from one frequency to another, at `fall` e-folds per second. */
function drop({
  seconds,
  from,
  to,
  fall,
  decay,
}: {
  seconds: number
  from: number
  to: number
  fall: number
  decay: number
}): Float32Array {
  const out = silence(seconds)
  let phase = 0
  for (let index = 0; index < out.length; index += 1) {
    const time = index / rate
    phase += (to + (from - to) * Math.exp(-time * fall)) / rate
    out[index] = Math.sin(tau * phase) * Math.exp(-time * decay) * Math.min(1, time * 1_500)
  }
  return out
}

/** Six detuned squares, as in the cymbals of old drum machines. */
function metal(seconds: number): Float32Array {
  const out = silence(seconds)
  for (const hertz of [205.3, 304.4, 369.6, 522.7, 540.0, 800.0]) {
    const step = (hertz * 1.9) / rate
    let phase = 0
    for (let index = 0; index < out.length; index += 1) {
      out[index] = (out[index] ?? 0) + (phase < 0.5 ? 0.16 : -0.16)
      phase += step
      if (phase >= 1) phase -= 1
    }
  }
  return out
}

function filtered(sound: Float32Array, ...filters: ReturnType<typeof lowPass>[]): Float32Array {
  for (const filter of filters) applyFilter(filter, sound)
  return sound
}

/** A stroke at full velocity; `pitch` affects tuned drums only. Returns null for voices that are not drums. */
// oxlint-disable-next-line max-lines-per-function -- A table: one case per instrument.
export function drumNote(voice: Voice, pitch: number, seconds: number, random: Random): Float32Array | null {
  switch (voice) {
    case 'kick': {
      const out = drop({ seconds: 0.42, from: 190, to: 48, fall: 34, decay: 8.5 })
      return add(out, filtered(fade(noise(0.012, random), 380), highPass({ rate, frequency: 1_500 })), 0.35)
    }
    case 'deep-kick': {
      const out = drop({ seconds: 0.5, from: 120, to: 47, fall: 26, decay: 7.5 })
      return add(out, filtered(fade(noise(0.01, random), 420), lowPass({ rate, frequency: 2_800 })), 0.25)
    }
    case 'snare': {
      const wires = filtered(fade(noise(0.24, random), 19), highPass({ rate, frequency: 1_300 }), lowPass({ rate, frequency: 9_500 }))
      const out = drop({ seconds: 0.26, from: 260, to: 186, fall: 40, decay: 21 })
      return add(
        out.map((value) => value * 0.55),
        wires,
        0.75,
      )
    }
    case 'rim': {
      const out = struckNote(
        [
          { ratio: 1, level: 0.5, decay: 70 },
          { ratio: 1.52, level: 0.4, decay: 90 },
          { ratio: 2.1, level: 0.25, decay: 120 },
        ],
        84,
        { seconds: 0.09, rate, random },
      )
      return add(out, filtered(fade(noise(0.03, random), 160), bandPass({ rate, frequency: 2_600, q: 0.9 })), 0.5)
    }
    case 'clap': {
      const out = silence(0.26)
      for (const at of [0, 0.011, 0.021]) add(out, fade(noise(0.012, random), 260), 0.8, Math.round(at * rate))
      add(out, fade(noise(0.22, random), 26), 0.7, Math.round(0.03 * rate))
      return filtered(out, bandPass({ rate, frequency: 1_500, q: 0.7 }), highPass({ rate, frequency: 600 })).map((value) => value * 1.8)
    }
    case 'hat':
      return filtered(
        fade(add(metal(0.07), noise(0.07, random), 0.4), 75),
        highPass({ rate, frequency: 7_000 }),
        lowPass({ rate, frequency: 12_500, q: 0.6 }),
      )
    case 'open-hat':
      return filtered(
        fade(add(metal(0.36), noise(0.36, random), 0.4), 12),
        highPass({ rate, frequency: 6_500 }),
        lowPass({ rate, frequency: 12_500, q: 0.6 }),
      )
    case 'ride':
      return filtered(fade(add(metal(1.1), noise(1.1, random), 0.15), 4.2), highPass({ rate, frequency: 5_200 }))
    case 'crash':
      return filtered(
        fade(add(metal(2.2), noise(2.2, random), 0.9), 2.6, 0.002),
        highPass({ rate, frequency: 4_200 }),
        lowPass({ rate, frequency: 10_500, q: 0.6 }),
      )
    case 'shaker':
      return filtered(fade(noise(0.11, random), 42, 0.018), bandPass({ rate, frequency: 6_800, q: 0.8 })).map((value) => value * 1.6)
    case 'tambourine': {
      const jingles = struckNote(
        [1, 1.31, 1.68, 2.05].map((ratio) => ({ ratio, level: 0.16, decay: 22 })),
        113,
        { seconds: 0.3, rate, random },
      )
      return add(
        filtered(fade(noise(0.3, random), 20, 0.003), highPass({ rate, frequency: 6_000 }), lowPass({ rate, frequency: 12_000, q: 0.6 })),
        jingles,
        0.8,
      )
    }
    case 'tom': {
      const hertz = frequencyOf(pitch)
      return add(
        drop({ seconds: 0.7, from: hertz * 1.6, to: hertz, fall: 22, decay: 6.5 }),
        filtered(fade(noise(0.03, random), 120), lowPass({ rate, frequency: 3_000 })),
        0.35,
      )
    }
    case 'timpani': {
      const partials = [1, 1.504, 1.742, 2, 2.245, 2.494].map((ratio, index) => ({
        ratio,
        level: [0.62, 0.3, 0.14, 0.16, 0.08, 0.08][index] ?? 0.05,
        decay: 1.9 + index * 1.3,
      }))
      return add(
        struckNote(partials, pitch, { seconds: 2.2, rate, random }),
        filtered(fade(noise(0.05, random), 80), lowPass({ rate, frequency: 700 })),
        0.9,
      )
    }
    case 'frame-drum': {
      const out = drop({ seconds: 0.6, from: 105, to: 78, fall: 30, decay: 7.5 })
      return add(out, filtered(fade(noise(0.09, random), 60), lowPass({ rate, frequency: 1_100 })), 0.8)
    }
    case 'riser': {
      const out = noise(seconds, random)
      const steps = 24
      for (let step = 0; step < steps; step += 1) {
        const part = out.subarray(Math.floor((step * out.length) / steps), Math.floor(((step + 1) * out.length) / steps))
        applyFilter(bandPass({ rate, frequency: 500 * 16 ** (step / steps), q: 1.1 }), part)
      }
      for (let index = 0; index < out.length; index += 1) out[index] = (out[index] ?? 0) * (index / out.length) ** 1.6
      return out
    }
    default:
      return null
  }
}
