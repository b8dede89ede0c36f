import { applyFilter, applyToBoth, bandPass, highPass, highShelf, lowPass } from '../sound/filters.ts'
import { between } from '../random.ts'
import type { Random } from '../random.ts'
import type { SoundEffect } from '../understanding/understanding.ts'
import { addRoom, halfRate as rate } from './room.ts'

import { noiseOf, noiseLength, blockSamples, noise, tau, add, drift, fill, seconds, put, blip } from './effect-tools.ts'
import type { Stereo, Block } from './effect-tools.ts'

export const makers: Record<SoundEffect, (sound: Stereo, random: Random) => void> = {
  rain(sound, random) {
    const swell = drift(random, { low: 0.75, high: 1.1, seconds: 4 })
    for (const channel of sound) fill(channel, swell, random)
    applyToBoth(highPass({ rate, frequency: 500, q: 0.5 }), ...sound)
    applyToBoth(lowPass({ rate, frequency: 3_800, q: 0.4 }), ...sound)
    // Nearby drops that are heard one by one.
    const drops = Array.from({ length: 28 }, () => {
      const hertz = between(random, 700, 4_200)
      return blip({ from: hertz * 1.5, to: hertz, length: between(random, 0.006, 0.024), power: 0.5 })
    })
    const count = Math.round(seconds(sound[0]) * 40)
    for (let index = 0; index < count; index += 1) {
      const drop = drops[Math.floor(random() * drops.length)]
      if (drop) put(sound, Math.floor(random() * sound[0].length), drop, { gain: 0.06 + 0.5 * random() ** 3, place: random() })
    }
  },
  wind(sound, random) {
    const gust = drift(random, { low: 0.25, high: 1, seconds: 3.1 })
    for (const channel of sound) {
      const pitch = drift(random, { low: 220, high: 620, seconds: 2.3 })
      windBand(channel, (time) => pitch(time) * (0.7 + 0.6 * gust(time)), { level: gust, q: 2.2, random })
      windBand(channel, (time) => 2.4 * pitch(time), { level: (time) => 0.16 * gust(time) ** 2, q: 7, random })
    }
  },
  sea(sound, random) {
    const length = seconds(sound[0])
    for (const channel of sound) fill(channel, drift(random, { low: 0.16, high: 0.26, seconds: 5 }), random)
    applyToBoth(lowPass({ rate, frequency: 420, q: 0.5 }), ...sound)
    const wash: Stereo = [new Float32Array(sound[0].length), new Float32Array(sound[1].length)]
    for (const channel of wash) fill(channel, drift(random, { low: 0.018, high: 0.04, seconds: 2.2 }), random)
    applyToBoth(bandPass({ rate, frequency: 1_100, q: 0.35 }), ...wash)
    add(sound[0], wash[0], 1)
    add(sound[1], wash[1], 1)
    for (let at = -4; at < length; at += between(random, 3.4, 5.4)) {
      wave(sound, {
        start: at,
        rise: between(random, 1.8, 2.8),
        fall: between(random, 3, 4.6),
        level: between(random, 0.5, 1),
        lean: between(random, -0.3, 0.3),
        random,
      })
    }
    applyToBoth(highShelf({ rate, frequency: 5_500, decibels: -7 }), ...sound)
  },
  fire(sound, random) {
    for (const channel of sound) {
      fill(channel, drift(random, { low: 0.5, high: 0.9, seconds: 1.2 }), random)
      applyFilter(lowPass({ rate, frequency: 260, q: 0.6 }), channel)
      const flames = new Float32Array(channel.length)
      fill(flames, drift(random, { low: 0.02, high: 0.09, seconds: 0.35 }), random)
      applyFilter(bandPass({ rate, frequency: 1_400, q: 0.5 }), flames)
      add(channel, flames, 1)
    }
    const count = Math.round(seconds(sound[0]) * 15)
    for (let index = 0; index < count; index += 1) {
      const at = Math.floor(random() * sound[0].length)
      const burst = random() < 0.12 ? 5 : 1
      for (let crack = 0; crack < burst; crack += 1)
        put(sound, at + Math.floor(random() * burst * 450), crackle(random), {
          gain: 0.15 + 0.8 * random() ** 4,
          place: between(random, 0.25, 0.75),
        })
    }
  },
  birds(sound, random) {
    for (const channel of sound) {
      fill(channel, () => 0.012, random)
      applyFilter(bandPass({ rate, frequency: 900, q: 0.3 }), channel)
    }
    const singers = Array.from({ length: 4 }, () => ({
      song: song(random),
      place: random(),
      distance: between(random, 0.25, 1),
      pause: between(random, 1.4, 4),
    }))
    for (const { song: phrase, place, distance, pause } of singers) {
      for (let at = random() * pause; at < seconds(sound[0]); at += phrase.length / rate + pause * between(random, 0.6, 1.5)) {
        put(sound, Math.floor(at * rate), phrase, { gain: distance * between(random, 0.7, 1), place })
      }
    }
    standInside(sound, { seconds: 1.3, level: 0.3 })
  },
  thunder(sound, random) {
    makers.rain(sound, random)
    for (const channel of sound) for (let index = 0; index < channel.length; index += 1) channel[index] = (channel[index] ?? 0) * 0.16
    const length = seconds(sound[0])
    for (let at = between(random, 0.4, 1.6); at < length; at += between(random, 6, 11)) {
      put(sound, Math.floor(at * rate), rumble(random), { gain: between(random, 1.6, 2.8), place: between(random, 0.3, 0.7) })
    }
    standInside(sound, { seconds: 3, level: 0.25 })
  },
  stream(sound, random) {
    for (const channel of sound) fill(channel, drift(random, { low: 0.2, high: 0.34, seconds: 0.6 }), random)
    applyToBoth(bandPass({ rate, frequency: 1_500, q: 0.4 }), ...sound)
    applyToBoth(lowPass({ rate, frequency: 5_200 }), ...sound)
    const bubbles = Array.from({ length: 14 }, () => {
      const hertz = between(random, 380, 1_500)
      return blip({ from: hertz, to: hertz * between(random, 1.15, 1.7), length: between(random, 0.02, 0.075), power: 1.6 })
    })
    const count = Math.round(seconds(sound[0]) * 42)
    for (let index = 0; index < count; index += 1) {
      const bubble = bubbles[Math.floor(random() * bubbles.length)]
      if (bubble)
        put(sound, Math.floor(random() * sound[0].length), bubble, { gain: 0.05 + 0.3 * random() ** 2, place: between(random, 0.1, 0.9) })
    }
  },
  crickets(sound, random) {
    for (const channel of sound) {
      fill(channel, () => 0.02, random)
      applyFilter(lowPass({ rate, frequency: 700 }), channel)
    }
    for (let singer = 0; singer < 6; singer += 1) {
      const chirp = cricket(between(random, 3_900, 5_200), Math.floor(between(random, 3, 7)))
      const every = between(random, 0.55, 1.2)
      const place = random()
      const gain = between(random, 0.15, 0.8)
      for (let at = random() * every; at < seconds(sound[0]); at += every * between(random, 0.96, 1.05))
        put(sound, Math.floor(at * rate), chirp, { gain, place })
    }
  },
  city(sound, random) {
    for (const channel of sound) {
      fill(channel, drift(random, { low: 0.6, high: 0.9, seconds: 2 }), random)
      applyFilter(lowPass({ rate, frequency: 190, q: 0.5 }), channel)
      const hum = new Float32Array(channel.length)
      fill(hum, drift(random, { low: 0.03, high: 0.06, seconds: 1.4 }), random)
      applyFilter(bandPass({ rate, frequency: 700, q: 0.4 }), hum)
      add(channel, hum, 1)
    }
    for (let at = -2; at < seconds(sound[0]); at += between(random, 2.2, 4.8)) passingCar(sound, at, random)
    if (seconds(sound[0]) > 6) {
      const horn = new Float32Array(Math.ceil(0.42 * rate))
      for (const hertz of [392, 494])
        for (let index = 0; index < horn.length; index += 1)
          horn[index] =
            (horn[index] ?? 0) + 0.05 * Math.sign(Math.sin((tau * hertz * index) / rate)) * Math.sin((Math.PI * index) / horn.length) ** 0.3
      applyFilter(lowPass({ rate, frequency: 900 }), horn)
      put(sound, Math.floor(between(random, 0.3, 0.7) * sound[0].length), horn, { gain: 0.5, place: random() })
    }
  },
}

