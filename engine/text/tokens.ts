import type { SpeechLanguage } from '../protocol/voices.ts'
import { stemOf } from './sentences.ts'
import { segmentersOf } from './split.ts'
import type { Sentence } from './sentences.ts'
import { stopWords } from './stop-words.ts'

export type Token = {
  surface: string
  lower: string
  stem: string
  /** A word that carries meaning, of letters only. */
  isContent: boolean
  /** Only a space separates it from the token before. */
  isJoined: boolean
  /** Its place in the text of the line. */
  start: number
}

/** The words of a sentence in order, including function words. */
export type Line = { text: string; tokens: Token[]; sentence: number }

export function readLines(sentences: Sentence[], language: SpeechLanguage, checkpoint: () => void): Line[] {
  const stems = new Map<string, string>()
  const knownStem = (lower: string) => {
    const known = stems.get(lower)
    if (known !== undefined) return known
    const stem = stemOf(lower, language)
    stems.set(lower, stem)
    return stem
  }
  return sentences.map(({ text }, sentence) => {
    if (sentence % 32 === 0) checkpoint()
    const tokens: Token[] = []
    let isJoined = false
    for (const { segment, index, isWordLike } of segmentersOf[language].word.segment(text)) {
      if (!isWordLike) {
        // A hyphen binds: "state-of-the-art" is not four terms, but its parts are neighbours all the same.
        isJoined = isJoined && /^\s+$/u.test(segment)
        continue
      }
      const lower = segment.toLowerCase()
      const isContent = lower.length > 2 && /^[\p{L}'’-]+$/u.test(lower) && !stopWords[language].has(lower.replaceAll('ё', 'е'))
      tokens.push({ surface: segment, lower, stem: isContent ? knownStem(lower) : lower, isContent, isJoined, start: index })
      isJoined = true
    }
    return { text, tokens, sentence }
  })
}
