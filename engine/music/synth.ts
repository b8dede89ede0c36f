import { inBlocks } from '../sound/blocks.ts'
import { applyFilter, applyToBoth, highShelf, lowPass, lowShelf } from '../sound/filters.ts'
import { decibels, master } from '../sound/loudness.ts'
import { sampleRate } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import { randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import { layEffects, makeEffects } from './effects.ts'
import type { Stereo } from './effect-tools.ts'
import { rootMeanSquare } from './level.ts'
import { addEcho, addHalfRate, addRoom, halfRate } from './room.ts'
import type { Ears } from './room.ts'
import type { Mix, Note, Score, Track } from './score.ts'
import { rateOf, releases, renderNote, trims } from './voices.ts'
import type { StereoNote } from './tones.ts'

export type SynthOptions = { seed: number; checkpoint(): void; onProgress(fraction: number): void }

/** The peak is low enough for the overshoot of a lossy encoder. */
const target = { loudness: -14, peak: -1.9 }
/** Longest tail after the end of a loop that is mixed into its beginning. */
const loopTailSeconds = 4
const fadeSeconds = 1.4
/** Variants of each drum stroke, played in turn, because identical strokes sound mechanical. */
const strokes = 3
const lookEvery = 24
/** Shares below this are not sent to the room. */
const leastRoom = 0.05
/** Samples between two changes of the delay that produces a record's wow and flutter. */
const waverStep = 32

/** Plays a score: stereo at 48 kHz, exactly as long as the score, -14 LUFS, without clipping. */
export function playScore(score: Score, options: SynthOptions): Sound {
  const length = Math.round(score.seconds * sampleRate)
  const { left, right } = finishMix(playTracks(score, length, options), score, options)
  options.onProgress(0.85)
  const channels: Sound['channels'] = score.loop ? [folded(left, length), folded(right, length)] : [left, right]
  if (score.effects.length > 0) {
    layEffects(channels, makeEffects(score.effects, { seed: options.seed, length, loop: score.loop, checkpoint: options.checkpoint }))
  }
  if (!score.loop) fadeOut(channels)
  options.checkpoint()
  masterMusic(channels, score.loop)
  options.onProgress(1)
  return { sampleRate, channels }
}

function playTracks(score: Score, length: number, options: SynthOptions): Desk {
  const desk: Desk = {
    length: length + (score.loop ? loopTailSeconds * sampleRate : 0),
    rest: null,
    dull: null,
    drums: null,
    room: null,
    echo: null,
  }
  const notes = score.tracks.reduce((sum, track) => sum + track.notes.length, 0)
  let played = 0
  for (const track of score.tracks) {
    playTrack(track, desk, {
      ...options,
      mix: score.mix,
      onNote() {
        played += 1
        if (played % lookEvery !== 0) return
        options.checkpoint()
        options.onProgress((0.7 * played) / notes)
      },
    })
  }
  options.checkpoint()
  return desk
}

/**
 * The buses of a mix, at the full and at half the rate. The drums have their own, because everything else ducks under them. The sends to
 * the room and to the echo are at half the rate. An unused bus is null.
 */
type Desk = {
  /** Length in samples at the full rate. */
  length: number
  rest: Ears | null
  dull: Ears | null
  drums: Ears | null
  room: Float32Array | null
  echo: Float32Array | null
}

const openEars = (length: number): Ears => ({ left: new Float32Array(length), right: new Float32Array(length) })
const halfOf = (length: number) => Math.ceil(length / 2)

/** The bus of a track. */
function earsFor(track: Track, desk: Desk, mix: Mix): Ears {
  if (mix.pump > 0 && track.role === 'drums') return (desk.drums ??= openEars(desk.length))
  if (rateOf(track.voice) === halfRate) return (desk.dull ??= openEars(halfOf(desk.length)))
  return (desk.rest ??= openEars(desk.length))
}

function playTrack(track: Track, desk: Desk, { seed, mix, onNote }: SynthOptions & { mix: Mix; onNote(): void }): void {
  const release = releases[track.voice] ?? 0
  const isDrum = track.role === 'drums'
  const rate = rateOf(track.voice)
  const ears = earsFor(track, desk, mix)
  const room = track.room >= leastRoom ? (desk.room ??= new Float32Array(halfOf(desk.length))) : null
  const echo = track.echo > 0 && mix.echoSeconds > 0 ? (desk.echo ??= new Float32Array(halfOf(desk.length))) : null
  const gain = decibels(track.level) * (trims[track.voice] ?? 1)
  // Most notes of a piece repeat, so each pitch is rendered once, for its longest duration.
  const longest = new Map<number, number>()
  for (const note of track.notes) longest.set(note.pitch, Math.max(longest.get(note.pitch) ?? 0, note.length))
  const rendered = new Map<string, StereoNote>()
  track.notes.forEach((note, index) => {
    onNote()
    const stroke = isDrum ? index % strokes : 0
    const key = `${note.pitch} ${stroke}`
    let sound = rendered.get(key)
    if (!sound) {
      sound = renderNote(
        track.voice,
        note.pitch,
        (longest.get(note.pitch) ?? note.length) + release,
        randomFor(seed, `${track.voice} ${key}`),
      )
      rendered.set(key, sound)
    }
    mixNote(note, sound, { ears, rate, room, echo, track, gain, release: isDrum ? null : release })
  })
}

type MixOptions = {
  ears: Ears
  rate: number
  room: Float32Array | null
  echo: Float32Array | null
  track: Track
  gain: number
  release: number | null
}

function mixNote(note: Note, sound: StereoNote, { ears, rate, room, echo, track, gain, release }: MixOptions): void {
  const place = Math.max(0, Math.min(1, track.pan + track.width * Math.max(-0.5, Math.min(0.5, (note.pitch - 62) / 36))))
  // Perceived loudness grows faster than the velocity.
  const level = gain * note.velocity ** 1.4
  const toLeft = level * Math.cos((place * Math.PI) / 2) * Math.SQRT2
  const toRight = level * Math.sin((place * Math.PI) / 2) * Math.SQRT2
  const start = Math.round(note.start * rate)
  const { length } = sound.left
  const held = release === null ? length : Math.min(length, Math.round(note.length * rate))
  const dying = release === null ? 0 : Math.min(length - held, Math.round(release * rate))
  const end = Math.min(held + dying, ears.left.length - start)
  const body = Math.min(held, end)
  if (sound.left === sound.right) addPoint(ears, sound.left, { start, count: body, toLeft, toRight })
  else {
    addStretch(ears.left, sound.left, { start, count: body, gain: toLeft })
    addStretch(ears.right, sound.right, { start, count: body, gain: toRight })
  }
  addDying(ears.left, sound.left, { start, from: body, end, dying, gain: toLeft })
  addDying(ears.right, sound.right, { start, from: body, end, dying, gain: toRight })
  const send = rate === halfRate ? addStretch : addHalved
  if (room) send(room, sound.left, { start, count: body, gain: level * track.room })
  if (echo) send(echo, sound.left, { start, count: body, gain: level * track.echo })
}

/** Adds a sound from one point to both channels. */
function addPoint(
  { left, right }: Ears,
  samples: Float32Array,
  { start, count, toLeft, toRight }: { start: number; count: number; toLeft: number; toRight: number },
): void {
  const intoLeft = left.subarray(start, start + count)
  const intoRight = right.subarray(start, start + count)
  for (let index = 0; index < intoLeft.length; index += 1) {
    const value = samples[index] ?? 0
    intoLeft[index] = (intoLeft[index] ?? 0) + value * toLeft
    intoRight[index] = (intoRight[index] ?? 0) + value * toRight
  }
}

type Placed = { start: number; count: number; gain: number }

function addStretch(out: Float32Array, samples: Float32Array, { start, count, gain }: Placed): void {
  const into = out.subarray(start, start + count)
  for (let index = 0; index < into.length; index += 1) into[index] = (into[index] ?? 0) + (samples[index] ?? 0) * gain
}

/** Halves the rate: two samples become one. */
function addHalved(out: Float32Array, samples: Float32Array, { start, count, gain }: Placed): void {
  const first = start >> 1
  const pairs = count >> 1
  for (let index = 0; index < pairs; index += 1)
    out[first + index] = (out[first + index] ?? 0) + ((samples[2 * index] ?? 0) + (samples[2 * index + 1] ?? 0)) * (gain / 2)
}

/** Adds the decay of a note after its release. */
function addDying(
  out: Float32Array,
  samples: Float32Array,
  { start, from, end, dying, gain }: { start: number; from: number; end: number; dying: number; gain: number },
): void {
  const step = 1 / Math.max(1, dying)
  for (let index = from; index < end; index += 1) {
    const share = 1 - (index - from) * step
    out[start + index] = (out[start + index] ?? 0) + (samples[index] ?? 0) * share * share * gain
  }
}

function finishMix(desk: Desk, score: Score, { seed, checkpoint }: SynthOptions): Ears {
  const { mix } = score
  const { length, drums, room, echo } = desk
  const rest = desk.rest ?? openEars(length)
  const dull = desk.dull ?? openEars(halfOf(length))
  if (echo) {
    addEcho(echo, dull, mix.echoSeconds)
    checkpoint()
  }
  if (room) addRoom(room, dull, { seconds: mix.roomSeconds, dull: 0.32, level: 0.3 * mix.roomLevel })
  checkpoint()
  addHalfRate(rest.left, dull.left, 1)
  addHalfRate(rest.right, dull.right, 1)
  if (mix.pump > 0) duck(rest, score, mix.pump)
  checkpoint()
  const { left, right } = rest
  if (drums) {
    addStretch(left, drums.left, { start: 0, count: left.length, gain: 1 })
    addStretch(right, drums.right, { start: 0, count: right.length, gain: 1 })
  }
  colour(rest, mix)
  if (mix.vinyl) wearOut([left, right], seed, score.seconds)
  checkpoint()
  return { left, right }
}

/** Ducks a bus under the bass drum; it recovers before the next stroke. */
function duck({ left, right }: Ears, score: Score, depth: number): void {
  const beat = 60 / score.bpm
  const recover = Math.round(Math.min(0.42, beat * 0.85) * sampleRate)
  const fall = Math.round(0.004 * sampleRate)
  const strokesAt = score.tracks
    .filter((track) => track.voice === 'kick' || track.voice === 'deep-kick')
    .flatMap((track) => track.notes.filter((note) => note.velocity > 0.4).map((note) => Math.round(note.start * sampleRate)))
    .toSorted((a, b) => a - b)
  strokesAt.forEach((start, number) => {
    const to = Math.min(left.length, start + recover, strokesAt[number + 1] ?? Infinity)
    duckStroke({ left, right }, { from: start, to, fall, recover, depth })
  })
}

type Stroke = {
  from: number
  to: number
  /** Samples from the stroke to the lowest gain and to the full one. */ fall: number
  recover: number
  depth: number
}

function duckStroke({ left, right }: Ears, { from, to, fall, recover, depth }: Stroke): void {
  for (let index = from; index < to; index += 1) {
    const since = index - from
    const share = since < fall ? since / fall : 1 - (since - fall) / (recover - fall)
    const gain = 1 - depth * share * share * (since < fall ? 1 : share)
    left[index] = (left[index] ?? 0) * gain
    right[index] = (right[index] ?? 0) * gain
  }
}

function colour({ left, right }: Ears, { low, high }: Mix): void {
  if (low !== 0) applyToBoth(lowShelf({ rate: sampleRate, frequency: 110, decibels: low }), left, right)
  if (high !== 0) applyToBoth(highShelf({ rate: sampleRate, frequency: 6_000, decibels: high }), left, right)
}

/** Imitates an old record: unsteady speed, no highs, crackle. */
function wearOut(channels: Sound['channels'], seed: number, seconds: number): void {
  const random = randomFor(seed, 'vinyl')
  const [left] = channels
  const length = left.length
  // The wow completes whole cycles within the piece, so that a loop stays seamless.
  const turns = Math.max(1, Math.round(0.55 * seconds)) / seconds
  const waver = Math.max(1, Math.round(5.3 * seconds)) / seconds
  for (const channel of channels) {
    applyFilter(lowPass({ rate: sampleRate, frequency: 9_000, q: 0.6 }), channel)
    const straight = channel.slice()
    for (let start = 0; start < length; start += waverStep) {
      const time = start / sampleRate
      const delay = 28 + 22 * Math.sin(2 * Math.PI * turns * time) + 1.6 * Math.sin(2 * Math.PI * waver * time)
      delayStretch(channel, straight, delay, { from: start, to: Math.min(length, start + waverStep) })
    }
  }
  let hiss = 0
  inBlocks(length, (from, to) => {
    hiss = addHiss(channels, hiss, random, { from, to })
  })
  const clicks = Math.round(seconds * 9)
  for (let click = 0; click < clicks; click += 1) {
    const at = Math.floor(random() * (length - 100))
    const level = 0.004 + 0.03 * random() ** 6
    const place = random()
    for (let index = 0; index < 60; index += 1) {
      const value = level * Math.exp(-index / 9) * (random() * 2 - 1)
      channels.forEach((channel, side) => {
        channel[at + index] = (channel[at + index] ?? 0) + value * (side === 0 ? 1 - place : place)
      })
    }
  }
}

/** Reads a stretch of a sound with a varying delay, in samples. */
function delayStretch(out: Float32Array, samples: Float32Array, delay: number, { from, to }: { from: number; to: number }): void {
  for (let index = from; index < to; index += 1) {
    const source = index - delay
    const whole = Math.floor(source)
    const first = samples[whole] ?? 0
    out[index] = first + ((samples[whole + 1] ?? 0) - first) * (source - whole)
  }
}

function addHiss(
  [left, right = left]: Sound['channels'],
  before: number,
  random: Random,
  { from, to }: { from: number; to: number },
): number {
  let hiss = before
  for (let index = from; index < to; index += 1) {
    hiss += 0.25 * ((random() - 0.5) * 0.004 - hiss)
    left[index] = (left[index] ?? 0) + hiss
    if (right !== left) right[index] = (right[index] ?? 0) + hiss
  }
  return hiss
}

/** Folds the tail after the end into the beginning. */
function folded(samples: Float32Array, length: number): Float32Array {
  const loop = samples.slice(0, length)
  for (let index = length; index < samples.length; index += 1) {
    const at = (index - length) % length
    loop[at] = (loop[at] ?? 0) + (samples[index] ?? 0)
  }
  return loop
}

function fadeOut(channels: Sound['channels']): void {
  const [first] = channels
  const length = Math.min(Math.round(fadeSeconds * sampleRate), Math.floor(first.length / 4))
  for (const channel of channels) {
    for (let index = 0; index < length; index += 1) {
      const share = index / length
      const at = channel.length - 1 - index
      channel[at] = (channel[at] ?? 0) * share * share * (3 - 2 * share)
    }
  }
}

/** Normalizes to the loudness that streaming services use. */
export function masterMusic(channels: Sound['channels'], loop: boolean): void {
  compress(channels)
  master(channels, target, { loop })
}

const ratio = 0.4

/** Compresses passages much louder than the whole, slowly enough to be inaudible. */
function compress([left, right = left]: Sound['channels']): void {
  const usual = rootMeanSquare([left, right])
  const threshold = (usual * 1.2) ** 2
  const step = 48
  const attack = 1 - Math.exp(-step / (0.02 * sampleRate))
  const release = 1 - Math.exp(-step / (0.22 * sampleRate))
  let power = usual * usual
  let gain = 1
  for (let start = 0; start < left.length; start += step) {
    const end = Math.min(left.length, start + step)
    const now = energyOf([left, right], start, end) / (2 * (end - start))
    power += (now > power ? attack : release) * (now - power)
    const wanted = power > threshold ? (threshold / power) ** (ratio / 2) : 1
    gain = glide([left, right], { from: start, to: end, gain, slope: (wanted - gain) / (end - start) })
  }
}

function energyOf([left, right]: Stereo, from: number, to: number): number {
  let energy = 0
  for (let index = from; index < to; index += 1) {
    const l = left[index] ?? 0
    const r = right[index] ?? 0
    energy += l * l + r * r
  }
  return energy
}

type Glide = { from: number; to: number; gain: number; /** Change of the gain per sample. */ slope: number }

function glide([left, right]: Stereo, { from, to, gain, slope }: Glide): number {
  let now = gain
  for (let index = from; index < to; index += 1) {
    now += slope
    left[index] = (left[index] ?? 0) * now
    if (right !== left) right[index] = (right[index] ?? 0) * now
  }
  return now
}
