import { writeFile } from 'node:fs/promises'
import loadSpeaker from '@echogarden/espeak-ng-emscripten'
import type { Speaker } from '@echogarden/espeak-ng-emscripten'
import { encodeSound } from './encode-audio.ts'
import type { JobContext } from './job.ts'
import { durationMsOf, peaksOf, resample, sampleRate } from './pcm.ts'
import type { Sound } from './pcm.ts'
import { EngineError } from './protocol.ts'
import type { EngineOptions, EngineResult } from './protocol.ts'
import { automaticVoice, languageOf, voices } from './voices.ts'

const maxSpeechLength = 5_000
/** A part is spoken in one go, without looking at the cancel flag; this many characters take about 20 ms. */
const maxPartLength = 240
const wordsPerMinute = 165
const pauseSeconds = { sentence: 0.12, paragraph: 0.4 }
const speechBitrate = 96_000
/** The rest is encoding. */
const speakingShare = 0.4

let speaker: Promise<Speaker> | undefined

async function openSpeaker(): Promise<Speaker> {
  const module = await loadSpeaker()
  return new module.eSpeakNGWorker()
}

type SpeechPart = { text: string; pauseSeconds: number }

/** Sentences, and long ones cut at spaces: what is spoken between two looks at the cancel flag. */
export function splitForSpeech(text: string, language: 'en' | 'ru'): SpeechPart[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  const parts: SpeechPart[] = []
  for (const paragraph of text.split(/\n+/)) {
    for (const { segment } of segmenter.segment(paragraph)) {
      const pieces = segment.trim().match(new RegExp(`.{1,${maxPartLength}}(?:\\s|$)|\\S{1,${maxPartLength}}`, 'gsu')) ?? []
      pieces.forEach((piece, index) => {
        if (!/[\p{L}\p{N}]/u.test(piece)) return
        parts.push({ text: piece.trim(), pauseSeconds: index === pieces.length - 1 ? pauseSeconds.sentence : 0 })
      })
    }
    const last = parts.at(-1)
    if (last) last.pauseSeconds = pauseSeconds.paragraph
  }
  return parts
}

/** eSpeak takes `<` and `&` for markup, even in plain text. */
const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function speakPart(engine: Speaker, text: string): Int16Array[] {
  const chunks: Int16Array[] = []
  engine.synthesize(escapeMarkup(text), (audio) => {
    // The chunk lies in memory that the next call reuses.
    if (audio && audio.length > 0) chunks.push(audio.slice())
    return false
  })
  return chunks
}

function joinSamples(chunks: Int16Array[]): Float32Array {
  const joined = new Float32Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.length; index += 1) joined[offset + index] = (chunk[index] ?? 0) / 32768
    offset += chunk.length
  }
  return joined
}

/** Brings the loudest sample to -1 dB: the voices differ by more than 6 dB. */
function normalise(samples: Float32Array): void {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  if (peak === 0) return
  const gain = 0.89 / peak
  for (let index = 0; index < samples.length; index += 1) samples[index] = (samples[index] ?? 0) * gain
}

export async function renderSpeech(prompt: string, options: EngineOptions['sketch-speech'], context: JobContext): Promise<EngineResult> {
  const text = prompt.slice(0, maxSpeechLength).toWellFormed()
  const language = languageOf(text)
  const parts = splitForSpeech(text, language)
  if (parts.length === 0) throw new EngineError('invalid_input', 'nothing_to_say')
  // An unknown voice would be replaced without a word by the last one used.
  if (!voices.some((voice) => voice.id === options.voice)) throw new EngineError('invalid_input', 'unknown_voice')
  const speed = Math.max(0.5, Math.min(2, options.speed))

  speaker ??= openSpeaker()
  const engine = await speaker
  engine.set_voice(options.voice === 'auto' ? automaticVoice[language] : options.voice)
  engine.set_rate(Math.round(wordsPerMinute * speed))
  const voiceRate = engine.get_samplerate()

  const chunks: Int16Array[] = []
  for (const [index, part] of parts.entries()) {
    context.checkpoint()
    chunks.push(...speakPart(engine, part.text), new Int16Array(Math.round((part.pauseSeconds / speed) * voiceRate)))
    context.progress((speakingShare * (index + 1)) / parts.length)
    // Lets progress messages out.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const samples = joinSamples(chunks)
  if (!samples.some((sample) => sample !== 0)) throw new EngineError('invalid_input', 'nothing_to_say')
  normalise(samples)
  context.checkpoint()
  const sound: Sound = { sampleRate, channels: [resample(samples, voiceRate, sampleRate)] }
  const { bytes, mediaType } = await encodeSound(sound, {
    format: options.format,
    bitrate: speechBitrate,
    context,
    onProgress: (fraction) => context.progress(speakingShare + (1 - speakingShare) * fraction),
  })
  context.checkpoint()
  const path = context.path(`speech.${options.format}`)
  await writeFile(path, bytes)
  context.progress(1)
  return {
    text: null,
    files: [{ path, mediaType, width: null, height: null, durationMs: durationMsOf(sound), poster: null, peaks: peaksOf(sound) }],
  }
}
