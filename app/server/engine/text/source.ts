import type { SpeechLanguage } from '../voices.ts'
import type { Ranking } from './rank.ts'
import type { Sentence } from './sentences.ts'
import type { Reading } from './terms.ts'
import type { Line } from './tokens.ts'

/** A text and what has been found out about it. */
export type Source = {
  sentences: Sentence[]
  language: SpeechLanguage
  ranking: Ranking
  lines: Line[]
  reading: Reading
  checkpoint(): void
}
