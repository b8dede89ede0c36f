import { EngineError } from '../protocol.ts'
import { automaticVoice, languageOf, voices } from '../voices.ts'
import type { SpeechLanguage } from '../voices.ts'
import { performers } from './cast.ts'
import { perform } from './perform.ts'
import type { Manner } from './perform.ts'
import { createPolisher } from './polish.ts'
import type { Polisher } from './polish.ts'
import { readText } from './reading.ts'
import type { Reading } from './reading.ts'
import { openSpeaker } from './speaker.ts'
import type { Speaker } from './speaker.ts'

/** A word as it is written, and when it is heard. */
export type SpokenWord = { text: string; startMs: number; endMs: number; /** Counted from 0. */ sentence: number }

/** A sentence or a part of it, with the pause after it, at 48 kHz; the times are from the beginning of the whole. */
export type SpokenPart = {
  samples: Float32Array<ArrayBuffer>
  words: (SpokenWord & { isGlued: boolean })[]
  /** How far into the text it reaches, 0..1. */
  progress: number
}

/** A part as the synthesiser says it, at its own rate; the polish makes a `SpokenPart` of it. */
export type RoughPart = Omit<SpokenPart, 'samples'> & {
  samples: Float32Array<ArrayBuffer>
  sampleRate: number
  language: SpeechLanguage
}

export type Speech = {
  text: string
  /** An id of `voices`. */
  voice: string
  /** Factors; 1 is as the voice speaks by itself. */
  speed: number
  pitch: number
  pauses: number
}

/** Speaks a text part by part: each is computed when it is asked for. */
export async function openParts(speech: Speech): Promise<Generator<SpokenPart, void>> {
  const parts = await openRoughParts(speech)
  const finish = openPolish(speech)
  return (function* () {
    for (const part of parts) yield finish(part)
  })()
}

/** The same before the polish. */
export async function openRoughParts(speech: Speech): Promise<Generator<RoughPart, void>> {
  return sayParts(readText(speech.text, leaderOf(speech).language), await openSpeaker(), mannerOf(speech))
}

/** Makes parts of a speech, in their order, what is heard. */
export function openPolish(speech: Speech): (part: RoughPart) => SpokenPart {
  const { performers } = mannerOf(speech)
  let polish: Polisher | undefined
  return ({ samples, sampleRate, language, words, progress }) => {
    polish ??= createPolisher(sampleRate)
    return { samples: polish(samples, performers[language]), words, progress }
  }
}

function mannerOf(speech: Speech): Manner {
  const { speed, pitch, pauses } = speech
  const leader = leaderOf(speech)
  const cast = { [leader.language]: performers[leader.id], [leader.language === 'en' ? 'ru' : 'en']: performers[leader.partner] }
  return { speed, pitch, pauses, performers: { en: performers.emma, ru: performers.anna, ...cast } }
}

/** Who speaks; what is written in the other language is said by the partner. Fails where there is nobody of that name. */
export function leaderOf({ text, voice }: Pick<Speech, 'text' | 'voice'>) {
  const chosen = voices.find(({ id }) => id === voice)
  const leader = chosen?.id === 'auto' ? voices.find(({ id }) => id === automaticVoice[languageOf(text)]) : chosen
  if (!leader || leader.id === 'auto') throw new EngineError('invalid_input', 'unknown_voice')
  return leader
}

function* sayParts(reading: Reading, speaker: Speaker, manner: Manner): Generator<RoughPart, void> {
  const { sampleRate } = speaker
  let from = 0
  for (const part of perform(reading, speaker, manner)) {
    const ms = (sample: number) => Math.round(((from + sample) / sampleRate) * 1000)
    const words = part.words.map(({ text, isGlued, from: start, to: end }) => ({
      text,
      isGlued,
      startMs: ms(start),
      endMs: ms(end),
      sentence: part.sentence,
    }))
    from += part.samples.length
    yield { samples: part.samples, sampleRate, language: part.language, words, progress: part.progress }
  }
}
