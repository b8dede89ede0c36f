import type { SpeechLanguage } from '../protocol/voices.ts'

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:^|[\s(«"])(?:г|гг|в|вв|др|пр|т\.\s?[деп]|им|руб|тыс|млн|млрд|стр|ул|рис|см|проф|акад|[А-ЯЁ]|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|Fig|[A-Z])\.$/u
const minSentenceWords = 3

/** Cached, because creating a segmenter costs more than using it. */
export const segmentersOf = {
  en: { word: new Intl.Segmenter('en', { granularity: 'word' }), sentence: new Intl.Segmenter('en', { granularity: 'sentence' }) },
  ru: { word: new Intl.Segmenter('ru', { granularity: 'word' }), sentence: new Intl.Segmenter('ru', { granularity: 'sentence' }) },
}

/** A sentence as written, and its paragraph, counted from 0. */
export type Piece = { text: string; paragraph: number }

/** Headings, list marks and quotes of Markdown would end up in the middle of sentences. */
const stripMarkup = (line: string) =>
  line
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/^\s*(?:#{1,6}|>|[-*+•]|\d{1,3}[.)])\s+/u, '')
    .replace(/[*_`~]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Splits a text into sentences; those of fewer words are left out. */
export function splitSentences(text: string, language: SpeechLanguage, minWords = minSentenceWords): Piece[] {
  const pieces: Piece[] = []
  const paragraphs = text
    .split(/\n+/)
    .map(stripMarkup)
    .filter((paragraph) => paragraph !== '')
  paragraphs.forEach((paragraph, index) => {
    const joined: string[] = []
    for (const { segment } of segmentersOf[language].sentence.segment(paragraph)) {
      const piece = segment.trim()
      const previous = joined.at(-1)
      if (previous !== undefined && abbreviation.test(previous)) joined[joined.length - 1] = `${previous} ${piece}`
      else if (piece !== '') joined.push(piece)
    }
    for (const sentence of joined) {
      if ((sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= minWords) pieces.push({ text: sentence, paragraph: index })
    }
  })
  return pieces
}
