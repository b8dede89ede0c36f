import snowball from 'snowball-stemmers'
import type { SpeechLanguage } from '../protocol/voices.ts'
import { segmentersOf, splitSentences } from './split.ts'
import type { Piece } from './split.ts'
import { stopWords } from './stop-words.ts'

export type Word = { stem: string; surface: string }

export type Sentence = Piece & {
  /** The words that carry meaning, in order. */
  words: Word[]
}

const stemmers = { en: snowball.newStemmer('english'), ru: snowball.newStemmer('russian') }

/** Longer runs of letters are not words, and stemmers are slow on them. */
const maxWordLength = 60

export function stemOf(word: string, language: SpeechLanguage): string {
  return stemmers[language].stem(word.slice(0, maxWordLength).toLowerCase().replaceAll('ё', 'е'))
}

export function wordsIn(text: string, language: SpeechLanguage): Word[] {
  const words: Word[] = []
  for (const { segment, isWordLike } of segmentersOf[language].word.segment(text)) {
    const word = segment.toLowerCase().replaceAll('ё', 'е')
    if (!isWordLike || word.length < 3 || !/\p{L}/u.test(word) || stopWords[language].has(word)) continue
    words.push({ stem: stemOf(word, language), surface: segment })
  }
  return words
}

export const sentencesOf = (text: string, language: SpeechLanguage): Sentence[] =>
  splitSentences(text, language).map((piece) => ({ ...piece, words: wordsIn(piece.text, language) }))