/** Adds the echo of a distant sound from a wood or a hillside. */
function standInside([left, right]: Stereo, { seconds: length, level }: { seconds: number; level: number }): void {
  const send = new Float32Array(left.length)
  add(send, left, 0.5)
  add(send, right, 0.5)
  addRoom(send, { left, right }, { seconds: length, dull: 0.45, level })
}

/** Noise through a moving resonance, which gives wind its pitch. */
function windBand(
  channel: Float32Array,
  hertz: (time: number) => number,
  { level, q, random }: { level: (time: number) => number; q: number; random: Random },
): void {
  const state = new Float64Array(2)
  for (let start = 0; start < channel.length; start += blockSamples) {
    const time = start / rate
    const step = 2 * Math.sin((Math.PI * Math.min(6_000, hertz(time))) / rate)
    const to = Math.min(channel.length, start + blockSamples)
    blowBlock(channel, state, {
      from: start,
      to,
      step,
      damping: 1 / q,
      loud: level(time),
      offset: Math.floor(random() * noiseLength) - start,
    })
  }
}

/** `state` is the state of the filter: the low-pass and the band-pass output. */
function blowBlock(
  channel: Float32Array,
  state: Float64Array,
  { from, to, step, damping, loud, offset }: Block & { step: number; damping: number; loud: number; offset: number },
): void {
  let [low = 0, band = 0] = state
  for (let index = from; index < to; index += 1) {
    low += step * band
    band += step * ((noise[offset + index] ?? 0) - low - damping * band)
    channel[index] = (channel[index] ?? 0) + band * loud
  }
  state[0] = low
  state[1] = band
}

