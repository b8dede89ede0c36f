import { writeFile } from 'node:fs/promises'
import { openSoundFile } from './encode-audio.ts'
import type { JobContext } from './job.ts'
import { decibels, limit, master, measureLoudness } from './loudness.ts'
import { createPeakMeter, sampleRate } from './pcm.ts'
import type { Sound } from './pcm.ts'
import { EngineError } from './protocol.ts'
import type { EngineFile, EngineOptions, EngineResult } from './protocol.ts'
import { openParts } from './speech/parts.ts'
import type { Speech, SpokenPart, SpokenWord } from './speech/parts.ts'
import { speakAhead } from './speech/speak-ahead.ts'
import { writeSubtitles } from './speech/subtitles.ts'

export type Spoken = { sound: Sound; words: SpokenWord[] }

export type SpeakOptions = Omit<Speech, 'text'> & { context: Pick<JobContext, 'checkpoint' | 'progress'> }

const target = { loudness: -16, peak: -1.15 }
/** The loudness of so much speech is taken for that of the whole: more need not be in memory at once. */
const measuredSeconds = 45
const maxSpeechLength = 20_000

/** Joins what was spoken apart but is written in one: «USB-» and «кабель». */
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
    // Lets progress out.
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

  async function writeWaiting(): Promise<void> {
    for (const part of waiting) {
      gain ??= gainFor(joinSamples(waiting))
      // A part ends in silence: it can be limited without its neighbours.
      limit([part.samples], decibels(target.peak), { gain })
      meter.add([part.samples])
      await file.add([part.samples])
      length += part.samples.length
      // The words are kept to the end, for the subtitles; the sound is not.
      parts.push({ ...part, samples: new Float32Array(0) })
      context.checkpoint()
      context.progress(part.progress * 0.99)
    }
    waiting = []
  }

  try {
    let seconds = 0
    for await (const part of speakAhead({ text, voice, speed, pitch, pauses }, context.checkpoint)) {
      context.checkpoint()
      waiting.push(part)
      seconds += part.samples.length / sampleRate
      if (gain !== undefined || seconds >= measuredSeconds) await writeWaiting()
    }
    await writeWaiting()
    if (length === 0) throw new EngineError('invalid_input', 'nothing_to_say')
    const mediaType = await file.finish()
    context.checkpoint()
    const durationMs = Math.round((length / sampleRate) * 1000)
    const files: EngineFile[] = [{ ...emptyFile, path, mediaType, durationMs, peaks: meter.peaks() }]
    if (options.subtitles !== 'none') files.push(await subtitleFile(joinWords(parts), options.subtitles, context))
    context.progress(1)
    return { text: null, files }
  } catch (error) {
    await file.cancel()
    throw error
  }
}

const emptyFile = { width: null, height: null, durationMs: null, poster: null, thumbnail: null, peaks: null }

function gainFor(samples: Float32Array): number {
  const loudness = measureLoudness([samples])
  return loudness === -Infinity ? 1 : decibels(target.loudness - loudness)
}

async function subtitleFile(words: SpokenWord[], format: 'srt' | 'webvtt', context: JobContext): Promise<EngineFile> {
  const path = context.path(format === 'srt' ? 'speech.srt' : 'speech.vtt')
  await writeFile(path, writeSubtitles(words, format))
  return { ...emptyFile, path, mediaType: format === 'srt' ? 'application/x-subrip' : 'text/vtt' }
}
