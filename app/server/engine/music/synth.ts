import { applyFilter, highShelf, lowPass, lowShelf } from '../filters.ts'
import { decibels, master } from '../loudness.ts'
import { sampleRate } from '../pcm.ts'
import type { Sound } from '../pcm.ts'
import { randomFor } from '../random.ts'
import { addEffects } from './effects.ts'
import { addEcho, addHalfRate, renderRoom } from './room.ts'
import type { Mix, Note, Score, Track } from './score.ts'
import { releases, renderNote } from './voices.ts'
import type { StereoNote } from './tones.ts'

export type SynthOptions = { seed: number; checkpoint(): void; onProgress(fraction: number): void }

/** The peak leaves room for what a lossy encoder adds. */
const target = { loudness: -14, peak: -1.5 }
/** What still rings at the end of a loop is heard at its beginning. */
const loopTailSeconds = 4
const fadeSeconds = 1.4
/** Strokes of one drum in turn, so that a roll is no machine gun. */
const strokes = 3
const lookEvery = 24
/** Less than this is not worth sending to the room. */
const leastRoom = 0.05

/** Plays a score: stereo at 48 kHz, exactly as long as the score, -14 LUFS, never clipping. */
export function playScore(score: Score, options: SynthOptions): Sound {
  const length = Math.round(score.seconds * sampleRate)
  const total = length + (score.loop ? loopTailSeconds * sampleRate : 0)
  const desk = openDesk(total, score.mix.echoSeconds > 0)
  const notes = score.tracks.reduce((sum, track) => sum + track.notes.length, 0)
  let played = 0
  for (const track of score.tracks) {
    playTrack(track, desk, score, {
      ...options,
      onNote() {
        played += 1
        if (played % lookEvery !== 0) return
        options.checkpoint()
        options.onProgress((0.7 * played) / notes)
      },
    })
  }
  options.checkpoint()
  const { left, right } = finishMix(desk, score, options)
  options.onProgress(0.85)
  const channels: Sound['channels'] = score.loop ? [folded(left, length), folded(right, length)] : [left, right]
  addEffects(channels, score.effects, { seed: options.seed, loop: score.loop, checkpoint: options.checkpoint })
  if (!score.loop) fadeOut(channels)
  options.checkpoint()
  masterMusic(channels, score.loop)
  options.onProgress(1)
  return { sampleRate, channels }
}

/** Where all tracks meet: what ducks under the bass drum, what does not, and what is sent to the room and the echo. */
type Desk = { drums: Side; rest: Side; room: Float32Array; echo: Float32Array }
type Side = { left: Float32Array; right: Float32Array }

function openDesk(length: number, hasEcho: boolean): Desk {
  const side = (): Side => ({ left: new Float32Array(length), right: new Float32Array(length) })
  return { drums: side(), rest: side(), room: new Float32Array(Math.ceil(length / 2)), echo: new Float32Array(hasEcho ? length : 0) }
}

function playTrack(track: Track, desk: Desk, score: Score, { seed, onNote }: SynthOptions & { onNote(): void }): void {
  const release = releases[track.voice] ?? 0
  const isDrum = track.role === 'drums'
  const side = isDrum ? desk.drums : desk.rest
  const gain = decibels(track.level)
  // A pitch is rendered once, as long as it is ever held: most notes of a piece come back.
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
    mixNote(note, sound, {
      side,
      desk,
      track,
      gain,
      release: isDrum ? null : release,
      end: desk.rest.left.length,
    })
  })
}

type MixOptions = { side: Side; desk: Desk; track: Track; gain: number; release: number | null; end: number }