/** A wave that runs up the beach: its body, brighter as it breaks, then the hiss of the foam. */
function wave(
  [left, right]: Stereo,
  { start, rise, fall, level, lean, random }: { start: number; rise: number; fall: number; level: number; lean: number; random: Random },
): void {
  const first = Math.floor(start * rate)
  const count = Math.min(Math.floor((rise + fall) * rate), left.length - first)
  const state: WaveState = { bodyLeft: 0, bodyRight: 0, deepLeft: 0, deepRight: 0 }
  for (let from = Math.max(0, -first); from < count; from += blockSamples) {
    const time = from / rate
    const share = time < rise ? time / rise : 1 - (time - rise) / fall
    const loud = share ** (time < rise ? 2.4 : 1.7) * level
    breakWave(left, right, state, {
      from: first + from,
      to: first + Math.min(count, from + blockSamples),
      brightness: 0.04 + 0.5 * share ** 1.5,
      toLeft: loud * (1 - lean),
      toRight: loud * (1 + lean),
      noiseLeft: Math.floor(random() * noiseLength),
      noiseRight: Math.floor(random() * noiseLength),
    })
  }
}

type WaveState = { bodyLeft: number; bodyRight: number; deepLeft: number; deepRight: number }

/** A stretch of a wave through an opening low-pass, without the lowest frequencies. */
function breakWave(
  left: Float32Array,
  right: Float32Array,
  state: WaveState,
  {
    from,
    to,
    brightness,
    toLeft,
    toRight,
    noiseLeft,
    noiseRight,
  }: { from: number; to: number; brightness: number; toLeft: number; toRight: number; noiseLeft: number; noiseRight: number },
): void {
  let { bodyLeft, bodyRight, deepLeft, deepRight } = state
  for (let index = from; index < to; index += 1) {
    bodyLeft += brightness * ((noise[noiseLeft + index - from] ?? 0) - bodyLeft)
    bodyRight += brightness * ((noise[noiseRight + index - from] ?? 0) - bodyRight)
    deepLeft += 0.06 * (bodyLeft - deepLeft)
    deepRight += 0.06 * (bodyRight - deepRight)
    left[index] = (left[index] ?? 0) + (bodyLeft - 0.5 * deepLeft) * toLeft
    right[index] = (right[index] ?? 0) + (bodyRight - 0.5 * deepRight) * toRight
  }
  state.bodyLeft = bodyLeft
  state.bodyRight = bodyRight
  state.deepLeft = deepLeft
  state.deepRight = deepRight
}

