import { EngineError } from '../protocol.ts'
import { automaticVoice, languageOf, voices } from '../voices.ts'
import { performers } from './cast.ts'
import { perform } from './perform.ts'
import type { Manner } from './perform.ts'
import { createPolisher } from './polish.ts'
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
export async function openParts({ text, voice, ...factors }: Speech): Promise<Generator<SpokenPart, void>> {
  const leader = leaderOf(text, voice)
  const cast = { [leader.language]: performers[leader.id], [leader.language === 'en' ? 'ru' : 'en']: performers[leader.partner] }
  const manner: Manner = { ...factors, performers: { en: performers.emma, ru: performers.anna, ...cast } }
  return speakParts(readText(text, leader.language), await openSpeaker(), manner)
}

/** Who speaks; what is written in the other language is said by the partner. Fails where there is nobody of that name. */
export function leaderOf(text: string, voice: string) {
  const chosen = voices.find(({ id }) => id === voice)
  const leader = chosen?.id === 'auto' ? voices.find(({ id }) => id === automaticVoice[languageOf(text)]) : chosen
  if (!leader || leader.id === 'auto') throw new EngineError('invalid_input', 'unknown_voice')
  return leader
}

function* speakParts(reading: Reading, speaker: Speaker, manner: Manner): Generator<SpokenPart, void> {
  const polish = createPolisher(speaker.sampleRate)
  let from = 0
  for (const part of perform(reading, speaker, manner)) {
    const ms = (sample: number) => Math.round(((from + sample) / speaker.sampleRate) * 1000)
    const words = part.words.map(({ text, isGlued, from: start, to: end }) => ({
      text,
      isGlued,
      startMs: ms(start),
      endMs: ms(end),
      sentence: part.sentence,
    }))
    from += part.samples.length
    yield { samples: polish(part.samples, part.performer), words, progress: part.progress }
  }
}