function mixNote(note: Note, sound: StereoNote, { side: { left, right }, desk, track, gain, release, end }: MixOptions): void {
  const place = Math.max(0, Math.min(1, track.pan + track.width * Math.max(-0.5, Math.min(0.5, (note.pitch - 62) / 36))))
  // Twice as loud to play is more than twice as loud to hear.
  const level = gain * note.velocity ** 1.4
  const toLeft = level * Math.cos((place * Math.PI) / 2) * Math.SQRT2
  const toRight = level * Math.sin((place * Math.PI) / 2) * Math.SQRT2
  const toRoom = level * track.room
  const toEcho = level * track.echo
  const start = Math.round(note.start * sampleRate)
  const held = release === null ? sound.left.length : Math.min(sound.left.length, Math.round(note.length * sampleRate))
  const dying = release === null ? 0 : Math.min(sound.left.length - held, Math.round(release * sampleRate))
  const count = Math.min(held + dying, end - start)
  const bodyEnd = Math.min(held, count)
  const { room, echo } = desk
  for (let index = 0; index < bodyEnd; index += 1) {
    const at = start + index
    left[at] = (left[at] ?? 0) + (sound.left[index] ?? 0) * toLeft
    right[at] = (right[at] ?? 0) + (sound.right[index] ?? 0) * toRight
  }
  if (track.room >= leastRoom) sendToRoom(room, sound.left, { start, count: bodyEnd, gain: toRoom })
  for (let index = bodyEnd; index < count; index += 1) {
    const share = 1 - (index - held) / dying
    const fade = share * share
    const value = (sound.left[index] ?? 0) * fade
    const at = start + index
    left[at] = (left[at] ?? 0) + value * toLeft
    right[at] = (right[at] ?? 0) + (sound.right[index] ?? 0) * fade * toRight
  }
  if (toEcho === 0 || echo.length === 0) return
  for (let index = 0; index < bodyEnd; index += 1) echo[start + index] = (echo[start + index] ?? 0) + (sound.left[index] ?? 0) * toEcho
}

/** The room hears at half the rate, each two samples as one. */
function sendToRoom(
  room: Float32Array,
  samples: Float32Array,
  { start, count, gain }: { start: number; count: number; gain: number },
): void {
  const half = gain / 2
  let at = start >> 1
  for (let index = 0; index + 1 < count; index += 2) {
    room[at] = (room[at] ?? 0) + ((samples[index] ?? 0) + (samples[index + 1] ?? 0)) * half
    at += 1
  }
}

function finishMix(desk: Desk, score: Score, { seed, checkpoint }: SynthOptions): { left: Float32Array; right: Float32Array } {
  const { mix } = score
  const { drums, rest } = desk
  if (mix.echoSeconds > 0) {
    addEcho(desk.echo, rest, mix.echoSeconds)
    checkpoint()
  }
  const room = renderRoom(desk.room, { seconds: mix.roomSeconds, dull: 0.32 })
  checkpoint()
  addHalfRate(rest.left, room.left, 0.3 * mix.roomLevel)
  addHalfRate(rest.right, room.right, 0.3 * mix.roomLevel)
  if (mix.pump > 0) duck(rest, score, mix.pump)
  checkpoint()
  const { left, right } = rest
  for (let index = 0; index < left.length; index += 1) {
    left[index] = (left[index] ?? 0) + (drums.left[index] ?? 0)
    right[index] = (right[index] ?? 0) + (drums.right[index] ?? 0)
  }
  colour([left, right], mix)
  if (mix.vinyl) wearOut([left, right], seed, score.seconds)
  checkpoint()
  return { left, right }
}

/** Everything makes way for the bass drum, and comes back before its next stroke. */
function duck({ left, right }: { left: Float32Array; right: Float32Array }, score: Score, depth: number): void {
  const beat = 60 / score.bpm
  const recover = Math.round(Math.min(0.42, beat * 0.85) * sampleRate)
  const fall = Math.round(0.004 * sampleRate)
  const strokesAt = score.tracks
    .filter((track) => track.voice === 'kick' || track.voice === 'deep-kick')
    .flatMap((track) => track.notes.filter((note) => note.velocity > 0.4).map((note) => Math.round(note.start * sampleRate)))
    .toSorted((a, b) => a - b)
  strokesAt.forEach((start, number) => {
    const end = Math.min(left.length, start + recover, strokesAt[number + 1] ?? Infinity)
    for (let index = start; index < end; index += 1) {
      const since = index - start
      const share = since < fall ? since / fall : 1 - (since - fall) / (recover - fall)
      const gain = 1 - depth * share * share * (since < fall ? 1 : share)
      left[index] = (left[index] ?? 0) * gain
      right[index] = (right[index] ?? 0) * gain
    }
  })
}