function crackle(random: Random): Float32Array {
  const out = new Float32Array(Math.ceil(between(random, 0.002, 0.014) * rate))
  for (let index = 0; index < out.length; index += 1) out[index] = noiseOf(random) * Math.exp((-6 * index) / out.length)
  applyFilter(bandPass({ rate, frequency: between(random, 1_200, 5_500), q: 1.2 }), out)
  return out.map((value) => value * 2)
}

/** A bird's phrase: a few notes of one kind, some of them trilled. */
function song(random: Random): Float32Array {
  const base = between(random, 2_200, 4_400)
  const kind = Math.floor(random() * 4)
  const notes: Float32Array[] = []
  const count = Math.floor(between(random, 2, 7))
  for (let index = 0; index < count; index += 1) {
    const from = base * between(random, 0.9, 1.25)
    if (kind === 0) notes.push(blip({ from: from * 1.4, to: from * 0.85, length: between(random, 0.06, 0.14) }))
    else if (kind === 1)
      notes.push(
        blip({ from: from * 0.8, to: from * 1.3, length: between(random, 0.05, 0.1) }),
        blip({ from: from * 1.3, to: from, length: 0.07 }),
      )
    else if (kind === 2) for (let trill = 0; trill < 5; trill += 1) notes.push(blip({ from, to: from * 1.12, length: 0.035 }))
    else notes.push(blip({ from, to: from * 0.98, length: between(random, 0.14, 0.3) }))
    notes.push(new Float32Array(Math.floor(between(random, 0.02, 0.11) * rate)))
  }
  const out = new Float32Array(notes.reduce((sum, note) => sum + note.length, 0))
  let offset = 0
  for (const note of notes) {
    out.set(note, offset)
    offset += note.length
  }
  return out.map((value) => value * 0.5)
}

/** A clap of thunder: a crack, then a roll that falls in pitch and fades. */
function rumble(random: Random): Float32Array {
  const length = between(random, 4, 7)
  const out = new Float32Array(Math.ceil(length * rate))
  const roll = drift(random, { low: 0.3, high: 1, seconds: 0.28 })
  let low = 0
  let lower = 0
  for (let index = 0; index < out.length; index += 1) {
    const time = index / rate
    const share = time / length
    const coefficient = 0.008 + 0.17 * Math.exp(-time * 3.2)
    low += coefficient * (noiseOf(random) - low)
    lower += 0.04 * (low - lower)
    if (index % 64 === 0 && share > 1) break
    out[index] = (low * 0.7 + lower) * roll(time) * Math.min(1, time * 14) * (1 - share) ** 1.5 * 6
  }
  return out
}

function cricket(hertz: number, pulses: number): Float32Array {
  const pulse = Math.floor(0.017 * rate)
  const gap = Math.floor(0.014 * rate)
  const out = new Float32Array(pulses * (pulse + gap))
  for (let number = 0; number < pulses; number += 1) {
    for (let index = 0; index < pulse; index += 1) {
      const at = number * (pulse + gap) + index
      out[at] = 0.3 * Math.sin((tau * hertz * index) / rate) * Math.sin((Math.PI * index) / pulse)
    }
  }
  return out
}

/** A car that passes from one side to the other: the noise of its tyres. */
function passingCar(sound: Stereo, start: number, random: Random): void {
  const length = between(random, 3, 5.5)
  const first = Math.floor(start * rate)
  const toRight = random() < 0.5
  const loud = between(random, 0.08, 0.22)
  let dull = 0
  let deep = 0
  for (let index = 0; index < length * rate; index += 1) {
    const at = first + index
    const share = index / (length * rate)
    const near = Math.sin(Math.PI * share) ** 3
    dull += (0.06 + 0.22 * near) * (noiseOf(random) - dull)
    deep += 0.02 * (dull - deep)
    if (at < 0 || at >= sound[0].length) continue
    const place = toRight ? share : 1 - share
    const value = (dull - deep) * near * loud
    sound[0][at] = (sound[0][at] ?? 0) + value * (1 - place)
    sound[1][at] = (sound[1][at] ?? 0) + value * place
  }
}
