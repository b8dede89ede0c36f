import type { SpeechLanguage } from '../voices.ts'
import { wordsIn } from './sentences.ts'
import type { Sentence } from './sentences.ts'
import { stopWords } from './stop-words.ts'

export type Phrase = {
  text: string
  stems: string[]
  score: number
  /** It begins a sentence. */
  leads: boolean
}

const maxPhraseWords = 3
const leadBonus = 1.9

/**
 * The phrases a group of sentences turns on, best first: runs of up to three meaningful words, scored by how often their words
 * come up here (and how rarely in the rest of the text, when that is given).
 */
export function phrasesOf(sentences: Sentence[], language: SpeechLanguage, whole: Sentence[] = sentences): Phrase[] {
  const here = countStems(sentences)
  const everywhere = countStems(whole)
  const weight = (stem: string) => {
    const count = here.get(stem) ?? 0
    return count * (0.35 + 0.65 * (count / (everywhere.get(stem) ?? count)))
  }
  const phrases = new Map<string, Phrase>()
  for (const sentence of sentences) {
    meaningfulRuns(sentence.text, language).forEach((run, runIndex) => {
      for (let length = 1; length <= Math.min(maxPhraseWords, run.length); length += 1) {
        for (let start = 0; start + length <= run.length; start += 1) {
          // What a sentence begins with is most often its subject, and in Russian in the case that a heading needs.
          addPhrase(run.slice(start, start + length), runIndex === 0 && start === 0)
        }
      }
    })
  }
  return [...phrases.values()].toSorted((a, b) => b.score - a.score || a.text.localeCompare(b.text))

  function addPhrase(words: string[], leads: boolean): void {
    const stems = wordsIn(words.join(' '), language).map((word) => word.stem)
    if (stems.length !== words.length) return
    const key = stems.join(' ')
    const known = phrases.get(key)
    const mean = stems.reduce((sum, stem) => sum + weight(stem), 0) / stems.length
    // Two words tell more than one; a phrase that comes back is a term.
    const lengthBonus = [0, 1, 1.45, 1.3][words.length] ?? 1
    const score = mean * lengthBonus * (leads ? leadBonus : 1)
    if (!known) phrases.set(key, { text: words.join(' '), stems, score, leads })
    else {
      known.score = Math.max(known.score, score) + mean * 0.6
      // The form it leads a sentence in is the one to show.
      if (leads && !known.leads) Object.assign(known, { text: words.join(' '), leads })
    }
  }
}

function countStems(sentences: Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words } of sentences) for (const { stem } of words) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** Words that stand side by side with no stop word or punctuation between them. */
function meaningfulRuns(text: string, language: SpeechLanguage): string[][] {
  const runs: string[][] = [[]]
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const isMeaningful = isWordLike && segment.length > 2 && !stopWords[language].has(segment.toLowerCase().replaceAll('ё', 'е'))
    if (isMeaningful) runs.at(-1)?.push(segment)
    else if (segment.trim() !== '') runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}
