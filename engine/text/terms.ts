import type { SpeechLanguage } from '../protocol/voices.ts'
import type { Reading, Term } from './term.ts'
import type { Line } from './tokens.ts'

export type RankedTerm = Term & { score: number; count: number; line: number }

/** Each language's dictionary is loaded by the first text that needs it. */
export async function readTerms(lines: Line[], language: SpeechLanguage, checkpoint: () => void): Promise<Reading> {
  if (language === 'ru') return (await import('./russian-terms.ts')).readRussian(lines, checkpoint)
  return (await import('./english-terms.ts')).readEnglish(lines, checkpoint)
}

/** A text names its subject early. */
const leadWeight = (line: number) => 1 + 0.3 / (1 + line)

/** The terms of these lines, best first: frequent here, early here and rare elsewhere in the text. */
export function rankTerms(lines: Line[], reading: Reading, checkpoint: () => void): RankedTerm[] {
  const here = new Map<string, number>()
  for (const { tokens } of lines) for (const { stem, isContent } of tokens) if (isContent) here.set(stem, (here.get(stem) ?? 0) + 1)
  const weight = (stem: string) => {
    const count = here.get(stem) ?? 0
    return count * (0.35 + 0.65 * (count / Math.max(1, reading.countOf(stem))))
  }
  const ranked = new Map<string, RankedTerm>()
  lines.forEach((line, at) => {
    if (at % 32 === 0) checkpoint()
    for (const term of reading.termsIn(line)) {
      const key = term.stems.join(' ')
      const known = ranked.get(key)
      if (known) known.count += 1
      else ranked.set(key, { ...term, count: 1, line: line.sentence, score: leadWeight(at) })
    }
  })
  for (const term of ranked.values()) {
    const mean = Math.exp(term.stems.reduce((sum, stem) => sum + Math.log(weight(stem)), 0) / term.stems.length)
    // A repeated phrase is a term; one that occurs once may be chance.
    const returns = term.stems.length === 1 ? 1 : 0.75 + 0.35 * Math.min(3, term.count - 1)
    term.score *= mean * term.bonus * returns
  }
  return [...ranked.values()].toSorted((a, b) => b.score - a.score || a.line - b.line || a.text.localeCompare(b.text))
}
