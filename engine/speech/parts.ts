import { EngineError } from '../protocol/engine.ts'
import { automaticVoice, languageOf, voices } from '../protocol/voices.ts'
import { performers } from './cast.ts'
import { perform } from './perform.ts'
import type { Manner } from './perform.ts'
import { createPolisher } from './polish.ts'
import { readText } from './reading.ts'
import type { Reading } from './reading.ts'
import { openSpeaker } from './speaker.ts'
import type { Speaker } from './speaker.ts'

/** A word as written, with the time at which it is heard. */
export type SpokenWord = { text: string; startMs: number; endMs: number; /** Counted from 0. */ sentence: number }

/** A sentence or a part of one with the pause after it, at 48 kHz. Times count from the beginning of the whole text. */
export type SpokenPart = {
  samples: Float32Array<ArrayBuffer>
  words: (SpokenWord & { isGlued: boolean })[]
  /** Share of the text that is spoken, 0..1. */
  progress: number
}

export type Speech = {
  text: string
  /** An id of `voices`. */
  voice: string
  /** Factors; 1 is the voice's usual value. */
  speed: number
  pitch: number
  pauses: number
}

/** Speaks a text part by part; each part is computed on demand. */
export async function openParts(speech: Speech): Promise<Generator<SpokenPart, void>> {
  return sayParts(readText(speech.text, leaderOf(speech).language), await openSpeaker(), mannerOf(speech))
}

function mannerOf(speech: Speech): Manner {
  const { speed, pitch, pauses } = speech
  const leader = leaderOf(speech)
  const cast = { [leader.language]: performers[leader.id], [leader.language === 'en' ? 'ru' : 'en']: performers[leader.partner] }
  return { speed, pitch, pauses, performers: { en: performers.emma, ru: performers.anna, ...cast } }
}

/** Returns the voice that speaks; its partner speaks words of the other language. Throws for an unknown voice. */
function leaderOf({ text, voice }: Pick<Speech, 'text' | 'voice'>) {
  const chosen = voices.find(({ id }) => id === voice)
  const leader = chosen?.id === 'auto' ? voices.find(({ id }) => id === automaticVoice[languageOf(text)]) : chosen
  if (!leader || leader.id === 'auto') throw new EngineError('invalid_input', 'unknown_voice')
  return leader
}

function* sayParts(reading: Reading, speaker: Speaker, manner: Manner): Generator<SpokenPart, void> {
  const { sampleRate } = speaker
  const polish = createPolisher(sampleRate)
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
    yield { samples: polish(part.samples, manner.performers[part.language]), words, progress: part.progress }
  }
}
