import { decibels, limit, measureLoudness } from '../sound/loudness.ts'
import { sampleRate } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'

/** Milliseconds. */
export type Spoken = { startMs: number; endMs: number }

/** Loudness of each part alone, in LUFS. During speech the music is lowered further, so that the voice is understood over it. */
const voiceLoudness = -16
const musicLoudness = -19
const duckedGain = decibels(-12)
/** Seconds in which the music fades before the voice; `returnSeconds` brings it back. */
const giveWaySeconds = 0.25
const returnSeconds = 0.7
const bridgedSilenceMs = 900
const ceiling = decibels(-1)
const edgeSeconds = { start: 0.02, end: 0.5 }

export type MixOptions = {
  seconds: number
  music: Sound | null
  voice: Sound | null
  voiceAtMs: number
  /** Words, timed from the beginning of the film. */
  spoken: readonly Spoken[]
  checkpoint(): void
}

/** Mixes a film's sound: exactly as long as the film, stereo, music ducked under speech, no clipping. */
export function mixFilmSound({ seconds, music, voice, voiceAtMs, spoken, checkpoint }: MixOptions): Sound {
  const length = Math.round(seconds * sampleRate)
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  if (music) {
    const [first, second = first] = music.channels
    const gain = voice ? gainTo(musicLoudness, music.channels) : 1
    const duck = voice ? duckingEnvelope(length, spoken) : null
    const used = Math.min(length, first.length)
    for (let index = 0; index < used; index += 1) {
      if (index % sampleRate === 0) checkpoint()
      const factor = gain * (duck?.[index] ?? 1)
      left[index] = (first[index] ?? 0) * factor
      right[index] = (second[index] ?? 0) * factor
    }
  }
  if (voice) {
    const [mono] = voice.channels
    const gain = gainTo(voiceLoudness, [mono, mono])
    const start = Math.round((voiceAtMs / 1000) * sampleRate)
    const used = Math.min(mono.length, length - start)
    for (let index = 0; index < used; index += 1) {
      if (index % sampleRate === 0) checkpoint()
      const value = (mono[index] ?? 0) * gain
      left[start + index] = (left[start + index] ?? 0) + value
      right[start + index] = (right[start + index] ?? 0) + value
    }
  }
  fadeEdges([left, right])
  limit([left, right], ceiling)
  return { sampleRate, channels: [left, right] }
}

function gainTo(loudness: number, channels: Sound['channels']): number {
  const measured = measureLoudness(channels)
  return measured === -Infinity ? 1 : decibels(loudness - measured)
}

/** The gain for every sample of a sound under speech: down before each stretch of it and up after it, along cosines. */
export function duckingEnvelope(length: number, spoken: readonly Spoken[], low = duckedGain): Float32Array {
  const stretches: Spoken[] = []
  for (const { startMs, endMs } of spoken) {
    const last = stretches.at(-1)
    if (last && startMs - last.endMs < bridgedSilenceMs) last.endMs = Math.max(last.endMs, endMs)
    else stretches.push({ startMs, endMs })
  }
  const envelope = new Float32Array(length).fill(1)
  const atSample = (ms: number) => Math.round((ms / 1000) * sampleRate)
  const [giveWay, comeBack] = [giveWaySeconds * sampleRate, returnSeconds * sampleRate]
  for (const stretch of stretches) {
    const [from, to] = [atSample(stretch.startMs), atSample(stretch.endMs)]
    for (let index = Math.max(0, Math.floor(from - giveWay)); index < Math.min(length, to + comeBack); index += 1) {
      const down = index < from ? (from - index) / giveWay : index > to ? (index - to) / comeBack : 0
      const share = 0.5 - 0.5 * Math.cos(Math.PI * Math.min(1, down))
      envelope[index] = Math.min(envelope[index] ?? 1, low + (1 - low) * share)
    }
  }
  return envelope
}

/** Prevents clicks at the beginning and the end. */
function fadeEdges(channels: readonly Float32Array[]): void {
  for (const channel of channels) {
    const rise = Math.round(edgeSeconds.start * sampleRate)
    const fall = Math.min(channel.length, Math.round(edgeSeconds.end * sampleRate))
    for (let index = 0; index < rise; index += 1) channel[index] = (channel[index] ?? 0) * (index / rise)
    for (let index = 0; index < fall; index += 1) {
      const at = channel.length - 1 - index
      channel[at] = (channel[at] ?? 0) * Math.sin((Math.PI / 2) * (index / fall))
    }
  }
}
