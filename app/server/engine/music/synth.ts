import { sampleRate } from '../pcm.ts'
import type { Sound } from '../pcm.ts'
import { randomFor } from '../random.ts'
import type { NoteEvent, Score } from './compose.ts'
import { placements, renderNote } from './instruments.ts'

const fadeSeconds = 2
/** Delays of the reverb's combs in samples at 48 kHz, mutually prime so that no echo stands out; the right side is longer. */
const combDelays = [1557, 1617, 1491, 1422, 1277, 1356]
const rightOffset = 23
const combFeedback = 0.82
const combGain = 0.1

export type SynthOptions = {
  seed: number
  checkpoint(): void
  onProgress(fraction: number): void
}

/** Plays a score: stereo, exactly as long as the score, faded out at the end, never clipping. */
export function playScore(score: Score, { seed, checkpoint, onProgress }: SynthOptions): Sound {
  const length = Math.round(score.seconds * sampleRate)
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  const send = new Float32Array(length)
  const random = randomFor(seed, 'instruments')
  // Patterns repeat: most notes of a piece have been rendered before.
  const rendered = new Map<string, Float32Array>()

  score.events.forEach((event, index) => {
    if (index % 8 === 0) checkpoint()
    const key = `${event.instrument} ${event.pitch} ${event.length.toFixed(3)}`
    let note = rendered.get(key)
    if (!note) {
      note = renderNote(event.instrument, event, { sampleRate, random })
      rendered.set(key, note)
    }
    mixNote(event, note, { left, right, send })
    if (index % 16 === 0) onProgress((0.7 * index) / score.events.length)
  })

  const wet = combGain * score.style.space
  combDelays.forEach((delay, index) => {
    checkpoint()
    addComb(send, left, delay, wet)
    addComb(send, right, delay + rightOffset, wet)
    onProgress(0.7 + (0.25 * (index + 1)) / combDelays.length)
  })
  master(left, right)
  onProgress(1)
  return { sampleRate, channels: [left, right] }
}

function mixNote(event: NoteEvent, note: Float32Array, mix: { left: Float32Array; right: Float32Array; send: Float32Array }): void {
  const { pan, spread, send } = placements[event.instrument]
  // Pitches keep their place from left to right, so that an arpeggio wanders.
  const position = Math.max(0, Math.min(1, pan + spread * (((event.pitch * 7) % 5) / 4 - 0.5)))
  const leftGain = event.velocity * Math.cos((position * Math.PI) / 2) * Math.SQRT2
  const rightGain = event.velocity * Math.sin((position * Math.PI) / 2) * Math.SQRT2
  const sendGain = event.velocity * send
  const start = Math.round(event.start * sampleRate)
  const count = Math.min(note.length, mix.left.length - start)
  for (let index = 0; index < count; index += 1) {
    const value = note[index] ?? 0
    const at = start + index
    mix.left[at] = (mix.left[at] ?? 0) + value * leftGain
    mix.right[at] = (mix.right[at] ?? 0) + value * rightGain
    mix.send[at] = (mix.send[at] ?? 0) + value * sendGain
  }
}

/** One damped comb of a Schroeder reverb, added to a channel. */
function addComb(input: Float32Array, output: Float32Array, delay: number, gain: number): void {
  const line = new Float32Array(delay)
  let damped = 0
  let position = 0
  for (let index = 0; index < input.length; index += 1) {
    const echo = line[position] ?? 0
    damped += 0.65 * (echo - damped)
    line[position] = (input[index] ?? 0) + damped * combFeedback
    position = position + 1 === delay ? 0 : position + 1
    output[index] = (output[index] ?? 0) + echo * gain
  }
}

/** Evens the loudness, rounds peaks off softly and fades the end; the result stays within ±0.95. */
function master(left: Float32Array, right: Float32Array): void {
  let peak = 1e-6
  for (const channel of [left, right]) for (const value of channel) peak = Math.max(peak, Math.abs(value))
  const gain = 1.25 / peak
  const fade = Math.min(fadeSeconds * sampleRate, left.length / 3)
  for (const channel of [left, right]) {
    for (let index = 0; index < channel.length; index += 1) {
      const ending = Math.min(1, (channel.length - 1 - index) / fade)
      channel[index] = Math.tanh((channel[index] ?? 0) * gain) * 0.95 * ending * ending * (3 - 2 * ending)
    }
  }
}