function colour(channels: Sound['channels'], { low, high }: Mix): void {
  for (const channel of channels) {
    if (low !== 0) applyFilter(lowShelf({ rate: sampleRate, frequency: 110, decibels: low }), channel)
    if (high !== 0) applyFilter(highShelf({ rate: sampleRate, frequency: 6_000, decibels: high }), channel)
  }
}

/** An old record: the speed wavers, the highs are gone, dust crackles. */
function wearOut(channels: Sound['channels'], seed: number, seconds: number): void {
  const random = randomFor(seed, 'vinyl')
  const [left] = channels
  const length = left.length
  // Whole turns in the length of the piece, so that a loop stays one.
  const turns = Math.max(1, Math.round(0.55 * seconds)) / seconds
  const waver = Math.max(1, Math.round(5.3 * seconds)) / seconds
  for (const channel of channels) {
    applyFilter(lowPass({ rate: sampleRate, frequency: 9_000, q: 0.6 }), channel)
    const straight = channel.slice()
    let delay = 0
    for (let index = 0; index < length; index += 1) {
      if (index % 32 === 0) {
        const time = index / sampleRate
        delay = 28 + 22 * Math.sin(2 * Math.PI * turns * time) + 1.6 * Math.sin(2 * Math.PI * waver * time)
      }
      const from = index - delay
      const whole = Math.floor(from)
      const first = straight[whole] ?? 0
      channel[index] = first + ((straight[whole + 1] ?? 0) - first) * (from - whole)
    }
  }
  let hiss = 0
  for (let index = 0; index < length; index += 1) {
    hiss += 0.25 * ((random() - 0.5) * 0.004 - hiss)
    for (const channel of channels) channel[index] = (channel[index] ?? 0) + hiss
  }
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

/** What rings on after the end is heard at the beginning. */
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

/** To the loudness that streaming services play at. */
export function masterMusic(channels: Sound['channels'], loop: boolean): void {
  compress(channels)
  master(channels, target, { loop })
}

const ratio = 0.4

/** Evens out what is much louder than the piece as a whole, slowly enough not to be heard. */
function compress([left, right = left]: Sound['channels']): void {
  let square = 0
  for (let index = 0; index < left.length; index += 8) square += (left[index] ?? 0) ** 2 + (right[index] ?? 0) ** 2
  const usual = Math.sqrt(square / Math.max(1, left.length / 4))
  const threshold = (usual * 1.2) ** 2
  const step = 48
  const attack = 1 - Math.exp(-step / (0.02 * sampleRate))
  const release = 1 - Math.exp(-step / (0.22 * sampleRate))
  let power = usual * usual
  let gain = 1
  for (let start = 0; start < left.length; start += step) {
    const end = Math.min(left.length, start + step)
    let energy = 0
    for (let index = start; index < end; index += 1) energy += (left[index] ?? 0) ** 2 + (right[index] ?? 0) ** 2
    const now = energy / (2 * (end - start))
    power += (now > power ? attack : release) * (now - power)
    const wanted = power > threshold ? (threshold / power) ** (ratio / 2) : 1
    const slope = (wanted - gain) / (end - start)
    for (let index = start; index < end; index += 1) {
      gain += slope
      left[index] = (left[index] ?? 0) * gain
      if (right !== left) right[index] = (right[index] ?? 0) * gain
    }
  }
}
