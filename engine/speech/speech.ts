import { writeFile } from 'node:fs/promises'
import { openSoundFile } from '../media/encode-audio.ts'
import type { JobContext } from '../job.ts'
import { decibels, limit, master, measureLoudness } from '../sound/loudness.ts'
import { createPeakMeter, sampleRate } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import { EngineError } from '../protocol/engine.ts'
import type { EngineFile, EngineResult } from '../protocol/engine.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { openParts } from './parts.ts'
import type { Speech, SpokenPart, SpokenWord } from './parts.ts'
import { cuesOf, fitsFile, formatSubtitles, subtitleTypes } from './cues.ts'
import type { SubtitleFormat } from './cues.ts'

export type Spoken = { sound: Sound; words: SpokenWord[] }

export type SpeakOptions = Omit<Speech, 'text'> & { context: Pick<JobContext, 'checkpoint' | 'progress'> }

const target = { loudness: -16, peak: -1.15 }
/** Seconds of speech in which loudness is measured; limits the memory. */
const measuredSeconds = 45
const maxSpeechLength = 20_000
/** Longest duration of a cue; two full lines of a slow voice take longer. */
const longestCueMs = 6_500

/** Joins words that are spoken in parts but written as one: «USB-» and «кабель». */
function joinWords(parts: SpokenPart[]): SpokenWord[] {
  const words: SpokenWord[] = []
  for (const { isGlued, ...word } of parts.flatMap((part) => part.words)) {
    const last = words.at(-1)
    if (isGlued && last?.sentence === word.sentence) Object.assign(last, { text: last.text + word.text, endMs: word.endMs })
    else words.push(word)
  }
  return words
}

function joinSamples(parts: { samples: Float32Array }[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length, 0))
  let offset = 0
  for (const { samples } of parts) {
    joined.set(samples, offset)
    offset += samples.length
  }
  return joined
}

/** Speaks a text as one sound: mono, -16 LUFS, with the time of every word. */
export async function speak(text: string, options: SpeakOptions): Promise<Spoken> {
  const parts: SpokenPart[] = []
  const { context, ...manner } = options
  for (const part of await openParts({ text, ...manner })) {
    context.checkpoint()
    parts.push(part)
    context.progress(part.progress)
    // A turn of the event loop lets the progress be sent.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (parts.length === 0) throw new EngineError('invalid_input', 'nothing_to_say')
  const sound: Sound = { sampleRate, channels: [joinSamples(parts)] }
  master(sound.channels, target)
  return { sound, words: joinWords(parts) }
}

export async function renderSpeech(prompt: string, options: EngineOptions['sketch-speech'], context: JobContext): Promise<EngineResult> {
  const { voice, speed, pitch, pauses } = options
  const text = prompt.slice(0, maxSpeechLength).toWellFormed()
  const path = context.path(`speech.${options.format}`)
  const file = await openSoundFile(path, {
    format: options.format,
    channels: 1,
    sampleRate,
    kind: 'voice',
    tags: { prompt: options.embed_prompt ? prompt : null, seed: null },
  })
  const meter = createPeakMeter()
  const parts: SpokenPart[] = []
  let waiting: SpokenPart[] = []
  let gain: number | undefined
  let length = 0

  /** Writes all waiting parts, or all but the last one: the end of the whole sound is trimmed. */
  async function writeWaiting({ isEnd }: { isEnd: boolean }): Promise<void> {
    if (waiting.length > 0) gain ??= gainFor(joinSamples(waiting))
    if (isEnd) endSoon(waiting, gain ?? 1)
    const kept = isEnd ? [] : waiting.slice(-1)
    for (const part of isEnd ? waiting : waiting.slice(0, -1)) {
      // A part ends in silence, so it can be limited without its neighbours.
      limit([part.samples], decibels(target.peak), { gain: gain ?? 1 })
      meter.add([part.samples])
      await file.add([part.samples])
      length += part.samples.length
      // The words stay in memory until the end for the subtitles; the sound does not.
      parts.push({ ...part, samples: new Float32Array(0) })
      context.checkpoint()
      context.progress(part.progress * 0.99)
    }
    waiting = kept
  }

  try {
    let seconds = 0
    for (const part of await openParts({ text, voice, speed, pitch, pauses })) {
      context.checkpoint()
      waiting.push(part)
      seconds += part.samples.length / sampleRate
      if (gain !== undefined || seconds >= measuredSeconds) await writeWaiting({ isEnd: false })
      // A turn of the event loop lets the progress be sent.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writeWaiting({ isEnd: true })
    if (length === 0) throw new EngineError('invalid_input', 'nothing_to_say')
    const mediaType = await file.finish()
    context.checkpoint()
    const durationMs = Math.round((length / sampleRate) * 1000)
    const files: EngineFile[] = [{ ...emptyFile, path, mediaType, durationMs, peaks: meter.peaks() }]
    if (options.subtitles !== 'none') files.push(await subtitleFile(joinWords(parts), options.subtitles, durationMs, context))
    context.progress(1)
    return { text: null, files }
  } catch (error) {
    await file.cancel()
    throw error
  }
}

/** Samples below this level are inaudible. */
const silence = 0.003
const tailSeconds = 0.1
const fadeSeconds = 0.02

/** Trims the silence at the end of the last audible part, and drops the parts after it. */
function endSoon(parts: SpokenPart[], gain: number): void {
  while (parts.length > 0) {
    const last = parts[parts.length - 1]
    const heardAt = last ? last.samples.findLastIndex((sample) => Math.abs(sample) * gain > silence) : -1
    if (!last || heardAt < 0) {
      // The parts before this one have been written already.
      if (parts.length === 1) return
      parts.pop()
      continue
    }
    const samples = last.samples.slice(0, heardAt + Math.round(tailSeconds * sampleRate))
    const fade = Math.min(samples.length, Math.round(fadeSeconds * sampleRate))
    for (let index = 0; index < fade; index += 1) {
      const at = samples.length - 1 - index
      samples[at] = (samples[at] ?? 0) * (index / fade)
    }
    parts[parts.length - 1] = { ...last, samples }
    return
  }
}

const emptyFile = { width: null, height: null, durationMs: null, poster: null, thumbnail: null, peaks: null }

function gainFor(samples: Float32Array): number {
  const loudness = measureLoudness([samples])
  return loudness === -Infinity ? 1 : decibels(target.loudness - loudness)
}

async function subtitleFile(words: SpokenWord[], format: SubtitleFormat, endMs: number, context: JobContext): Promise<EngineFile> {
  const path = context.path(format === 'srt' ? 'speech.srt' : 'speech.vtt')
  await writeFile(path, formatSubtitles(cuesOf(words, { fits: fitsFile, endMs, longestMs: longestCueMs }), format))
  return { ...emptyFile, path, mediaType: subtitleTypes[format] }
}
