import type { SpeechLanguage } from '../protocol/voices.ts'
import type { Ranking } from './rank.ts'
import type { Sentence } from './sentences.ts'
import type { Reading } from './term.ts'
import type { Line } from './tokens.ts'

/** A text with its analysis. */
export type Source = {
  sentences: Sentence[]
  language: SpeechLanguage
  ranking: Ranking
  lines: Line[]
  reading: Reading
  checkpoint(): void
}
